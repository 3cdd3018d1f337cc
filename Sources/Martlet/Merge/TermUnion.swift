/// The distinct terms of several dictionaries of one field, in order, with the dictionaries that
/// have each of them.
///
/// It is positioned before the first term until ``next()`` is called. Used by one thread, and not
/// after an error.
///
/// - Complexity: one step compares the first 8 bytes of one term of each dictionary; for the few
///   dictionaries of a merge, that is faster than a heap.
@safe
final class TermUnion {
  private let dictionaries: [TermDictionary]
  private let cursors: UnretainedArray<TermCursor>
  /// The end of the ordinals of each dictionary.
  private let ends: [Int]
  /// The dictionaries whose terms have not all been visited, in rising order.
  private let open = GrowingArray<Int>()
  /// The first 8 bytes of each dictionary's current term, as a number with the same order; and the
  /// term's length.
  private let prefixes = GrowingArray<UInt64>()
  private let byteCounts = GrowingArray<Int>()
  /// The dictionaries that have the current term, in rising order.
  let holders = GrowingArray<Int>()
  // SAFETY: room for the longest term; it holds the current one. Freed with this object.
  private let previous: UnsafeMutablePointer<UInt8>
  private var previousPrefix: UInt64 = 0
  private var previousByteCount = -1

  /// Creates the union of the terms of `dictionaries` with these ordinals, positioned before the
  /// first one.
  init(_ dictionaries: [TermDictionary], _ ordinals: [Range<Int>]) throws(SearchError) {
    var cursors: [TermCursor] = []
    for (dictionary, range) in zip(dictionaries, ordinals) {
      cursors.append(try dictionary.cursor(at: range.lowerBound))
    }
    self.dictionaries = dictionaries
    self.cursors = UnretainedArray(cursors)
    ends = ordinals.map(\.upperBound)
    unsafe previous = .allocate(capacity: Limits.termByteCount)
    for index in cursors.indices {
      prefixes.append(0)
      byteCounts.append(0)
      if self.cursors.with(index, \.ordinal) < ends[index] {
        open.append(index)
        readKey(index)
      }
    }
  }

  deinit {
    unsafe previous.deallocate()
  }

  /// Calls `body` with the bytes of the current term, which are valid during the call.
  @inline(__always)
  func withTerm<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: `next` copied the term there, and self lives for the call.
    try unsafe body(UnsafeBufferPointer(start: previous, count: previousByteCount).span)
  }

  /// Returns the entry of the current term in the dictionary `index`, which is one of ``holders``.
  @inline(__always)
  func info(_ index: Int) -> TermInfo { cursors.with(index) { $0.info } }

  /// Moves to the next term.
  ///
  /// - Returns: False if there is none.
  /// - Throws: `corrupted`, also when the terms of a dictionary do not rise.
  func next() throws(SearchError) -> Bool {
    for slot in 0..<holders.count { try advance(holders[slot]) }
    holders.removeAll()
    guard open.count > 0 else { return false }
    var best = open[0]
    holders.append(best)
    for slot in 1..<max(1, open.count) {
      let candidate = open[slot]
      let order = compare(candidate, best)
      if order > 0 { continue }
      if order < 0 {
        best = candidate
        holders.removeAll()
      }
      holders.append(candidate)
    }
    try follow(best)
    return true
  }

  /// Advances the cursor of the dictionary `index`, and removes it from the open ones at its end.
  private func advance(_ index: Int) throws(SearchError) {
    let isOpen = try cursors.with(index) { (cursor) throws(SearchError) in
      try cursor.advance() && cursor.ordinal < ends[index]
    }
    if isOpen { return readKey(index) }
    var kept = 0
    for slot in 0..<open.count where open[slot] != index {
      open[kept] = open[slot]
      kept &+= 1
    }
    open.truncate(to: kept)
  }

  /// Stores the first bytes and the length of the current term of the dictionary `index` for
  /// comparison.
  @inline(__always)
  private func readKey(_ index: Int) {
    cursors.with(index) { cursor in
      unsafe cursor.withTerm { term in
        prefixes[index] = unsafe Self.prefix(of: term)
        byteCounts[index] = term.count
      }
    }
  }

  @unsafe @inline(__always)
  private static func prefix(of term: UnsafeBufferPointer<UInt8>) -> UInt64 {
    if term.count >= 8, let start = term.baseAddress {
      // SAFETY: there are eight bytes.
      return unsafe UInt64(bigEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
    }
    var prefix: UInt64 = 0
    for index in 0..<term.count {
      prefix |= unsafe UInt64(term[index]) &<< UInt64(56 &- 8 &* index)
    }
    return prefix
  }

  /// Returns a negative number if the term of `left` is less than that of `right`, and 0 if they
  /// are equal.
  @inline(__always)
  private func compare(_ left: Int, _ right: Int) -> Int {
    let (first, second) = (prefixes[left], prefixes[right])
    if first != second { return first < second ? -1 : 1 }
    let shorter = min(byteCounts[left], byteCounts[right])
    // If one of two terms with equal prefixes has no byte beyond its prefix, the lengths decide.
    if shorter <= 8 { return byteCounts[left] &- byteCounts[right] }
    return compareRest(left, right)
  }

  @inline(never)
  private func compareRest(_ left: Int, _ right: Int) -> Int {
    cursors.with(left) { left in
      cursors.with(right) { right in
        unsafe left.withTerm { first in
          unsafe right.withTerm { second in unsafe Self.compareRest(first, second) }
        }
      }
    }
  }

  /// Compares two terms of more than 8 bytes, the first 8 of which are equal.
  @unsafe
  private static func compareRest(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let limit = min(left.count, right.count)
    var index = 8
    while index < limit {
      // SAFETY: the index is less than both counts.
      let (first, second) = unsafe (left[index], right[index])
      if first != second { return Int(first) &- Int(second) }
      index &+= 1
    }
    return left.count &- right.count
  }

  /// Makes the term of the dictionary `index` the current one; it must be greater than the one
  /// before.
  private func follow(_ index: Int) throws(SearchError) {
    let prefix = prefixes[index]
    let isRising = cursors.with(index) { cursor in
      unsafe cursor.withTerm { term in unsafe follow(term, prefix) }
    }
    guard isRising else {
      throw dictionaries[index].section.corrupted(
        "term \(cursors.objects[index].ordinal) is not greater than the term before it", at: 0)
    }
    previousPrefix = prefix
    previousByteCount = byteCounts[index]
  }

  /// Copies the bytes of `term`, which has this prefix, to those of the current one; returns false
  /// if it is not greater than that.
  @unsafe @inline(__always)
  private func follow(_ term: UnsafeBufferPointer<UInt8>, _ prefix: UInt64) -> Bool {
    var order = term.count &- previousByteCount
    if prefix != previousPrefix {
      order = prefix < previousPrefix ? -1 : 1
    } else if min(term.count, previousByteCount) > 8 {
      order = unsafe Self.compareRest(
        term, UnsafeBufferPointer(start: previous, count: previousByteCount))
    }
    guard order > 0 else { return false }
    // SAFETY: a term has at most as many bytes as there is room for.
    if let start = term.baseAddress { unsafe previous.update(from: start, count: term.count) }
    return true
  }
}
