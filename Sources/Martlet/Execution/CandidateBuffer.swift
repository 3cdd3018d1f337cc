/// Documents of one window that may still reach the best, rising, with the sums of their scores.
///
/// - Complexity: filters are branch-free, about 1 ns per candidate.
@safe
final class CandidateBuffer {
  /// Candidates in the buffer.
  private(set) var count = 0
  // SAFETY: `ScoreWindow.size` entries each, freed with this object.
  private let documentStorage: UnsafeMutablePointer<UInt32>
  private let scoreStorage: UnsafeMutablePointer<Double>

  init() {
    unsafe documentStorage = .allocate(capacity: ScoreWindow.size)
    unsafe scoreStorage = .allocate(capacity: ScoreWindow.size)
  }

  deinit {
    unsafe documentStorage.deallocate()
    unsafe scoreStorage.deallocate()
  }

  /// The candidates' documents.
  @unsafe @inline(__always)
  var documents: UnsafeMutablePointer<UInt32> { unsafe documentStorage }

  /// The candidates' sums.
  @unsafe @inline(__always)
  var scores: UnsafeMutablePointer<Double> { unsafe scoreStorage }

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
    for index in 0..<count {
      // SAFETY: below `count`.
      top.insert(unsafe base &+ documentStorage[index], score: unsafe Float(scoreStorage[index]))
    }
  }
}
