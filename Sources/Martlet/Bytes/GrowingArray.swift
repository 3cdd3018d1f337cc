/// A growing array of trivial values, for loops in which an `Array` stored in a class would be
/// checked for uniqueness at every element.
///
/// Used by one thread. Indices are checked in debug builds only.
///
/// - Complexity: appending is amortised O(1).
@safe
final class GrowingArray<Element: BitwiseCopyable> {
  /// The number of elements.
  private(set) var count = 0
  private var capacity: Int
  private var base: UnsafeMutablePointer<Element>

  init(capacity: Int = 64) {
    self.capacity = max(1, capacity)
    unsafe base = .allocate(capacity: self.capacity)
  }

  /// Creates an array of `count` elements, each of them 0.
  convenience init(zeros count: Int) where Element: FixedWidthInteger {
    self.init(capacity: count)
    setCountOfUninitialized(count)
    // SAFETY: there is room for `count` elements.
    unsafe base.update(repeating: 0, count: count)
  }

  /// Creates an array of the elements of `other`.
  convenience init(copying other: GrowingArray) {
    self.init(capacity: other.count)
    unsafe append(other.base, count: other.count)
  }

  deinit {
    unsafe base.deallocate()
  }

  /// The number of bytes of memory held.
  var memory: Int { capacity * MemoryLayout<Element>.stride }

  /// Appends `element`.
  @inline(__always)
  func append(_ element: Element) {
    if count == capacity { grow() }
    // SAFETY: `count` is below `capacity`.
    unsafe base[count] = element
    count &+= 1
  }

  /// Appends copies of `count` elements.
  @unsafe
  func append(_ elements: UnsafePointer<Element>, count: Int) {
    while capacity - self.count < count { grow() }
    // SAFETY: there is room for them, and the caller provides `count` elements.
    unsafe (base + self.count).update(from: elements, count: count)
    self.count &+= count
  }

  /// Appends copies of elements that are lent.
  func append(_ elements: Span<Element>) {
    unsafe elements.withUnsafeBufferPointer { elements in
      guard let start = elements.baseAddress else { return }
      unsafe append(start, count: elements.count)
    }
  }

  @inline(never)
  private func grow() {
    let newCapacity = capacity * 2
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    // SAFETY: both hold `count` elements.
    unsafe memory.update(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = memory
    capacity = newCapacity
  }

  /// The element at `index`.
  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      checkInvariant(
        index >= 0 && index < count, "element \(index) is outside an array of \(count)")
      // SAFETY: below `count`, as the caller ensures.
      return unsafe base[index]
    }
    set {
      checkInvariant(
        index >= 0 && index < count, "element \(index) is outside an array of \(count)")
      // SAFETY: below `count`, as the caller ensures.
      unsafe base[index] = newValue
    }
  }

  /// The elements, lent until the next change.
  @unsafe @inline(__always)
  var elements: UnsafeMutablePointer<Element> { unsafe base }

  /// Lends the elements to `body`, which must not change the array.
  @inline(__always)
  func withSpan<Result>(_ body: (Span<Element>) -> Result) -> Result {
    // SAFETY: `count` elements are set, and the array lives as long as this call.
    unsafe body(UnsafeBufferPointer(start: base, count: count).span)
  }

  /// Makes room for `count` elements and counts them as present, whatever the memory holds.
  ///
  /// For arrays that are filled out of order; the caller sets every element before reading it.
  func setCountOfUninitialized(_ count: Int) {
    while capacity < count { grow() }
    self.count = count
  }

  /// Sorts the elements in `range`.
  func sort(_ range: Range<Int>) where Element: Comparable {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count,
      "elements \(range) lie outside an array of \(count)")
    // SAFETY: in bounds (checked above).
    var part = unsafe UnsafeMutableBufferPointer(
      start: base + range.lowerBound, count: range.count)
    unsafe part.sort()
  }

  /// Keeps the first `count` elements.
  func truncate(to count: Int) {
    checkInvariant(count <= self.count, "cannot keep \(count) of \(self.count) elements")
    self.count = count
  }

  /// Removes all elements, keeping the memory.
  func removeAll() { count = 0 }
}
