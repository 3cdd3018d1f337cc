/// A merge sort of some hundred packed keys, without a branch on their comparison.
///
/// Runs of eight are sorted by insertion. Two runs of equal length are merged from both ends at
/// once, so that neither needs a test for its end, and two chains of loads run in parallel.
enum KeyMerge {
  /// The number of keys in a run.
  static let runSize = 8

  /// Sorts `count` keys in ascending order.
  ///
  /// - Parameter scratch: Memory for `count` keys.
  /// - Complexity: O(`count` · log `count`), about 2 ns a comparison.
  @unsafe
  static func sort(
    _ keys: UnsafeMutablePointer<UInt64>, count: Int, _ scratch: UnsafeMutablePointer<UInt64>
  ) {
    // SAFETY: all runs lie in the keys, and at the same indices in the scratch.
    for start in stride(from: 0, to: count, by: runSize) {
      unsafe sortRun(keys + start, min(runSize, count &- start))
    }
    var (source, target) = unsafe (keys, scratch)
    var size = runSize
    while size < count {
      for start in stride(from: 0, to: count, by: 2 &* size) {
        let (first, second) = (min(size, count &- start), max(0, min(size, count &- start &- size)))
        if first == second {
          unsafe mergeEqual(source + start, size, into: target + start)
        } else {
          unsafe merge(source + start, first, second, into: target + start)
        }
      }
      unsafe swap(&source, &target)
      size &*= 2
    }
    if unsafe source != keys { unsafe keys.update(from: source, count: count) }
  }

  /// Sorts a few keys by insertion.
  @unsafe @inline(__always)
  static func sortRun(_ keys: UnsafeMutablePointer<UInt64>, _ count: Int) {
    for index in 1..<max(1, count) {
      // SAFETY: `slot` lies between 0 and `index`, which is below `count`.
      let key = unsafe keys[index]
      var slot = index
      while unsafe slot > 0 && keys[slot &- 1] > key {
        unsafe keys[slot] = keys[slot &- 1]
        slot &-= 1
      }
      unsafe keys[slot] = key
    }
  }

  /// Merges two adjacent sorted runs of `size` keys: the lower half from the front, the upper half
  /// from the back.
  @unsafe @inline(__always)
  private static func mergeEqual(
    _ source: UnsafeMutablePointer<UInt64>, _ size: Int, into target: UnsafeMutablePointer<UInt64>
  ) {
    var (left, right) = (0, size)
    var (lastLeft, lastRight) = (size &- 1, 2 &* size &- 1)
    for index in 0..<size {
      // SAFETY: after `index` steps no cursor has moved by more than that.
      let (low, high) = unsafe (source[left], source[right])
      let isRight = borrow(high, low)
      unsafe target[index] = select(high, low, isRight)
      right &+= isRight
      left &+= 1 &- isRight
      let (lastLow, lastHigh) = unsafe (source[lastLeft], source[lastRight])
      let isLeft = borrow(lastHigh, lastLow)
      unsafe target[2 &* size &- 1 &- index] = select(lastLow, lastHigh, isLeft)
      lastLeft &-= isLeft
      lastRight &-= 1 &- isLeft
    }
  }

  /// Merges a sorted run of `first` keys and one of `second` keys after it.
  @unsafe @inline(__always)
  private static func merge(
    _ source: UnsafeMutablePointer<UInt64>, _ first: Int, _ second: Int,
    into target: UnsafeMutablePointer<UInt64>
  ) {
    var (left, right, count) = (0, first, 0)
    // SAFETY: both cursors stay in their runs, and `count` is the number of keys they have passed.
    while left < first, right < first &+ second {
      let (low, high) = unsafe (source[left], source[right])
      let isRight = borrow(high, low)
      unsafe target[count] = select(high, low, isRight)
      right &+= isRight
      left &+= 1 &- isRight
      count &+= 1
    }
    let rest = left < first ? left : right
    unsafe (target + count).update(from: source + rest, count: first &+ second &- count)
  }

  /// Returns 1 when `left` is below `right`, else 0: the borrow of their difference.
  @inline(__always)
  private static func borrow(_ left: UInt64, _ right: UInt64) -> Int {
    left.subtractingReportingOverflow(right).overflow ? 1 : 0
  }

  /// Returns `first` where `isFirst` is 1, `second` where it is 0.
  @inline(__always)
  private static func select(_ first: UInt64, _ second: UInt64, _ isFirst: Int) -> UInt64 {
    second ^ ((first ^ second) & (0 &- UInt64(truncatingIfNeeded: isFirst)))
  }
}
