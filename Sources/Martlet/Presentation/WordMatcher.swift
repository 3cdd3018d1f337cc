/// Tells which words of a query a word of a text is. Used by one thread at a time.
///
/// A word is analysed as indexing does, once for each matcher: texts repeat their words.
final class WordMatcher {
  /// A term of a word that the query asks for.
  struct Match {
    /// The index of the query's word in ``MarkedClauses/words``.
    var word: Int
    /// The number of positions between the word of the text and the term.
    var offset: Int
    /// The rarity of the term.
    var rarity: Float
  }

  /// The matches of a word, and the room that it takes in a document.
  struct Outcome {
    var matches: [Match] = []
    /// The number of positions after the first that its terms take.
    var extraPositions = 0
    /// The number of terms that count in the length of a document if the word itself does.
    var length = 1
  }

  private let clauses: MarkedClauses
  private let analyzer: Analyzer
  private let rarity: TermRarity
  private let patterns: [(word: Int, automaton: PatternMatcher)]
  private var exact: [[UInt8]: [Int]] = [:]
  private var prefixes: [(word: Int, bytes: [UInt8])] = []
  private var words = TermTable()
  private var outcomes: [Outcome] = []

  /// The most words that are remembered.
  private static let wordLimit = 1 << 16

  init(_ clauses: MarkedClauses, _ analyzer: Analyzer, _ rarity: TermRarity) {
    self.clauses = clauses
    self.analyzer = analyzer
    self.rarity = rarity
    var patterns: [(word: Int, automaton: PatternMatcher)] = []
    for (index, word) in clauses.words.enumerated() where word.first == index {
      switch word.form {
      case .term(let bytes): exact[bytes, default: []].append(index)
      case .prefix(let bytes): prefixes.append((index, bytes))
      case .pattern(let pattern): patterns.append((index, PatternMatcher(pattern)))
      }
    }
    self.patterns = patterns
  }

  /// Returns what a word of a text gives.
  ///
  /// - Throws: `corrupted`, if the rarity of a term cannot be read.
  func outcome(of word: Span<UInt8>) throws(SearchError) -> Outcome {
    // As in the index, which keeps no longer word either.
    guard word.count <= Limits.wordByteCount else { return Outcome(length: 0) }
    if words.count >= Self.wordLimit { forget() }
    let number = Int(words.number(of: word))
    if number < outcomes.count { return outcomes[number] }
    do throws(SearchError) {
      let outcome = try analyzed(word)
      outcomes.append(outcome)
      return outcome
    } catch {
      // The word has a number, and no outcome.
      forget()
      throw error
    }
  }

  private func forget() {
    words = TermTable()
    outcomes.removeAll()
  }

  private func analyzed(_ word: Span<UInt8>) throws(SearchError) -> Outcome {
    var outcome = Outcome(length: 0)
    var (last, extent) = (-1, 0)
    for term in analyzer.terms(of: word, for: .indexing) {
      // Terms at one position count once.
      if term.positionOffset > last { outcome.length += 1 }
      last = max(last, term.positionOffset)
      // As in the index, where a term that is left out may have covered positions.
      extent = max(extent, term.positionOffset + term.positionCount - 1)
      let found = matches(term.bytes)
      guard !found.isEmpty else { continue }
      let rarity = try rarity.rarity(of: term.bytes)
      outcome.matches += found.map {
        Match(word: $0, offset: term.positionOffset, rarity: rarity)
      }
    }
    outcome.extraPositions = extent
    return outcome
  }

  /// Returns the query's words that `term` is.
  private func matches(_ term: [UInt8]) -> [Int] {
    var found = exact[term] ?? []
    guard term.first != AnalyzedTerm.stemMarker else { return found }
    for (word, prefix) in prefixes where term.starts(with: prefix) { found.append(word) }
    for (word, automaton) in patterns where automaton.accepts(term) { found.append(word) }
    return found
  }
}

/// A pattern of words, matched by the automaton that also finds its terms in an index.
private enum PatternMatcher {
  case nothing
  case fuzzy(FuzzyAutomaton)
  case misspelt(Misspelling)
  case short(WildcardAutomaton<ShortStateSet>)
  case long(WildcardAutomaton<LongStateSet>)

  init(_ pattern: TermPattern) {
    switch pattern {
    case .fuzzy(let word, let edits): self = .fuzzy(FuzzyAutomaton(word, edits: edits))
    case .misspelt(let misspelling): self = .misspelt(misspelling)
    case .wildcards(let pattern):
      let count = pattern.leastByteCount
      if count < ShortStateSet.count {
        self = .short(WildcardAutomaton(pattern))
      } else {
        self = count > Limits.termByteCount ? .nothing : .long(WildcardAutomaton(pattern))
      }
    }
  }

  func accepts(_ term: [UInt8]) -> Bool {
    switch self {
    case .nothing: false
    case .fuzzy(let automaton): automaton.accepts(term)
    case .misspelt(let misspelling): misspelling.accepts(term)
    case .short(let automaton): automaton.accepts(term)
    case .long(let automaton): automaton.accepts(term)
    }
  }
}
