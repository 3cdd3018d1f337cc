/// The `k` best documents seen so far, in whatever order they come.
///
/// A document is better if its score is higher, or at equal scores if its number is lower. Each
/// document is a packed key, the score's bits above and the number's complement below, because
/// positive floats order like their bits. So ties are decided exactly, in any order of arrival.
///
/// A small `k` uses a binary heap with the worst on top. For a large one, new documents are
/// appended without order, and once there are 2 `k`, a selection drops the worst, down to `k` and
/// about a quarter. Such a pass takes a nanosecond or two per document, where a heap of thousands
/// mispredicts a branch at each level.
///
/// Invariant: once `k` were seen, ``worst`` is at most the worst of the best, and never falls.
///
/// - Complexity: `insert` is O(log k) with a heap and O(1) on average without; rejecting is O(1).
@safe
final class TopDocuments {
  /// One document and its score.
  struct Entry: Equatable {
    var document: UInt32
    var score: Float
  }

  /// The smallest capacity without a heap.
  private static let smallestWithWaiting = 256

  /// The largest number of documents that are kept.
  let capacity: Int
  /// The number of keys held: those of the best documents, and those that a selection may drop.
  private var count = 0
  /// The key that a key must exceed: 0 until `capacity` were seen, here or elsewhere.
  private(set) var worst: UInt64 = 0
  /// The score that a score must exceed to be examined, see ``limitForScore``: negative until
  /// `capacity` were seen, here or elsewhere. Scores equal to the worst may win by their document.
  private(set) var limit = -1.0
  /// Returns the limit for a score that documents have to exceed, if the limit is not of the scores
  /// that are inserted but of what these are computed from.
  var limitForScore: ((Double) -> Double)?
  /// A key that at least `capacity` documents are known to reach.
  private var floor: UInt64 = 0
  /// The number of keys that can be held before a selection drops the worst.
  private let room: Int
  private var allocated: Int
  // SAFETY: `allocated` keys and one more, for the sentinel that `siftDown` reads after the last
  // one.
  private var keys: UnsafeMutablePointer<UInt64>

  init(capacity: Int) {
    self.capacity = max(0, capacity)
    let waiting = capacity >= Self.smallestWithWaiting ? capacity : 0
    room = self.capacity + min(waiting, .max - self.capacity)
    allocated = min(room, 1_024)
    unsafe keys = .allocate(capacity: allocated + 1)
    if self.capacity == 0 { (worst, limit) = (.max, .infinity) }
  }

  deinit {
    unsafe keys.deallocate()
  }

  /// Inserts a document, unless `capacity` better ones are known.
  ///
  /// - Precondition: `score` is not negative and not NaN.
  @inline(__always)
  func insert(_ document: UInt32, score: Float) {
    let key = Self.key(document, score)
    if key > worst { insert(key) }
  }

  /// Inserts `count` documents, whose numbers are relative to `base`.
  ///
  /// - Precondition: No score is negative or NaN.
  @unsafe
  func insert(
    _ documents: UnsafePointer<UInt32>, _ scores: UnsafePointer<Double>, count: Int, base: UInt32
  ) {
    guard room > capacity else {
      for index in 0..<count {
        // SAFETY: below the count.
        insert(unsafe base &+ documents[index], score: unsafe Float(scores[index]))
      }
      return
    }
    var index = 0
    while index < count {
      let held = self.count
      let end = min(count, index &+ (held < capacity ? capacity : room) &- held)
      while allocated < held &+ end &- index { grow() }
      unsafe append(documents, scores, index..<end, base: base)
      index = end
      if self.count > held, self.count == capacity || self.count == room { keepBest() }
    }
  }

