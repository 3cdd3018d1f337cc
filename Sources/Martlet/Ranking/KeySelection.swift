/// Selects and sorts the packed keys of scored documents.
///
/// Both replace the standard library's comparison sort, which mispredicts every second comparison
/// of keys in random order.
enum KeySelection {
  /// The largest number of keys that are sorted by merging; more keys are sorted by digits.
  private static let mergeLimit = 128
  /// The largest number of keys that are sorted by short digits.
  private static let shortDigitLimit = 8_192

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

  /// Sorts the keys in `range` in ascending order: few by merging, many by the highest bits in
  /// which they differ, and those that are equal in these by the bits below.
  ///
  /// - Complexity: O(keys) for every 18 bits that are needed to tell them apart. Merging is
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
    unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: count) { scratch in
      guard let scratch = scratch.baseAddress else { return }
      unsafe sort(keys, count: count, scratch)
    }
  }

  /// Sorts `count` keys, with room for as many in `scratch`.
  @unsafe
  private static func sort(
    _ keys: UnsafeMutablePointer<UInt64>, count: Int, _ scratch: UnsafeMutablePointer<UInt64>
  ) {
    guard count > mergeLimit else { return unsafe KeyMerge.sort(keys, count: count, scratch) }
    let (least, shift) = unsafe sortByHighestBits(keys, count, scratch)
    guard shift > 0 else { return }
    if unsafe sortNearlySorted(keys, count) { return }
    var start = 0
    while start < count {
      // SAFETY: both are below the count.
      let digits = unsafe (keys[start] &- least) &>> shift
      var end = start &+ 1
      while unsafe end < count && (keys[end] &- least) &>> shift == digits { end &+= 1 }
      let tied = end &- start
      if tied > mergeLimit {
        unsafe sort(keys + start, count: tied)
      } else if tied > 1 {
        unsafe KeyMerge.sort(keys + start, count: tied, scratch)
      }
      start = end
    }
  }

  /// Sorts keys by insertion: hardly any are out of order, and these are near their place.
  ///
  /// - Returns: False if that would take many steps, because many keys have the same highest bits;
  ///   then the keys are as nearly sorted as before.
  @unsafe
  private static func sortNearlySorted(_ keys: UnsafeMutablePointer<UInt64>, _ count: Int) -> Bool {
    var steps = 0
    for index in 1..<count {
      // SAFETY: `slot` lies between 0 and `index`, which is below the count.
      let key = unsafe keys[index]
      guard unsafe keys[index &- 1] > key else { continue }
      var slot = index
      repeat {
        unsafe keys[slot] = keys[slot &- 1]
        slot &-= 1
      } while unsafe slot > 0 && keys[slot &- 1] > key
      unsafe keys[slot] = key
      steps &+= index &- slot
      if steps > count { return false }
    }
    return true
  }

  /// Sorts by the highest bits in which the keys differ, as two digits: a radix sort (Seward,
  /// "Information sorting in the application of electronic digital computers to business
  /// operations", 1954). The keys are close to each other, so their differences from the least one
  /// have fewer bits than they have themselves.
  ///
  /// - Returns: The least key, and the number of bits of the differences that were left out.
  @unsafe
  private static func sortByHighestBits(
    _ keys: UnsafeMutablePointer<UInt64>, _ count: Int, _ scratch: UnsafeMutablePointer<UInt64>
  ) -> (least: UInt64, shift: UInt64) {
    var (least, most) = unsafe (keys[0], keys[0])
    for index in 1..<count {
      // SAFETY: below the count.
      let key = unsafe keys[index]
      least = min(least, key)
      most = max(most, key)
    }
    let digitWidth = count <= shortDigitLimit ? 9 : 11
    let width = UInt64.bitWidth &- (most &- least).leadingZeroBitCount
    let shift = UInt64(max(0, width &- 2 &* digitWidth))
    let size = 1 << digitWidth
    // SAFETY: a count for each digit, of which there are `size`; sums of counts are below `count`.
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2 &* size) { table in
      guard let low = table.baseAddress else { return }
      unsafe low.initialize(repeating: 0, count: 2 &* size)
      let high = unsafe low + size
      for index in 0..<count {
        let digits = unsafe (keys[index] &- least) &>> shift
        unsafe low[Int(digits) & (size &- 1)] &+= 1
        unsafe high[Int(digits &>> UInt64(digitWidth))] &+= 1
      }
      unsafe scatter(keys, count, to: scratch, low, size, least, shift)
      unsafe scatter(scratch, count, to: keys, high, size, least, shift &+ UInt64(digitWidth))
    }
    return (least, shift)
  }

  /// Copies the keys to `target` in the order of one digit; keys with the same digit stay in order.
  @unsafe
  private static func scatter(
    _ keys: UnsafeMutablePointer<UInt64>, _ count: Int, to target: UnsafeMutablePointer<UInt64>,
    _ counts: UnsafeMutablePointer<UInt32>, _ size: Int, _ least: UInt64, _ shift: UInt64
  ) {
    var sum: UInt32 = 0
    for digit in 0..<size {
      let here = unsafe counts[digit]
      unsafe counts[digit] = sum
      sum &+= here
    }
    for index in 0..<count {
      let key = unsafe keys[index]
      let digit = Int((key &- least) &>> shift) & (size &- 1)
      let slot = unsafe counts[digit]
      unsafe target[Int(slot)] = key
      unsafe counts[digit] = slot &+ 1
    }
  }
}
