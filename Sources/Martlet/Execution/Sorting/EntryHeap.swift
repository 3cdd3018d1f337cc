/// The first few documents of a segment in a ``SegmentOrder``, in whatever order they come: a
/// binary heap with the last of them on top. Used by one thread.
///
/// - Complexity: O(1) for a document that comes after all of them, O(log capacity) for any other.
final class EntryHeap {
  private let order: SegmentOrder
  private let capacity: Int
  private let heap: GrowingArray<SegmentOrder.Entry>

  init(_ order: SegmentOrder, capacity: Int) {
    self.order = order
    self.capacity = capacity
    // There may be one of these for each of many groups.
    heap = GrowingArray(capacity: min(capacity, 64))
  }

  /// Returns true if `entry` would be one of the first documents.
  func admits(_ entry: SegmentOrder.Entry) throws(SearchError) -> Bool {
    guard heap.count == capacity, capacity > 0 else { return capacity > 0 }
    return try order.precedes(entry, heap[0])
  }

  /// Inserts `entry`, unless `capacity` others come before it.
  @inline(__always)
  func insert(_ entry: SegmentOrder.Entry) throws(SearchError) {
    if heap.count < capacity {
      heap.append(entry)
      try siftUp()
    } else if capacity > 0, entry.number <= heap[0].number {
      try replaceLast(entry)
    }
  }

  @inline(never)
  private func replaceLast(_ entry: SegmentOrder.Entry) throws(SearchError) {
    guard try order.precedes(entry, heap[0]) else { return }
    heap[0] = entry
    try siftDown()
  }

  private func siftUp() throws(SearchError) {
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard try order.precedes(heap[parent], heap[child]) else { return }
      swap(parent, child)
      child = parent
    }
  }

  private func siftDown() throws(SearchError) {
    var parent = 0
    while true {
      var last = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if try order.precedes(heap[last], heap[child]) { last = child }
      }
      if last == parent { return }
      swap(parent, last)
      parent = last
    }
  }

  private func swap(_ one: Int, _ other: Int) {
    (heap[one], heap[other]) = (heap[other], heap[one])
  }

  /// Removes the entries and returns them, the first of them first.
  func drain() throws(SearchError) -> [SegmentOrder.Entry] {
    var sorted: [SegmentOrder.Entry] = []
    sorted.reserveCapacity(heap.count)
    while heap.count > 0 {
      sorted.append(heap[0])
      heap[0] = heap[heap.count - 1]
      heap.truncate(to: heap.count - 1)
      if heap.count > 1 { try siftDown() }
    }
    return sorted.reversed()
  }
}
