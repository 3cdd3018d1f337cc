/// One word of a phrase in one segment: its postings with their positions.
///
/// Places are asked for in rising order, so the sum of the frequencies before a posting is carried
/// on within a unit instead of being added up each time.
@safe
final class PositionedTerm {
  /// The postings; their weight is that of the phrase.
  let scorer: TermScorer
  /// Where the documents of the leading unit stand in this list, by their place in that unit.
  let places = GrowingArray<PostingPlace>(capacity: Limits.unitSize)
  private let reader: PositionsReader
  private var unit = -1
  private var place = 0
  private var sum = 0

  init(_ scorer: TermScorer, _ reader: PositionsReader) {
    self.scorer = scorer
    self.reader = reader
    places.setCountOfUninitialized(Limits.unitSize)
  }

  /// Moves to the posting of document `origin` of the leading unit.
  ///
  /// - Returns: how often the word stands in the document.
  /// - Throws: `corrupted`.
  @inline(__always)
  func move(toOrigin origin: Int) throws(SearchError) -> Int {
    let target = places[origin]
    let cursor = scorer.cursor
    cursor.move(toUnit: Int(target.unit))
    try cursor.loadFrequencies()
    // SAFETY: the place was found in this unit.
    return unsafe Int(clamping: cursor.frequencies[Int(target.place)])
  }

  /// The word's positions in document `origin` of the leading unit, rising; lent until the next
  /// call.
  ///
  /// - Precondition: ``move(toOrigin:)`` was called for it.
  /// - Throws: `corrupted`.
  @unsafe
  func positions(ofOrigin origin: Int) throws(SearchError) -> UnsafeBufferPointer<UInt32> {
    unsafe try positions(at: Int(places[origin].place))
  }

  /// The word's positions in the document at `place` of the unit at hand, rising; lent until the
  /// next call.
  ///
  /// - Throws: `corrupted`.
  @unsafe
  func positions(at place: Int) throws(SearchError) -> UnsafeBufferPointer<UInt32> {
    let cursor = scorer.cursor
    try cursor.loadFrequencies()
    let frequencies = unsafe cursor.frequencies
    if unit != cursor.unit || place < self.place {
      unit = cursor.unit
      self.place = 0
      sum = 0
    }
    // SAFETY: `place` is below the unit's count.
    while self.place < place {
      sum &+= unsafe Int(clamping: frequencies[self.place])
      self.place &+= 1
    }
    let count = unsafe Int(clamping: frequencies[place])
    let start = cursor.positionStart
    let numbers = unsafe try reader.read(start.index &+ sum, count: count, start: start)
    return unsafe UnsafeBufferPointer(start: numbers, count: count)
  }
}
