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
  // SAFETY: a unit of entries, in the same piece of memory. How many positions come before those of each
  // document of the unit that was looked at last.
  private let sums: UnsafeMutablePointer<UInt32>
  private let cursor: PostingsCursor
  private let reader: PositionsReader
  /// Whether ``locate(_:)`` is called for the candidates: then ``runs`` has their positions.
  private var isLocated = false
  private var unit = -1
  private var place = 0
  private var sum: UInt32 = 0

  init(_ scorer: TermScorer, _ reader: PositionsReader) {
    self.scorer = scorer
    cursor = scorer.cursor
    self.reader = reader
    let size = Limits.unitSize
    let stride = MemoryLayout<PositionRun>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size * (stride + 4), alignment: 8)
    unsafe runs = memory.bindMemory(to: PositionRun.self, capacity: size)
    unsafe runs.initialize(repeating: PositionRun(first: 0, count: 0), count: size)
    unsafe sums = (memory + size * stride).bindMemory(to: UInt32.self, capacity: size)
    unsafe sums.initialize(repeating: 0, count: size)
  }

  deinit {
    unsafe UnsafeMutableRawPointer(runs).deallocate()
  }

  /// Finds where the positions of the candidates' documents stand.
  ///
  /// - Throws: `corrupted`.
  func locate(_ candidates: OriginBuffer) throws(SearchError) {
    isLocated = true
    let count = candidates.buffer.count
    let origins = unsafe candidates.origins
    let places = unsafe places.elements
    var index = 0
    // SAFETY: `index` is below the count, and the place asked for ahead as well.
    while index < count {
      let unit = unsafe places[Int(origins[index])].unit
      cursor.move(toUnit: Int(unit))
      try cursor.loadFrequencies()
      let ahead = index &+ Self.few
      if unsafe ahead < count && places[Int(origins[ahead])].unit == unit {
        unsafe locateMany(candidates, &index, unit)
      } else {
        unsafe locateFew(candidates, &index, unit)
      }
    }
  }

  /// More candidates of one unit are found by adding up all its frequencies: 128 additions take as long as
  /// some mispredicted ends of a loop from one candidate to the next.
  private static let few = 4

  @unsafe @inline(__always)
  private func locateFew(_ candidates: OriginBuffer, _ index: inout Int, _ unit: UInt32) {
    let (places, origins) = unsafe (places.elements, candidates.origins)
    let frequencies = unsafe cursor.frequencies
    // A damaged list may add up to anything: then the reader finds the number too large.
    var sum = UInt32(truncatingIfNeeded: cursor.positionStart.index)
    var place = 0
    // SAFETY: `index` is below the count; an origin and a place are below the unit's size.
    repeat {
      let origin = unsafe Int(origins[index])
      let target = unsafe Int(places[origin].place)
      while place < target {
        sum &+= unsafe frequencies[place]
        place &+= 1
      }
      unsafe runs[origin] = PositionRun(first: sum, count: frequencies[target])
      index &+= 1
    } while unsafe index < candidates.buffer.count && places[Int(origins[index])].unit == unit
  }

  @unsafe @inline(__always)
  private func locateMany(_ candidates: OriginBuffer, _ index: inout Int, _ unit: UInt32) {
    let (places, origins) = unsafe (places.elements, candidates.origins)
    let (frequencies, sums) = unsafe (cursor.frequencies, sums)
    var sum = UInt32(truncatingIfNeeded: cursor.positionStart.index)
    for place in 0..<cursor.count {
      // SAFETY: below the unit's size.
      unsafe sums[place] = sum
      sum &+= unsafe frequencies[place]
    }
    // SAFETY: as above; all places are those of documents of the unit.
    repeat {
      let origin = unsafe Int(origins[index])
      let place = unsafe Int(places[origin].place)
      unsafe runs[origin] = PositionRun(first: sums[place], count: frequencies[place])
      index &+= 1
    } while unsafe index < candidates.buffer.count && places[Int(origins[index])].unit == unit
  }

  /// How often the word stands in document `origin` of the leading unit, which was located.
  @inline(__always)
  func frequency(ofLocated origin: Int) -> UInt32 {
    // SAFETY: masked to a unit.
    unsafe runs[origin & (Limits.unitSize &- 1)].count
  }

  /// The word's positions in document `origin` of the leading unit, rising; lent until the next call.
  ///
  /// - Throws: `corrupted`.
  @unsafe @inline(__always)
  func positions(ofOrigin origin: Int) throws(SearchError) -> UnsafeBufferPointer<UInt32> {
    let run = try run(ofOrigin: origin)
    let count = Int(clamping: run.count)
    let numbers = unsafe try reader.read(
      Int(clamping: run.first), count: count, start: start(ofOrigin: origin))
    return unsafe UnsafeBufferPointer(start: numbers, count: count)
  }

  /// The word's positions in document `origin` of the leading unit, when they are few.
  ///
  /// - Throws: `corrupted`.
  @inline(__always)
  func fewPositions(ofOrigin origin: Int) throws(SearchError) -> FewPositions? {
    let run = try run(ofOrigin: origin)
    return try reader.readFew(
      Int(clamping: run.first), count: Int(clamping: run.count), start: start(ofOrigin: origin))
  }

  /// Where the positions of the unit begin that has document `origin` of the leading unit.
  @inline(__always)
  private func start(ofOrigin origin: Int) -> (index: Int, offset: Int) {
    cursor.positionStart(ofUnit: Int(places[origin].unit))
  }

  @inline(__always)
  private func run(ofOrigin origin: Int) throws(SearchError) -> PositionRun {
    // SAFETY: masked to a unit.
    if isLocated { return unsafe runs[origin & (Limits.unitSize &- 1)] }
    let target = places[origin]
    cursor.move(toUnit: Int(target.unit))
    return try run(at: Int(target.place))
  }

  /// The word's positions in the document at `place` of the unit at hand, rising; lent until the
  /// next call.
  ///
  /// - Throws: `corrupted`.
  @unsafe
  func positions(at place: Int) throws(SearchError) -> UnsafeBufferPointer<UInt32> {
    let run = try run(at: place)
    let count = Int(clamping: run.count)
    let numbers = unsafe try reader.read(
      Int(clamping: run.first), count: count, start: cursor.positionStart)
    return unsafe UnsafeBufferPointer(start: numbers, count: count)
  }

  /// Where the positions in the document at `place` of the unit at hand stand.
  private func run(at place: Int) throws(SearchError) -> PositionRun {
    try cursor.loadFrequencies()
    let frequencies = unsafe cursor.frequencies
    if unit != cursor.unit || place < self.place {
      unit = cursor.unit
      self.place = 0
      sum = UInt32(truncatingIfNeeded: cursor.positionStart.index)
    }
    // SAFETY: `place` is below the unit's count. A damaged list may add up to anything: then the reader
    // finds the number too large.
    for index in self.place..<place { sum &+= unsafe frequencies[index] }
    self.place = place
    return unsafe PositionRun(first: sum, count: frequencies[place])
  }
}
