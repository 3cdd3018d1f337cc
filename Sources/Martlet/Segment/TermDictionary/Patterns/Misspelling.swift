/// A word as a person typed it, perhaps misspelt: a description of the words that may be meant.
///
/// These are the words that at most ``edits`` edits make of it, where an edit inserts, removes or
/// replaces one character, or swaps two neighbours. Few people miss the first letter of a word, so
/// a word that begins with another one has to do with one edit less.
struct Misspelling: Sendable, Hashable {
  /// The word.
  var word: [UInt8]
  /// The most edits, 1 or 2.
  var edits: Int
  /// True if the words may go on: the beginning of each has to be like the word.
  var isPrefix: Bool

  /// The first character.
  var initial: [UInt8] {
    let first = String(decoding: word, as: UTF8.self).unicodeScalars.prefix(1)
    return Array(String(first).utf8)
  }

  /// Returns true if `term` is one of the words.
  func accepts(_ term: [UInt8]) -> Bool {
    let edits = term.starts(with: initial) ? edits : edits - 1
    guard edits > 0 else { return false }
    let automaton = FuzzyAutomaton(word, edits: edits)
    return isPrefix ? PrefixAutomaton(automaton).accepts(term) : automaton.accepts(term)
  }
}

/// Accepts the terms that begin with one that another automaton accepts.
struct PrefixAutomaton<Base: TermAutomaton>: TermAutomaton {
  struct State: BitwiseCopyable {
    fileprivate var base: Base.State
    fileprivate var isAccepted: Bool
  }

  private let base: Base

  init(_ base: Base) { self.base = base }

  var start: State { State(base: base.start, isAccepted: base.accepts(base.start)) }

  @inline(__always)
  func next(_ state: State, _ byte: UInt8) -> State {
    guard !state.isAccepted else { return state }
    let next = base.next(state.base, byte)
    return State(base: next, isAccepted: base.accepts(next))
  }

  @inline(__always)
  func accepts(_ state: State) -> Bool { state.isAccepted }

  @inline(__always)
  func isDead(_ state: State) -> Bool { !state.isAccepted && base.isDead(state.base) }

  var boundaries: [UInt8] { base.boundaries }
}

extension TermAutomaton {
  /// Returns true if the automaton accepts `term`.
  func accepts(_ term: [UInt8]) -> Bool {
    var state = start
    for byte in term {
      if isDead(state) { return false }
      state = next(state, byte)
    }
    return accepts(state)
  }
}

extension TermDictionary {
  /// Calls `body` with the info and the ordinal of each of the terms `ordinals` that `misspelling`
  /// describes, in order.
  ///
  /// - Complexity: as a scan for one edit in all terms, and for all edits in those with the same
  ///   first character.
  func forEachTerm(
    _ ordinals: Range<Int>, of misspelling: Misspelling,
    willRead: (Int) throws(SearchError) -> Void,
    _ body: (TermInfo, Int) throws(SearchError) -> Void
  ) throws(SearchError) {
    let likely = try self.ordinals(withPrefix: misspelling.initial).clamped(to: ordinals)
    let parts = [
      (ordinals.lowerBound..<likely.lowerBound, misspelling.edits - 1),
      (likely, misspelling.edits),
      (likely.upperBound..<ordinals.upperBound, misspelling.edits - 1),
    ]
    for (part, edits) in parts where edits > 0 && !part.isEmpty {
      let automaton = FuzzyAutomaton(misspelling.word, edits: edits)
      if misspelling.isPrefix {
        try forEachTerm(
          part, acceptedBy: PrefixAutomaton(automaton), having: GramFilter(), willRead: willRead,
          body)
      } else {
        try forEachTerm(
          part, acceptedBy: automaton, having: GramFilter(), willRead: willRead, body)
      }
    }
  }
}
