/// Selects and sorts the packed keys of scored documents.
///
/// Both replace the standard library's comparison sort, which mispredicts every second comparison
/// of keys in random order.
enum KeySelection {
  /// The largest number of keys that are sorted by merging; more keys are sorted by bytes.
  private static let mergeLimit = 384
  /// The number of bytes in a score, and in a document.
  private static let digitCount = 4

  /// The number of keys that are sampled to choose a pivot.
  private static let sampleSize = 9

  /// Moves at least the `least` and at most the `most` largest of distinct keys to the front, in no
  /// order.
  ///
  /// - Returns: The number of keys moved.
  /// - Complexity: O(keys) on average; about one pass when `most` is somewhat larger than `least`.
  static func moveLargest(
    _ least: Int, upTo most: Int, of keys: GrowingArray<UInt64>
  ) -> Int {
    precondition(least <= keys.count, "\(least) of \(keys.count) keys are wanted")
    // SAFETY: the array lends all its keys for the call.
    return unsafe moveLargest(least, upTo: most, of: keys.elements, count: keys.count)
  }

  /// Moves the largest keys to the front; see the overload that takes an array.
  @unsafe
  static func moveLargest(
    _ least: Int, upTo most: Int, of keys: UnsafeMutablePointer<UInt64>, count: Int
  ) -> Int {
    let scratch = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
    defer { unsafe scratch.deallocate() }
    var random: UInt64 = 1
    var (low, high) = (0, count)
    while low < least, most < high {
      let wanted = (least &+ most) / 2 &- low
      let pivot = unsafe pivot(keys, low..<high, wanted, &random)
      let middle = unsafe partition(keys, low..<high, at: pivot, scratch)
      if middle <= least {
        low = middle
      } else if middle < high {
        high = middle
      } else {
        // The pivot is the smallest key of the range. At the end, it is separate from the others.
        unsafe swap(pivot, toEnd: high, from: low, keys)
        high &-= 1
      }
    }
    return low >= least ? low : high
  }

