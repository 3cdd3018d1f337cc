/// The first few documents of a segment in a ``SegmentOrder``, in whatever order they come: a binary
/// heap with the last of them on top. Used by one thread.
///
/// - Complexity: O(1) for a document that comes after all of them, O(log capacity) for any other.
final class EntryHeap {
  private let order: SegmentOrder
  private let capacity: Int
  private var heap: [SegmentOrder.Entry] = []

  init(_ order: SegmentOrder, capacity: Int) {
    self.order = order
    self.capacity = capacity
  }

  /// Returns true if `entry` would be one of the first documents.
  func admits(_ entry: SegmentOrder.Entry) throws(SearchError) -> Bool {
    guard heap.count == capacity, let last = heap.first else { return capacity > 0 }
    return try order.precedes(entry, last)
  }

  /// Inserts `entry`, unless `capacity` others come before it.
  @inline(__always)
  func insert(_ entry: SegmentOrder.Entry) throws(SearchError) {
    if heap.count >= capacity {
      guard let last = heap.first, entry.number <= last.number else { return }
      guard try order.precedes(entry, last) else { return }
      heap[0] = entry
      try siftDown(0)
    } else {
      heap.append(entry)
      try siftUp()
    }
  }

  private func siftUp() throws(SearchError) {
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard try order.precedes(heap[parent], heap[child]) else { return }
      heap.swapAt(parent, child)
      child = parent
    }
  }

  private func siftDown(_ start: Int) throws(SearchError) {
    var parent = start
    while true {
      var last = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if try order.precedes(heap[last], heap[child]) { last = child }
      }
      if last == parent { return }
      heap.swapAt(parent, last)
      parent = last
    }
  }

  /// Removes the entries and returns them, the first of them first.
  func drain() throws(SearchError) -> [SegmentOrder.Entry] {
    var sorted: [SegmentOrder.Entry] = []
    sorted.reserveCapacity(heap.count)
    while let last = heap.first {
      sorted.append(last)
      let moved = heap.removeLast()
      guard !heap.isEmpty else { break }
      heap[0] = moved
      try siftDown(0)
    }
    return sorted.reversed()
  }
}
