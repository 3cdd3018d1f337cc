/// Where a document's positions stand among all of a word's, and how many there are.
struct PositionRun: BitwiseCopyable {
  var first: UInt32
  var count: UInt32
}

/// One word of a phrase in one segment: its postings with their positions.
///
/// Of all candidates at once it is found where their positions stand: that takes adding up frequencies,
/// unit by unit. Places within a unit that are asked for one by one come in rising order, so the sum is
/// carried on instead of being added up each time.
@safe
final class PositionedTerm {
  /// The postings; their weight is that of the phrase.
  let scorer: TermScorer
  /// Where the documents of the leading unit stand in this list, by their place in that unit.
  let places = PostingPlaces()
  // SAFETY: a unit of entries, freed with this object. The positions of the documents of the leading unit,
  // after ``locate(_:)``, by their place in it.
  private let runs: UnsafeMutablePointer<PositionRun>
  private let cursor: PostingsCursor
  private let reader: PositionsReader
  private var unit = -1
  private var place = 0
  private var sum: UInt32 = 0

  init(_ scorer: TermScorer, _ reader: PositionsReader) {
    self.scorer = scorer
    cursor = scorer.cursor
    self.reader = reader
    unsafe runs = .allocate(capacity: Limits.unitSize)
    unsafe runs.initialize(repeating: PositionRun(first: 0, count: 0), count: Limits.unitSize)
  }

  deinit {
    unsafe runs.deallocate()
  }

  /// Finds where the positions of the candidates' documents stand.
  ///
  /// - Throws: `corrupted`.
  func locate(_ candidates: OriginBuffer) throws(SearchError) {
    let count = candidates.buffer.count
    let origins = unsafe candidates.origins
    let (places, runs) = unsafe (places.elements, runs)
    var index = 0
    // SAFETY: `index` is below the count; an origin and a place are below the unit's size.
    while index < count {
      let unit = unsafe places[Int(origins[index])].unit
      cursor.move(toUnit: Int(unit))
      try cursor.loadFrequencies()
      let frequencies = unsafe cursor.frequencies
      // A damaged list may add up to anything: then the reader finds the number too large.
      var sum = UInt32(truncatingIfNeeded: cursor.positionStart.index)
      var place = 0
      repeat {
        let origin = unsafe Int(origins[index])
        let target = unsafe Int(places[origin].place)
        while place < target {
          sum &+= unsafe frequencies[place]
          place &+= 1
        }
        unsafe runs[origin] = PositionRun(first: sum, count: frequencies[target])
        index &+= 1
      } while unsafe index < count && places[Int(origins[index])].unit == unit
    }
  }

  /// How often the word stands in document `origin` of the leading unit, which was located.
  @inline(__always)
  func frequency(ofLocated origin: Int) -> UInt32 {
    // SAFETY: masked to a unit.
    unsafe runs[origin & (Limits.unitSize &- 1)].count
  }

  /// The word's positions in document `origin` of the leading unit, which was located, rising; lent
  /// until the next call.
  ///
  /// - Throws: `corrupted`.
  @unsafe @inline(__always)
  func positions(ofLocated origin: Int) throws(SearchError) -> UnsafeBufferPointer<UInt32> {
    // SAFETY: masked to a unit.
    let run = unsafe runs[origin & (Limits.unitSize &- 1)]
    let start = cursor.positionStart(ofUnit: Int(places[origin].unit))
    let count = Int(clamping: run.count)
    let numbers = unsafe try reader.read(Int(clamping: run.first), count: count, start: start)
    return unsafe UnsafeBufferPointer(start: numbers, count: count)
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
