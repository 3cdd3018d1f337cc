/// The `k` best documents seen so far.
///
/// Better is a higher score; of equal scores, the document with the lower number. Documents must
/// come in rising order, so a document with the threshold's score never displaces one that is kept,
/// and pruning may drop everything at or below the threshold.
///
/// A binary heap of packed keys, the worst on top: the score's bits above, the document's
/// complement below, because positive floats order like their bits. Not a general heap: entries are
/// never removed but by better ones.
///
/// Invariants: `count <= k`; once full, `threshold` is the worst kept score, and it never falls.
///
/// - Complexity: `insert` is O(log k); rejecting a score at or below `threshold` is O(1).
@safe
final class TopDocuments {
  /// One document and its score.
  struct Entry: Equatable {
    var document: UInt32
    var score: Float
  }

  /// How many documents are kept at most.
  let capacity: Int
  /// Documents kept.
  private(set) var count = 0
  /// The score that a document must exceed to be kept: negative until `capacity` are kept.
  private(set) var threshold: Float = -1
  private var allocated: Int
  private var keys: UnsafeMutablePointer<UInt64>

  init(capacity: Int) {
    self.capacity = max(0, capacity)
    allocated = min(self.capacity, 1_024)
    // SAFETY: one more, for the sentinel that `siftDown` reads behind the last key.
    unsafe keys = .allocate(capacity: allocated + 1)
    if self.capacity == 0 { threshold = .infinity }
  }

  deinit {
    unsafe keys.deallocate()
  }

  /// Offers a document.
  ///
  /// - Precondition: `score` is not negative and not NaN.
  @inline(__always)
  func insert(_ document: UInt32, score: Float) {
    if score > threshold { replace(UInt64(score.bitPattern) &<< 32 | UInt64(~document)) }
  }

  @inline(never)
  private func replace(_ key: UInt64) {
    guard count == capacity else { return add(key) }
    // SAFETY: full, so index 0 exists.
    unsafe keys[0] = key
    siftDown()
    threshold = unsafe Float(bitPattern: UInt32(truncatingIfNeeded: keys[0] &>> 32))
  }

  private func add(_ key: UInt64) {
    if count == allocated { grow() }
    var child = count
    count += 1
    // SAFETY: all indices are below `count`, at most `allocated`.
    while child > 0 {
      let parent = (child &- 1) &>> 1
      guard unsafe keys[parent] > key else { break }
      unsafe keys[child] = keys[parent]
      child = parent
    }
    unsafe keys[child] = key
    guard count == capacity else { return }
    threshold = unsafe Float(bitPattern: UInt32(truncatingIfNeeded: keys[0] &>> 32))
  }

  private func grow() {
    let newAllocated = min(capacity, allocated * 2)
    let memory = UnsafeMutablePointer<UInt64>.allocate(capacity: newAllocated + 1)
    // SAFETY: both hold `count` keys.
    unsafe memory.update(from: keys, count: count)
    unsafe keys.deallocate()
    unsafe keys = memory
    allocated = newAllocated
  }

  /// Restores the heap after its top was replaced.
  private func siftDown() {
    // SAFETY: a child's index is at most `count`; the entry there is the sentinel.
    unsafe keys[count] = .max
    let key = unsafe keys[0]
    var parent = 0
    while true {
      var child = parent &* 2 &+ 1
      guard child < count else { break }
      // Arithmetic in place of a branch: which child is smaller cannot be predicted.
      let difference = unsafe keys[child].subtractingReportingOverflow(keys[child &+ 1])
      child &+= difference.overflow ? 0 : 1
      guard unsafe keys[child] < key else { break }
      unsafe keys[parent] = keys[child]
      parent = child
    }
    unsafe keys[parent] = key
  }

  /// The documents kept, the best first.
  func sorted() -> [Entry] {
    var all: [UInt64] = []
    all.reserveCapacity(count)
    for index in 0..<count { all.append(unsafe keys[index]) }
    all.sort(by: >)
    return all.map { key in
      Entry(
        document: ~UInt32(truncatingIfNeeded: key),
        score: Float(bitPattern: UInt32(truncatingIfNeeded: key &>> 32)))
    }
  }
}
