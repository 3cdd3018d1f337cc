/// The first `capacity` documents of a segment in a ``SegmentOrder``, in whatever order they come.
///
/// A few are kept in a heap. For many, documents are appended without order, and once there are
/// twice as many, those that come after the first `capacity` are dropped; only documents with the
/// number of the last one are then compared by all criteria. Used by one thread.
///
/// - Complexity: O(1) for a document that comes after all of them, and O(log capacity) on average
///   for any other. Memory for `2 * capacity` documents.
final class FirstEntries {
  /// The largest capacity with a heap.
  private static let few = 128

  private let order: SegmentOrder
  private let capacity: Int
  /// The number of documents at which some are dropped.
  private let room: Int
  /// The documents, if they are few.
  private let heap: EntryHeap?
  private var entries: [SegmentOrder.Entry] = []
  /// The highest number that a document may have, and the last document that has stayed, which has
  /// it.
  private var highest = UInt64.max
  private var last: SegmentOrder.Entry?

  init(_ order: SegmentOrder, capacity: Int) {
    self.order = order
    self.capacity = capacity
    room = min(capacity, .max / 4) * 2
    heap = capacity <= Self.few ? EntryHeap(order, capacity: capacity) : nil
  }

  /// Returns false if `entry` is surely not one of the first documents.
  func admits(_ entry: SegmentOrder.Entry) throws(SearchError) -> Bool {
    if let heap { return try heap.admits(entry) }
    return entry.number <= highest
  }

  /// Inserts `entry`, unless `capacity` others come before it.
  @inline(__always)
  func insert(_ entry: SegmentOrder.Entry) throws(SearchError) {
    if let heap { return try heap.insert(entry) }
    if entry.number <= highest { try append(entry) }
  }

  @inline(never)
  private func append(_ entry: SegmentOrder.Entry) throws(SearchError) {
    if entry.number == highest, let last, try !order.precedes(entry, last) { return }
    entries.append(entry)
    if entries.count >= room { try dropLast() }
  }

  /// Drops the documents that come after `capacity` others. Only those whose number is that of the
  /// last one that stays are compared by all criteria.
  private func dropLast() throws(SearchError) {
    entries.sort { $0.number < $1.number }
    highest = entries[capacity - 1].number
    let end = entries.partitionPoint { $0.number > highest }
    let start = entries.partitionPoint { $0.number >= highest }
    let ties = EntryHeap(order, capacity: capacity - start)
    for entry in entries[start..<end] { try ties.insert(entry) }
    entries.removeSubrange(start...)
    entries += try ties.drain()
    last = entries.last
  }

  /// Removes the entries and returns them, the first of them first.
  func drain() throws(SearchError) -> [SegmentOrder.Entry] {
    if let heap { return try heap.drain() }
    entries.sort { $0.number < $1.number }
    var sorted: [SegmentOrder.Entry] = []
    sorted.reserveCapacity(min(capacity, entries.count))
    var start = 0
    while start < entries.count, sorted.count < capacity {
      var end = start + 1
      while end < entries.count, entries[end].number == entries[start].number { end += 1 }
      let run = EntryHeap(order, capacity: min(end - start, capacity - sorted.count))
      for entry in entries[start..<end] { try run.insert(entry) }
      sorted += try run.drain()
      start = end
    }
    entries = []
    return sorted
  }
}

extension Array {
  /// Returns the index of the first element for which `isAfter` holds; all that follow hold as
  /// well.
  fileprivate func partitionPoint(_ isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
