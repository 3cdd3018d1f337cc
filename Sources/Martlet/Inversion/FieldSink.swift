/// Passes the words of one value to a field's stream.
struct FieldSink: WordSink {
  private let termIDs: TermIDCache
  private let queue: WordQueue
  private let stream: TokenStream
  private let tokenLimit: Int
  /// The position of the last token; -1 before the first.
  private(set) var position: Int
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
    self.position = position
    self.length = length
  }

  @inline(__always)
  mutating func accept(_ word: FoundWord, in text: Span<UInt8>) {
    guard length < tokenLimit else {
      skippedCount &+= 1
      return
    }
    queue.append(word, of: text, termIDs)
    if queue.isFull { finish() }
  }

  /// Adds the words that wait in the queue. Must be called after the last word.
  @inline(never)
  mutating func finish() {
    queue.lookUp(termIDs)
    for index in 0..<queue.count {
      let word = queue[index]
      let increment = Int(word.positionIncrement)
      position = Self.position(position, plus: increment)
      if length >= tokenLimit {
        skippedCount &+= 1
      } else if word.termID & TermIDCache.listFlag == 0 {
        stream.append(term: word.termID, position: position)
        if increment > 0 { length &+= 1 }
      } else {
        acceptList(word.termID, increment: increment)
      }
    }
    queue.removeAll()
  }

  /// Adds the terms of a word that does not give exactly one term at its own position.
  @inline(never)
  private mutating func acceptList(_ termID: UInt32, increment: Int) {
    let termLists = termIDs.termLists
    let record = Int(termID & ~TermIDCache.listFlag)
    guard termLists[record] != TermIDCache.skipped else {
      skippedCount += 1
      return
    }
    var last = -1
    for part in 0..<Int(termLists[record]) {
      let offset = Int(termLists[record &+ 2 &* part &+ 3])
      stream.append(
        term: termLists[record &+ 2 &* part &+ 2],
        position: Self.position(position, plus: offset))
      if offset > last, offset > 0 || increment > 0 { length &+= 1 }
      last = max(last, offset)
    }
    let extent = Int(termLists[record &+ 1])
    if extent > 0 { position = Self.position(position, plus: extent) }
  }

  /// Returns the position `distance` further on, at most the limit. The plain sum might not fit
  /// into 32 bits.
  @inline(__always)
  private static func position(_ position: Int, plus distance: Int) -> Int {
    position &+ min(distance, Limits.tokensPerField &- position)
  }
}
