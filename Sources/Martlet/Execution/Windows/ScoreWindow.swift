/// Sums of scores for a window of consecutive documents, and which of them were touched.
///
/// One per search, reused for each window: only what was touched is cleared.
@safe
final class ScoreWindow {
  /// Documents in the largest window: 32 KiB of sums stay in the first cache.
  static let size = 4_096

  /// The documents that have a sum.
  let touched = WindowBits()
  // SAFETY: `size` numbers, freed with this object.
  private let sums: UnsafeMutablePointer<Double>

  init() {
    unsafe sums = .allocate(capacity: Self.size)
    unsafe sums.initialize(repeating: 0, count: Self.size)
  }

  deinit {
    unsafe sums.deallocate()
  }

  /// Adds `score` to the document at `offset`.
  ///
  /// - Precondition: `offset` is below ``size``.
  @unsafe @inline(__always)
  func add(_ score: Double, at offset: UInt32) {
    // SAFETY: the caller keeps to the window.
    unsafe sums[Int(offset)] += score
    touched.insert(Int(offset))
  }

  /// The sum of the document at `offset`, which is then 0 again.
  ///
  /// - Precondition: every touched offset is taken before the next window.
  @inline(__always)
  func take(at offset: Int) -> Double {
    precondition(offset >= 0 && offset < Self.size, "offset \(offset) of \(Self.size)")
    touched.remove(offset)
    // SAFETY: checked above.
    defer { unsafe sums[offset] = 0 }
    return unsafe sums[offset]
  }

  /// Calls `body` with each touched offset and its sum, rising, and clears the window.
  @inline(__always)
  func drain(_ body: (_ offset: Int, _ sum: Double) -> Void) {
    touched.drain { offset in
      // SAFETY: only offsets in the window were touched.
      body(offset, unsafe sums[offset])
      unsafe sums[offset] = 0
    }
  }
}

/// A set of documents of one window, as offsets from its start.
@safe
final class WindowBits {
  /// Words of the set.
  static let wordCount = ScoreWindow.size / 64
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

  /// Whether `offset`, taken modulo the window's size, is in the set.
  @inline(__always)
  func contains(_ offset: Int) -> Bool {
    // SAFETY: masked to the set.
    unsafe words[(offset &>> 6) & (Self.wordCount &- 1)] & (1 &<< UInt64(offset & 63)) != 0
  }

  /// Word `index` of the set.
  @inline(__always)
  subscript(index: Int) -> UInt64 {
    get {
      precondition(index >= 0 && index < Self.wordCount, "word \(index)")
      // SAFETY: checked above.
      return unsafe words[index]
    }
    set {
      precondition(index >= 0 && index < Self.wordCount, "word \(index)")
      unsafe words[index] = newValue
    }
  }

  /// Empties the set.
  func removeAll() {
    unsafe words.update(repeating: 0, count: Self.wordCount)
  }

  /// Makes this the set of all offsets below `count`.
  func fill(count: Int) {
    for index in 0..<Self.wordCount {
      let rest = count - index * 64
      self[index] = rest >= 64 ? .max : rest <= 0 ? 0 : (1 &<< UInt64(rest)) &- 1
    }
  }

  /// Makes this the set `other`.
  func copy(_ other: WindowBits) {
    unsafe words.update(from: other.words, count: Self.wordCount)
  }

  /// Adds what is in `other`.
  func formUnion(_ other: WindowBits) {
    for index in 0..<Self.wordCount { unsafe words[index] |= other.words[index] }
  }

  /// Keeps what is in `other`.
  func formIntersection(_ other: WindowBits) {
    for index in 0..<Self.wordCount { unsafe words[index] &= other.words[index] }
  }

  /// Removes what is in `other`.
  func subtract(_ other: WindowBits) {
    for index in 0..<Self.wordCount { unsafe words[index] &= ~other.words[index] }
  }

  /// Whether the set is empty.
  var isEmpty: Bool {
    var all: UInt64 = 0
    for index in 0..<Self.wordCount { all |= unsafe words[index] }
    return all == 0
  }

  /// Members of the set.
  var count: Int {
    var sum = 0
    for index in 0..<Self.wordCount { sum &+= unsafe words[index].nonzeroBitCount }
    return sum
  }

  /// Calls `body` with each member, rising.
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

  /// Calls `body` with each member, rising, and empties the set.
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
