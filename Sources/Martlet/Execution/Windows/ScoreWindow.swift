/// The sums of scores for a window of consecutive documents, and the set of documents that have a
/// sum.
///
/// There is one per search and thread, reused for each window and segment; only the sums of the
/// documents in the set are cleared. Its memory goes from one search to the next.
@safe
final class ScoreWindow {
  /// The number of documents in the largest window.
  static let size = WindowBits.size

  /// The documents that have a sum.
  let touched = WindowBits()
  // SAFETY: `size` numbers of the memory, which this object keeps.
  private let sums: UnsafeMutablePointer<Double>
  private let memory: CandidateMemory

  /// Creates a window whose sums are in `memory`, which no other window uses, and are 0.
  init(_ memory: CandidateMemory) {
    self.memory = memory
    unsafe sums = memory.windowSums
  }

  /// Adds `score` to the document at `offset`.
  ///
  /// - Precondition: `offset` is below ``size``.
  @unsafe @inline(__always)
  func add(_ score: Double, at offset: UInt32) {
    // SAFETY: the caller keeps to the window.
    unsafe sums[Int(offset)] += score
    touched.insert(Int(offset))
  }

  /// Returns the sum of the document at `offset`, and resets it to 0.
  ///
  /// - Precondition: Every offset that has a sum is taken before the next window.
  @inline(__always)
  func take(at offset: Int) -> Double {
    precondition(
      offset >= 0 && offset < Self.size, "offset \(offset) is outside a window of \(Self.size)")
    touched.remove(offset)
    // SAFETY: checked above.
    defer { unsafe sums[offset] = 0 }
    return unsafe sums[offset]
  }

  /// Calls `body` with each offset that has a sum, in rising order, and clears the window.
  @inline(__always)
  func drain(_ body: (_ offset: Int, _ sum: Double) -> Void) {
    touched.drain { offset in
      // SAFETY: only offsets in the window have a sum.
      body(offset, unsafe sums[offset])
      unsafe sums[offset] = 0
    }
  }
}
