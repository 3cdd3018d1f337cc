/// The plain text of one value, with a map back to the value. Reused from value to value.
///
/// Readers write it from start to end; what they leave out costs nothing.
///
/// Used by one thread.
///
/// - Complexity: Memory for up to two copies of the largest value, plus the map if it is kept.
final class ReadText {
  /// The number of bytes of text.
  var count: Int { bytes.count }
  /// The number of bytes that readers have read, with repetitions. Tests of linear time use it.
  var stepCount = 0

  private let bytes = GrowingArray<UInt8>()
  private var map = OffsetMap()
  private let keepsMap: Bool
  /// The offset in the value at which a word ended that the next text must not continue; -1 if it
  /// may.
  private var separator = -1

  /// Creates an empty text.
  ///
  /// - Parameter keepsMap: True if ``originalRange(of:)`` will be used.
  init(keepsMap: Bool = true) {
    self.keepsMap = keepsMap
  }

  /// Lends the text to `body`, which must not change it.
  @inline(__always)
  func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result { bytes.withSpan(body) }

  /// A copy of the text as a string.
  var string: String { withBytes { String(copying: $0) } }

  /// Returns the part of the value that `range` of the text comes from.
  ///
  /// It starts with the first byte of the range and ends with the last, so it includes markup
  /// inside the range but not around it.
  ///
  /// - Precondition: The map is kept, and `range` lies within the text.
  /// - Complexity: O(log of the runs).
  func originalRange(of range: Range<Int>) -> Range<Int> {
    precondition(keepsMap, "originalRange(of:) needs keepsMap: true")
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count,
      "bytes \(range) lie outside a text of \(count) bytes")
    return map.originalRange(of: range)
  }

  // MARK: Writing

  /// Clears the text. The next value has `originalCount` bytes.
  func begin(originalCount: Int) {
    bytes.removeAll()
    stepCount = 0
    separator = -1
    map.begin(originalCount: originalCount)
  }

  /// Appends `range` of `source` unchanged.
  @inline(__always)
  func copy(_ range: Range<Int>, of source: SourceBytes) {
    guard !range.isEmpty else { return }
    if separator >= 0 { separate(before: source[range.lowerBound]) }
    if keepsMap { map.addVerbatim(text: count, original: range.lowerBound) }
    source.append(range, to: bytes)
  }

  /// Appends `text` in place of `range` of the original.
  func replace(_ range: Range<Int>, with text: some Collection<UInt8>) {
    guard let first = text.first else { return }
    if separator >= 0 { separate(before: first) }
    let start = count
    for byte in text { bytes.append(byte) }
    if keepsMap { map.addReplaced(text: start, upTo: count, original: range) }
  }

  /// Appends the scalar of a character reference, and the second one if there is one.
  func replace(with reference: CharacterReference) {
    if separator >= 0 { separate(before: 0x21) }
    let start = count
    append(reference.scalar)
    if reference.second != 0 { append(reference.second) }
    if keepsMap { map.addReplaced(text: start, upTo: count, original: reference.range) }
  }

  /// Ends a word. The next text is separated by a line feed in place of the byte at `original`,
  /// unless there is white space already.
  @inline(__always)
  func separate(at original: Int) {
    if separator < 0 { separator = original }
  }

  /// Appends the line feed between the text so far and `next`, if it is needed.
  @inline(never)
  private func separate(before next: UInt8) {
    let original = separator
    separator = -1
    guard count > 0, next > 0x20, bytes[count &- 1] > 0x20 else { return }
    if keepsMap { map.addVerbatim(text: count, original: original) }
    bytes.append(0x0A)
  }

  /// Appends one scalar in UTF-8.
  private func append(_ scalar: UInt32) {
    let value = Unicode.Scalar(scalar) ?? "\u{FFFD}"
    for byte in value.utf8 { bytes.append(byte) }
  }
}
