/// Passes the words of one value to a field's stream.
struct FieldSink: WordSink {
  private let termIDs: TermIDCache
  private let queue: WordQueue
  private let stream: TokenStream
  private let tokenLimit: Int
  private var positions: PositionCounter
  /// The number of tokens of the document so far.
  private(set) var length: Int
  /// The number of tokens that were skipped because they were too long or too many.
  private(set) var skippedCount = 0

  /// Creates a sink that continues at `position` in a document that has `length` tokens.
  init(
    termIDs: TermIDCache, queue: WordQueue, stream: TokenStream, tokenLimit: Int, position: Int,
    length: Int
  ) {
    self.termIDs = termIDs
    self.queue = queue
    self.stream = stream
    self.tokenLimit = tokenLimit
    positions = PositionCounter(after: position)
    self.length = length
  }

  /// The last position that a token covers; -1 before the first.
  var position: Int { positions.last }

  @inline(__always)
  mutating func accept(_ word: FoundWord, in text: Span<UInt8>) {
    guard length < tokenLimit else {
      skippedCount &+= 1
      return
    }
    queue.append(word, of: text, termIDs)
    if queue.isFull { addWords() }
  }

  /// Adds all that waits. Must be called after the last word.
  mutating func finish() {
    addWords()
    addHeldTerms()
  }

  /// Adds the words that wait in the queue.
  @inline(never)
  private mutating func addWords() {
    queue.lookUp(termIDs)
    for index in 0..<queue.count {
      let word = queue[index]
      let increment = Int(word.positionIncrement)
      if increment > 0, queue.held.count > 0 { addHeldTerms() }
      let position = positions.advance(by: increment)
      if length >= tokenLimit {
        skippedCount &+= 1
      } else if word.termID & TermIDCache.listFlag == 0 {
        stream.append(term: word.termID, position: position)
        if increment > 0 { length &+= 1 }
      } else {
        acceptList(word.termID, at: position, increment: increment)
      }
    }
    queue.removeAll()
  }

  /// Adds the terms of a word that does not give exactly one term at its own position.
  @inline(never)
  private mutating func acceptList(_ termID: UInt32, at position: Int, increment: Int) {
    let termLists = termIDs.termLists
    let record = Int(termID & ~TermIDCache.listFlag)
    guard termLists[record] != TermIDCache.skipped else {
      skippedCount += 1
      return
    }
    var last = -1
    for part in 0..<Int(termLists[record]) {
      let offset = Int(termLists[record &+ 2 &* part &+ 3])
      let term = termLists[record &+ 2 &* part &+ 2]
      if offset == 0 {
        stream.append(term: term, position: position)
      } else {
        // Another reading of the word may follow, which begins before this term.
        let later = PositionCounter.position(position, plus: offset)
        queue.held.append(UInt64(later) &<< 32 | UInt64(term))
      }
      if offset > last, offset > 0 || increment > 0 { length &+= 1 }
      last = max(last, offset)
    }
    positions.cover(Int(termLists[record &+ 1]))
  }

  private static let manyTerms = 32

  @inline(never)
  private func sort(_ held: GrowingArray<UInt64>) {
    let sorted = (0..<held.count).map { held[$0] }.ordered { $0 &>> 32 < $1 &>> 32 }
    for index in 0..<held.count { held[index] = sorted[index] }
  }

  /// Adds the later terms of the last word in all its readings, in the order of their positions.
  @inline(never)
  private func addHeldTerms() {
    let held = queue.held
    // One word may have thousands of readings, and nearly all have a few terms.
    if held.count > Self.manyTerms { sort(held) }
    for index in 0..<held.count {
      let term = held[index]
      var slot = index
      while slot > 0, held[slot &- 1] &>> 32 > term &>> 32 {
        held[slot] = held[slot &- 1]
        slot &-= 1
      }
      held[slot] = term
    }
    for index in 0..<held.count {
      stream.append(
        term: UInt32(truncatingIfNeeded: held[index]), position: Int(held[index] &>> 32))
    }
    held.removeAll()
  }
}
