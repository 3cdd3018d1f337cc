/// Hands the words of one value to a field's stream.
struct FieldSink: WordSink {
  private let meanings: WordMeanings
  private let queue: WordQueue
  private let stream: TokenStream
  private let tokenLimit: Int
  /// The position of the last token, -1 before the first.
  private(set) var position: Int
  /// Tokens of the document so far.
  private(set) var length: Int
  /// Tokens that gave no term because of their length or their number.
  private(set) var skippedCount = 0

  /// Goes on at `position` in a document that has `length` tokens.
  init(
    meanings: WordMeanings, queue: WordQueue, stream: TokenStream, tokenLimit: Int, position: Int,
    length: Int
  ) {
    self.meanings = meanings
    self.queue = queue
    self.stream = stream
    self.tokenLimit = tokenLimit
    self.position = position
    self.length = length
  }

  @inline(__always)
  mutating func accept(_ word: FoundWord) {
    guard length < tokenLimit else {
      skippedCount &+= 1
      return
    }
    unsafe queue.append(word, meanings)
    if queue.isFull { finish() }
  }

  /// Takes the words that wait in the queue. To be called after the last word.
  @inline(never)
  mutating func finish() {
    let words = unsafe queue.removeAll(meanings)
    for index in 0..<words.count {
      // SAFETY: below the count, and the queue is not used meanwhile.
      let word = unsafe words[index]
      let increment = Int(word.positionIncrement)
      position = Self.position(position, plus: increment)
      if length >= tokenLimit {
        skippedCount &+= 1
      } else if word.meaning & WordMeanings.compoundFlag == 0 {
        stream.append(term: word.meaning, position: position)
        if increment > 0 { length &+= 1 }
      } else {
        acceptCompound(word.meaning, increment: increment)
      }
    }
  }

  /// Adds what a word gives when that is not exactly one term at its own position.
  @inline(never)
  private mutating func acceptCompound(_ meaning: UInt32, increment: Int) {
    let compounds = meanings.compounds
    let place = Int(meaning & ~WordMeanings.compoundFlag)
    guard compounds[place] != WordMeanings.skipped else {
      skippedCount += 1
      return
    }
    var last = -1
    for part in 0..<Int(compounds[place]) {
      let offset = Int(compounds[place &+ 2 &* part &+ 2])
      stream.append(
        term: compounds[place &+ 2 &* part &+ 1],
        position: Self.position(position, plus: offset))
      if offset > last, offset > 0 || increment > 0 { length &+= 1 }
      last = max(last, offset)
    }
    if last > 0 { position = Self.position(position, plus: last) }
  }

  /// The position `distance` further on, at most the limit; the sum alone may leave 32 bits.
  @inline(__always)
  private static func position(_ position: Int, plus distance: Int) -> Int {
    position &+ min(distance, Limits.tokensPerField &- position)
  }
}