  /// Appends the keys of a range of documents that exceed the worst.
  ///
  /// - Precondition: There is room for all.
  @unsafe @inline(__always)
  private func append(
    _ documents: UnsafePointer<UInt32>, _ scores: UnsafePointer<Double>, _ range: Range<Int>,
    base: UInt32
  ) {
    let (keys, worst) = unsafe (keys, worst)
    var count = count
    for index in range {
      // SAFETY: a slot for each of the range, and one after them.
      let key = unsafe Self.key(base &+ documents[index], Float(scores[index]))
      unsafe keys[count] = key
      count &+= key > worst ? 1 : 0
    }
    self.count = count
  }

  @inline(__always)
  private static func key(_ document: UInt32, _ score: Float) -> UInt64 {
    UInt64(score.bitPattern) &<< 32 | UInt64(~document)
  }

  @inline(never)
  private func insert(_ key: UInt64) {
    if room == capacity, count == capacity {
      // SAFETY: full, so index 0 exists.
      unsafe keys[0] = key
      siftDown()
      return setWorst()
    }
    if count == allocated { grow() }
    // SAFETY: below `allocated`.
    unsafe keys[count] = key
    count += 1
    if room == capacity {
      siftUp()
      if count == capacity { setWorst() }
    } else if count == capacity || count == room {
      keepBest()
    }
  }

  /// Drops keys until only about the best `capacity` are left.
  private func keepBest() {
    // SAFETY: `count` keys are initialised, and at least `capacity` of them.
    count = unsafe KeySelection.moveLargest(
      capacity, upTo: capacity + (room - capacity) / 4, of: keys, count: count)
    var least = unsafe keys[0]
    for index in 1..<count { least = unsafe min(least, keys[index]) }
    setWorst(max(floor, least))
  }

  private func setWorst() {
    // SAFETY: called with at least one key.
    setWorst(max(floor, unsafe keys[0]))
  }

  private func setWorst(_ key: UInt64) {
    worst = key
    // Scores are not negative, so the next one below has the next lower bits.
    let bits = UInt32(truncatingIfNeeded: key &>> 32)
    limit = bits == 0 ? -Double(Float.leastNonzeroMagnitude) : Double(Float(bitPattern: bits &- 1))
    if let limitForScore { limit = limitForScore(limit) }
  }

  /// Raises ``worst`` to `key`, because enough documents elsewhere are at least as good.
  @inline(__always)
  func raise(to key: UInt64) {
    if key > worst {
      floor = key
      setWorst(key)
    }
  }

  private func grow() {
    let newAllocated = min(room, allocated * 2)
    let memory = UnsafeMutablePointer<UInt64>.allocate(capacity: newAllocated + 1)
    // SAFETY: both hold `count` keys.
    unsafe memory.update(from: keys, count: count)
    unsafe keys.deallocate()
    unsafe keys = memory
    allocated = newAllocated
  }

  /// Restores the heap after its last key was added.
  private func siftUp() {
    var child = count &- 1
    // SAFETY: all indices are below `count`.
    let key = unsafe keys[child]
    while child > 0 {
      let parent = (child &- 1) &>> 1
      guard unsafe keys[parent] > key else { break }
      unsafe keys[child] = keys[parent]
      child = parent
    }
    unsafe keys[child] = key
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

  /// Returns the documents kept, the best first.
  func sorted() -> [Entry] {
    if count > capacity {
      // SAFETY: `count` keys are initialised.
      count = unsafe KeySelection.moveLargest(capacity, upTo: capacity, of: keys, count: count)
    }
    guard count > 0 else { return [] }
    // SAFETY: `count` keys are initialised.
    unsafe KeySelection.sort(keys, count: count)
    var entries = [Entry](repeating: Entry(document: 0, score: 0), count: count)
    unsafe entries.withUnsafeMutableBufferPointer { entries in
      for index in 0..<count {
        // SAFETY: both have `count` elements.
        let key = unsafe keys[count &- 1 &- index]
        unsafe entries[index] = Entry(
          document: ~UInt32(truncatingIfNeeded: key),
          score: Float(bitPattern: UInt32(truncatingIfNeeded: key &>> 32)))
      }
    }
    return entries
  }
}
