/// A set of documents of one window, as offsets from its start.
@safe
final class WindowBits {
  /// The number of documents in the largest window, so that its sums, 32 KiB, fit the L1 cache.
  static let size = 4_096
  /// The number of words of the set.
  static let wordCount = size / 64
  // SAFETY: `wordCount` words, freed with this object.
  private let words: UnsafeMutablePointer<UInt64>

  init() {
    unsafe words = .allocate(capacity: Self.wordCount)
    unsafe words.initialize(repeating: 0, count: Self.wordCount)
  }

  deinit {
    unsafe words.deallocate()
  }

  /// Adds `offset`, taken modulo the window's size.
  @inline(__always)
  func insert(_ offset: Int) {
    // SAFETY: masked to the set.
    unsafe words[(offset &>> 6) & (Self.wordCount &- 1)] |= 1 &<< UInt64(offset & 63)
  }

  /// Removes `offset`, taken modulo the window's size.
  @inline(__always)
  func remove(_ offset: Int) {
    // SAFETY: masked to the set.
    unsafe words[(offset &>> 6) & (Self.wordCount &- 1)] &= ~(1 &<< UInt64(offset & 63))
  }

  /// Returns true if `offset`, taken modulo the window's size, is in the set.
  @inline(__always)
  func contains(_ offset: Int) -> Bool {
    // SAFETY: masked to the set.
    unsafe words[(offset &>> 6) & (Self.wordCount &- 1)] & (1 &<< UInt64(offset & 63)) != 0
  }

  /// The word at `index`: 64 offsets, one per bit.
  @inline(__always)
  subscript(index: Int) -> UInt64 {
    get {
      precondition(
        index >= 0 && index < Self.wordCount, "word \(index) is outside a set of \(Self.wordCount)")
      // SAFETY: checked above.
      return unsafe words[index]
    }
    set {
      precondition(
        index >= 0 && index < Self.wordCount, "word \(index) is outside a set of \(Self.wordCount)")
      unsafe words[index] = newValue
    }
  }

  /// Removes all members.
  func removeAll() {
    unsafe words.update(repeating: 0, count: Self.wordCount)
  }

  /// Replaces the members with all offsets below `count`.
  func fill(count: Int) {
    for index in 0..<Self.wordCount {
      let rest = count - index * 64
      self[index] = rest >= 64 ? .max : rest <= 0 ? 0 : (1 &<< UInt64(rest)) &- 1
    }
  }

  /// Replaces the members with those of `other`.
  func copy(_ other: WindowBits) {
    unsafe words.update(from: other.words, count: Self.wordCount)
  }

  /// Adds the members of `other`.
  func formUnion(_ other: WindowBits) {
    for index in 0..<Self.wordCount { unsafe words[index] |= other.words[index] }
  }

  /// Removes the members that are not in `other`.
  func formIntersection(_ other: WindowBits) {
    for index in 0..<Self.wordCount { unsafe words[index] &= other.words[index] }
  }

  /// Removes the members of `other`.
  func subtract(_ other: WindowBits) {
    for index in 0..<Self.wordCount { unsafe words[index] &= ~other.words[index] }
  }

  /// True if the set is empty.
  var isEmpty: Bool {
    var all: UInt64 = 0
    for index in 0..<Self.wordCount { all |= unsafe words[index] }
    return all == 0
  }

  /// The number of members.
  var count: Int {
    var sum = 0
    for index in 0..<Self.wordCount { sum &+= unsafe words[index].nonzeroBitCount }
    return sum
  }

  /// Calls `body` with each member, in rising order.
  @inline(__always)
  func forEach(_ body: (_ offset: Int) -> Void) {
    for index in 0..<Self.wordCount {
      var word = unsafe words[index]
      while word != 0 {
        body(index &* 64 &+ word.trailingZeroBitCount)
        word &= word &- 1
      }
    }
  }

  /// Calls `body` with each member, in rising order, and removes all members.
  @inline(__always)
  func drain(_ body: (_ offset: Int) -> Void) {
    for index in 0..<Self.wordCount {
      var word = unsafe words[index]
      guard word != 0 else { continue }
      unsafe words[index] = 0
      while word != 0 {
        body(index &* 64 &+ word.trailingZeroBitCount)
        word &= word &- 1
      }
    }
  }
}
