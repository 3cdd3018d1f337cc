/// One word of a phrase in one segment: its postings with their positions.
///
/// Places within a unit are asked for in rising order, so the sum of the frequencies before a posting
/// is carried on instead of being added up each time.
@safe
final class PositionedTerm {
  /// The postings; their weight is that of the phrase.
  let scorer: TermScorer
  /// Where the documents of the leading unit stand in this list, by their place in that unit.
  let places = GrowingArray<PostingPlace>(capacity: Limits.unitSize)
  private let cursor: PostingsCursor
  private let reader: PositionsReader
  private var unit = -1
  private var place = 0
  private var sum: UInt32 = 0

  init(_ scorer: TermScorer, _ reader: PositionsReader) {
    self.scorer = scorer
    cursor = scorer.cursor
    self.reader = reader
    places.setCountOfUninitialized(Limits.unitSize)
  }

  /// How often the word stands in document `origin` of the leading unit.
  ///
  /// - Throws: `corrupted`.
  @inline(__always)
  func frequency(ofOrigin origin: Int) throws(SearchError) -> UInt32 {
    let target = places[origin]
    cursor.move(toUnit: Int(target.unit))
    try cursor.loadFrequencies()
    // SAFETY: the place was found in this unit.
    return unsafe cursor.frequencies[Int(target.place)]
  }

  /// The word's positions in document `origin` of the leading unit, rising; lent until the next
  /// call.
  ///
  /// - Throws: `corrupted`.
  @unsafe @inline(__always)
  func positions(ofOrigin origin: Int) throws(SearchError) -> UnsafeBufferPointer<UInt32> {
    let target = places[origin]
    cursor.move(toUnit: Int(target.unit))
    return unsafe try positions(at: Int(target.place))
  }

  /// The word's positions in the document at `place` of the unit at hand, rising; lent until the
  /// next call.
  ///
  /// - Throws: `corrupted`.
  @unsafe
  func positions(at place: Int) throws(SearchError) -> UnsafeBufferPointer<UInt32> {
    try cursor.loadFrequencies()
    let frequencies = unsafe cursor.frequencies
    var from = self.place
    var sum = self.sum
    if unit != cursor.unit || place < from {
      unit = cursor.unit
      (from, sum) = (0, 0)
    }
    // SAFETY: `place` is below the unit's count. A unit's frequencies add up to less than 2^32, or the
    // list is damaged and the reader finds the number too large.
    for index in from..<place { sum &+= unsafe frequencies[index] }
    self.place = place
    self.sum = sum
    let count = unsafe Int(clamping: frequencies[place])
    let start = cursor.positionStart
    let numbers = unsafe try reader.read(
      start.index &+ Int(clamping: sum), count: count, start: start)
    return unsafe UnsafeBufferPointer(start: numbers, count: count)
  }
}
