/// Documents of one window that may still reach the best, rising, with the sums of their scores.
///
/// - Complexity: filters take about 1 ns per candidate.
@safe
final class CandidateBuffer {
  /// Candidates in the buffer.
  private(set) var count = 0
  /// For looking up many candidates in a unit.
  lazy var table = UnitTable()
  // SAFETY: `ScoreWindow.size` scores and as many documents, then a unit of entries and one more for each of
  // the two others; one piece of memory, freed with this object.
  private let scoreStorage: UnsafeMutablePointer<Double>
  private let documentStorage: UnsafeMutablePointer<UInt32>
  private let foundStorage: UnsafeMutablePointer<UInt32>
  private let placeStorage: UnsafeMutablePointer<UInt32>

  init() {
    let size = ScoreWindow.size
    let unit = Limits.unitSize + 1
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: size * (8 + 4) + 2 * unit * 4, alignment: 8)
    unsafe scoreStorage = memory.bindMemory(to: Double.self, capacity: size)
    let numbers = unsafe (memory + size * 8).bindMemory(
      to: UInt32.self, capacity: size + 2 * unit)
    unsafe documentStorage = numbers
    unsafe foundStorage = numbers + size
    unsafe placeStorage = numbers + size + unit
  }

  deinit {
    unsafe UnsafeMutableRawPointer(scoreStorage).deallocate()
  }

  /// The candidates' documents.
  @unsafe @inline(__always)
  var documents: UnsafeMutablePointer<UInt32> { unsafe documentStorage }

  /// The candidates' sums.
  @unsafe @inline(__always)
  var scores: UnsafeMutablePointer<Double> { unsafe scoreStorage }

  /// The first candidate's document.
  ///
  /// - Precondition: there is one.
  @inline(__always)
  var first: DocumentID {
    checkInvariant(count > 0, "the first of no candidates")
    // SAFETY: there is one, as promised; else memory that is there all the same.
    return unsafe documentStorage[0]
  }

  /// Which candidates the unit has that was looked through last, and an entry to write past them.
  @unsafe @inline(__always)
  var found: UnsafeMutablePointer<UInt32> { unsafe foundStorage }

  /// Where the unit has them.
  @unsafe @inline(__always)
  var places: UnsafeMutablePointer<UInt32> { unsafe placeStorage }

  /// Empties the buffer.
  @inline(__always)
  func removeAll() { count = 0 }

  /// Adds a candidate.
  ///
  /// - Precondition: the buffer holds fewer than a window of candidates.
  @inline(__always)
  func append(_ document: DocumentID, _ score: Double) {
    checkInvariant(count < ScoreWindow.size, "more candidates than a window has documents")
    // SAFETY: below the window's size.
    unsafe documentStorage[count] = document
    unsafe scoreStorage[count] = score
    count &+= 1
  }

  /// Makes `count` documents the candidates, with sums of 0.
  ///
  /// - Precondition: they are at most a window.
  @unsafe @inline(__always)
  func fill(_ documents: UnsafePointer<UInt32>, count: Int) {
    checkInvariant(count <= ScoreWindow.size, "more candidates than a window has documents")
    // SAFETY: checked above.
    unsafe documentStorage.update(from: documents, count: count)
    unsafe scoreStorage.update(repeating: 0, count: count)
    self.count = count
  }

  /// Makes those of `count` documents the candidates whose score exceeds `limit`.
  ///
  /// - Parameter score: Called with each document and its place.
  /// - Precondition: they are at most a window.
  @unsafe @inline(__always)
  func fill(
    _ documents: UnsafePointer<UInt32>, count: Int, above limit: Double,
    _ score: (Int, DocumentID) -> Double
  ) {
    checkInvariant(count <= ScoreWindow.size, "more candidates than a window has documents")
    let (targets, scores) = unsafe (documentStorage, scoreStorage)
    var kept = 0
    for index in 0..<count {
      // SAFETY: both indices are below `count`, which was checked.
      let document = unsafe documents[index]
      let score = score(index, document)
      unsafe targets[kept] = document
      unsafe scores[kept] = score
      kept &+= score > limit ? 1 : 0
    }
    self.count = kept
  }

  /// Moves the candidates of `range` to `start`, which is not behind them; returns where they end.
  @inline(__always)
  func move(_ range: Range<Int>, to start: Int) -> Int {
    var target = start
    for index in range {
      // SAFETY: `target` never overtakes `index`, which is below `count`.
      unsafe documentStorage[target] = documentStorage[index]
      unsafe scoreStorage[target] = scoreStorage[index]
      target &+= 1
    }
    return target
  }

  /// Keeps the first `count` candidates.
  ///
  /// - Precondition: there are as many.
  @inline(__always)
  func truncate(to count: Int) {
    checkInvariant(count <= self.count, "\(count) of \(self.count) candidates")
    self.count = count
  }

  /// Keeps the candidates whose sum exceeds `limit`.
  func keep(above limit: Double) {
    var kept = 0
    for index in 0..<count {
      // SAFETY: both indices are below `count`.
      let score = unsafe scoreStorage[index]
      unsafe documentStorage[kept] = documentStorage[index]
      unsafe scoreStorage[kept] = score
      kept &+= score > limit ? 1 : 0
    }
    count = kept
  }

  /// Keeps the candidates with a 1 in `marks`, which has 0 for all others.
  @unsafe
  func keep(marked marks: UnsafePointer<UInt8>) {
    var kept = 0
    for index in 0..<count {
      // SAFETY: both indices are below `count`.
      unsafe documentStorage[kept] = documentStorage[index]
      unsafe scoreStorage[kept] = scoreStorage[index]
      kept &+= unsafe Int(marks[index])
    }
    count = kept
  }

  /// Makes the documents of `window`, which begins at `start`, the candidates whose sums exceed `limit`,
  /// and clears the window.
  func gather(_ window: ScoreWindow, from start: DocumentID, above limit: Double) {
    removeAll()
    window.drain { offset, sum in
      if sum > limit { append(start &+ DocumentID(truncatingIfNeeded: offset), sum) }
    }
  }

  /// Keeps the candidates that are live.
  func keepLive(_ live: LiveDocuments) {
    guard live.words != nil else { return }
    var kept = 0
    for index in 0..<count {
      // SAFETY: both indices are below `count`.
      let document = unsafe documentStorage[index]
      unsafe scoreStorage[kept] = scoreStorage[index]
      unsafe documentStorage[kept] = document
      kept &+= live.isLive(document) ? 1 : 0
    }
    count = kept
  }

  /// Offers all candidates to `top`, as documents that start at `base`.
  func offer(to top: TopDocuments, base: UInt32) {
    // SAFETY: `count` documents, and as many scores.
    unsafe top.insert(documentStorage, scoreStorage, count: count, base: base)
  }
}
