/// How often a phrase stands in a document that has all its words.
///
/// Works on the possible starts of the phrase: those of the word that is rarest in the document,
/// thinned out by each other word. A word that occurs at several places of the phrase is read once.
@safe
final class PhraseMatcher {
  /// The distinct words.
  let words: [PositionedTerm]
  /// What the phrase is worth.
  let weight: Float
  /// Where the phrase starts in the document that ``frequency(ofOrigin:)`` was asked for.
  let starts = GrowingArray<Int>()
  /// At which offsets each word stands.
  private let offsets: [[Int]]

  /// - Parameters:
  ///   - words: the distinct words.
  ///   - parts: which word stands at which offset.
  init(words: [PositionedTerm], parts: [(word: Int, offset: Int)], weight: Float) {
    self.words = words
    self.weight = weight
    offsets = words.indices.map { word in parts.filter { $0.word == word }.map(\.offset) }
  }

  /// How often the phrase stands in document `origin` of the leading unit, which all words have.
  ///
  /// - Throws: `corrupted`.
  func frequency(ofOrigin origin: Int) throws(SearchError) -> UInt32 {
    var rarest = 0
    var lowest = Int.max
    for index in words.indices {
      let frequency = try words[index].move(toOrigin: origin)
      if frequency < lowest { (rarest, lowest) = (index, frequency) }
    }
    starts.removeAll()
    let positions = unsafe try words[rarest].positions(ofOrigin: origin)
    let first = offsets[rarest][0]
    for index in 0..<positions.count {
      // SAFETY: below the count.
      let start = unsafe Int(clamping: positions[index]) &- first
      if start >= 0 { starts.append(start) }
    }
    for offset in offsets[rarest].dropFirst() { unsafe keepStarts(positions, offset) }
    for index in words.indices where index != rarest && starts.count > 0 {
      let positions = unsafe try words[index].positions(ofOrigin: origin)
      for offset in offsets[index] { unsafe keepStarts(positions, offset) }
    }
    return UInt32(truncatingIfNeeded: starts.count)
  }

  /// Keeps the starts that have one of `positions` at `offset`.
  @unsafe
  private func keepStarts(_ positions: UnsafeBufferPointer<UInt32>, _ offset: Int) {
    guard let numbers = positions.baseAddress else { return starts.removeAll() }
    let all = unsafe starts.elements
    let count = positions.count
    var kept = 0
    var next = 0
    // SAFETY: all indices are checked against the counts.
    for index in 0..<starts.count {
      let start = unsafe all[index]
      let wanted = start &+ offset
      while unsafe next < count && Int(clamping: numbers[next]) < wanted { next &+= 1 }
      guard next < count else { break }
      unsafe all[kept] = start
      kept &+= unsafe Int(clamping: numbers[next]) == wanted ? 1 : 0
    }
    starts.truncate(to: kept)
  }

  /// The most that the phrase can add to a score up to `last`: a phrase is not more frequent than
  /// any of its words.
  func highestScore(through last: DocumentID) -> Double {
    var lowest = Double(weight)
    for word in words {
      lowest = min(lowest, word.scorer.highestScore(through: last))
    }
    return lowest
  }
}