  /// Returns a key of `range` such that about `wanted` of the range's keys are at least as large.
  @unsafe
  private static func pivot(
    _ keys: UnsafeMutablePointer<UInt64>, _ range: Range<Int>, _ wanted: Int,
    _ random: inout UInt64
  ) -> UInt64 {
    unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: sampleSize) { sample in
      guard let sample = sample.baseAddress else { return 0 }
      for index in 0..<sampleSize {
        // Random (Marsaglia, "Xorshift RNGs", 2003), so that no order of documents is always a bad
        // case.
        random ^= random &<< 13
        random ^= random &>> 7
        random ^= random &<< 17
        // SAFETY: an index in the range.
        unsafe sample[index] = keys[range.lowerBound &+ Int(random % UInt64(range.count))]
      }
      unsafe KeyMerge.sortRun(sample, sampleSize)
      return unsafe sample[sampleSize &- 1 &- wanted &* sampleSize / range.count]
    }
  }

  /// Moves the keys of `range` that are at least `pivot` to its front; returns the index of the
  /// others.
  @unsafe
  private static func partition(
    _ keys: UnsafeMutablePointer<UInt64>, _ range: Range<Int>, at pivot: UInt64,
    _ scratch: UnsafeMutablePointer<UInt64>
  ) -> Int {
    var front = range.lowerBound
    var back = 0
    for index in range {
      // SAFETY: `front` never overtakes `index`; `scratch` has room for all keys.
      let key = unsafe keys[index]
      unsafe keys[front] = key
      unsafe scratch[back] = key
      let isFront = key >= pivot ? 1 : 0
      front &+= isFront
      back &+= 1 &- isFront
    }
    unsafe (keys + front).update(from: scratch, count: back)
    return front
  }

  @unsafe
  private static func swap(
    _ key: UInt64, toEnd end: Int, from start: Int, _ keys: UnsafeMutablePointer<UInt64>
  ) {
    // SAFETY: the key is one of those from `start` to below `end`.
    for index in start..<end where unsafe keys[index] == key {
      unsafe keys[index] = keys[end &- 1]
      unsafe keys[end &- 1] = key
      return
    }
  }

  /// Sorts the keys in `range` in ascending order: few by merging, many by the bytes of their scores, and
  /// ties by those of their documents.
  ///
  /// - Complexity: O(keys); bytes in which all keys are equal cost nothing more. Merging is
  ///   O(keys · log keys).
  static func sort(_ keys: GrowingArray<UInt64>, _ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= keys.count,
      "keys \(range) lie outside \(keys.count) keys")
    // SAFETY: in bounds (checked above); the array stays as it is for the call.
    unsafe sort(keys.elements + range.lowerBound, count: range.count)
  }

  /// Sorts `count` keys; see the overload that takes an array.
  @unsafe
  static func sort(_ keys: UnsafeMutablePointer<UInt64>, count: Int) {
    guard count > KeyMerge.runSize else { return unsafe KeyMerge.sortRun(keys, count) }
    let scratch = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
    defer { unsafe scratch.deallocate() }
    guard count > mergeLimit else { return unsafe KeyMerge.sort(keys, count: count, scratch) }
    unsafe sortByBytes(keys, count, scratch, from: 4)
    var start = 0
    while start < count {
      var end = start &+ 1
      // SAFETY: both are below the count.
      while unsafe end < count && keys[end] &>> 32 == keys[start] &>> 32 { end &+= 1 }
      let tied = end &- start
      if tied > mergeLimit {
        unsafe sortByBytes(keys + start, tied, scratch, from: 0)
      } else if tied > 1 {
        unsafe KeyMerge.sort(keys + start, count: tied, scratch)
      }
      start = end
    }
  }

  /// Sorts by four bytes, from byte `first`, counted from the lowest, one after the other: a radix
  /// sort (Seward, "Information sorting in the application of electronic digital computers to
  /// business operations", 1954).
  @unsafe
  private static func sortByBytes(
    _ keys: UnsafeMutablePointer<UInt64>, _ count: Int, _ scratch: UnsafeMutablePointer<UInt64>,
    from first: Int
  ) {
    // SAFETY: 256 counts per digit; a digit is below 256, and sums of counts are below `count`.
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: digitCount * 256) { table in
      guard let counts = table.baseAddress else { return }
      unsafe counts.initialize(repeating: 0, count: digitCount * 256)
      for index in 0..<count {
        let key = unsafe keys[index] &>> UInt64(first &* 8)
        for digit in 0..<digitCount {
          unsafe counts[digit &* 256 &+ Int(key &>> UInt64(digit &* 8) & 255)] &+= 1
        }
      }
      var (source, target) = unsafe (keys, scratch)
      for digit in 0..<digitCount {
        let shift = UInt64((first &+ digit) &* 8)
        let own = unsafe counts + digit &* 256
        guard unsafe Int(own[Int(source[0] &>> shift & 255)]) < count else { continue }
        unsafe scatter(source, count, to: target, own, shift)
        unsafe (source, target) = (target, source)
      }
      if unsafe source != keys { unsafe keys.update(from: source, count: count) }
    }
  }

  /// Copies the keys to `target` in the order of one byte; keys with the same byte stay in order.
  @unsafe
  private static func scatter(
    _ keys: UnsafeMutablePointer<UInt64>, _ count: Int, to target: UnsafeMutablePointer<UInt64>,
    _ counts: UnsafeMutablePointer<UInt32>, _ shift: UInt64
  ) {
    var sum: UInt32 = 0
    for value in 0..<256 {
      let here = unsafe counts[value]
      unsafe counts[value] = sum
      sum &+= here
    }
    for index in 0..<count {
      let key = unsafe keys[index]
      let value = Int(key &>> shift & 255)
      let slot = unsafe counts[value]
      unsafe target[Int(slot)] = key
      unsafe counts[value] = slot &+ 1
    }
  }
}
