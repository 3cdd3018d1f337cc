/// The bytes of a value while a reader reads them.
///
/// All unsafe access of the readers is here: every access is compared with the end, and after the
/// end there are zeros, so rules may look ahead without a check. Borrowed: valid only in the
/// closure that receives it.
@safe
struct SourceBytes {
  private let base: UnsafePointer<UInt8>
  /// The number of bytes.
  let count: Int

  @unsafe
  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    // SAFETY: no byte is read where there is none, so the address of none may be any.
    let none: StaticString = ""
    unsafe base = bytes.baseAddress ?? none.utf8Start
    count = bytes.count
  }

  /// Lends `bytes` to `body`.
  static func withBytes<Result>(
    of bytes: Span<UInt8>, _ body: (SourceBytes) -> Result
  ) -> Result {
    // SAFETY: the bytes stay where they are while `body` runs.
    unsafe bytes.withUnsafeBufferPointer { unsafe body(SourceBytes($0)) }
  }

  /// Lends `bytes`, which may change while `body` runs, but not in number.
  static func withBytes<Result>(
    of bytes: GrowingArray<UInt8>, _ body: (SourceBytes) -> Result
  ) -> Result {
    defer { withExtendedLifetime(bytes) {} }
    // SAFETY: the bytes stay where they are while their number stays.
    return unsafe body(
      SourceBytes(UnsafeBufferPointer(start: bytes.elements, count: bytes.count)))
  }

  /// The byte at `offset`; 0 outside the value.
  @inline(__always)
  subscript(offset: Int) -> UInt8 {
    guard UInt(bitPattern: offset) < UInt(bitPattern: count) else { return 0 }
    // SAFETY: in bounds, compared above.
    return unsafe base[offset]
  }

  /// Returns the scalar at `offset` as ``DecodedScalar`` reads it.
  ///
  /// - Precondition: `offset` lies within the value.
  func scalar(at offset: Int) -> DecodedScalar {
    precondition(offset >= 0 && offset < count, "a scalar at \(offset) lies outside \(count) bytes")
    // SAFETY: the value has `count` bytes.
    return unsafe DecodedScalar(UnsafeBufferPointer(start: base, count: count).span, at: offset)
  }

  /// Returns the scalar that ends at `offset`, or the byte before it if no scalar ends there.
  ///
  /// - Precondition: There is a byte before `offset`.
  func scalar(before offset: Int) -> DecodedScalar {
    var start = offset &- 1
    while start > 0, offset &- start < 4, self[start] & 0xC0 == 0x80 { start &-= 1 }
    let scalar = scalar(at: start)
    return start &+ scalar.byteCount == offset ? scalar : self.scalar(at: offset &- 1)
  }

  /// Returns eight bytes from `offset`, the first in the lowest bits, with zeros from `end` on.
  @inline(__always)
  func word(at offset: Int, upTo end: Int) -> UInt64 {
    var word: UInt64 = 0
    let limit = min(end, count, offset &+ 8)
    if limit &- offset == 8, offset >= 0 {
      // SAFETY: the eight bytes are in bounds; any alignment is allowed.
      return unsafe UInt64(
        littleEndian: UnsafeRawPointer(base).loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    var index = limit &- 1
    while index >= offset {
      word = word &<< 8 | UInt64(self[index])
      index &-= 1
    }
    return word
  }

  /// Returns true if `text` is at `offset`. Small ASCII letters of `text` match both cases.
  func matches(_ text: StaticString, at offset: Int) -> Bool {
    // SAFETY: a string literal lives as long as the program.
    let expected = unsafe UnsafeBufferPointer(
      start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard offset <= count &- text.utf8CodeUnitCount else { return false }
    for index in 0..<text.utf8CodeUnitCount {
      let byte = unsafe expected[index]
      let found = self[offset &+ index]
      guard found == byte || (byte.isASCIILetter && found | 0x20 == byte) else { return false }
    }
    return true
  }

  /// Returns true if `text` is between `start` and `end`, compared as in ``matches(_:at:)``.
  func contains(_ text: StaticString, from start: Int, to end: Int) -> Bool {
    // SAFETY: a string literal lives as long as the program and is followed by a zero.
    let first = unsafe text.utf8Start[0]
    var index = start
    while true {
      index = firstIndex(of: first, from: index, to: end)
      guard index &+ text.utf8CodeUnitCount <= end else { return false }
      if matches(text, at: index) { return true }
      index &+= 1
    }
  }

  /// Returns the first offset from `start` up to `end` with one of three bytes, or `end`.
  ///
  /// - Complexity: O(distance), 16 bytes at a time.
  @inline(__always)
  func firstIndex(
    of first: UInt8, _ second: UInt8, _ third: UInt8, from start: Int, to end: Int
  ) -> Int {
    var index = start
    let end = min(end, count)
    let wanted = (
      SIMD16(repeating: first), SIMD16(repeating: second), SIMD16(repeating: third)
    )
    while index &+ 16 <= end {
      // SAFETY: 16 bytes from `index` are in bounds; any alignment is allowed.
      let bytes = unsafe UnsafeRawPointer(base).loadUnaligned(
        fromByteOffset: index, as: SIMD16<UInt8>.self)
      let hits = (bytes .== wanted.0) .| (bytes .== wanted.1) .| (bytes .== wanted.2)
      // SAFETY: the mask has 16 bytes, each 0 or 255.
      let halves = unsafe unsafeBitCast(hits, to: SIMD2<UInt64>.self)
      if halves[0] != 0 { return index &+ halves[0].trailingZeroBitCount / 8 }
      if halves[1] != 0 { return index &+ 8 &+ halves[1].trailingZeroBitCount / 8 }
      index &+= 16
    }
    while index < end {
      let byte = self[index]
      if byte == first || byte == second || byte == third { return index }
      index &+= 1
    }
    return max(start, end)
  }

  /// Returns the first offset from `start` up to `end` with `byte`, or `end`.
  func firstIndex(of byte: UInt8, from start: Int, to end: Int) -> Int {
    firstIndex(of: byte, byte, byte, from: start, to: end)
  }

  /// Returns the first offset from `start` up to `end` with a byte that is marked by "1" in
  /// `marks`, which has 256 digits; or `end`.
  ///
  /// - Complexity: O(distance).
  func firstIndex(marked marks: StaticString, from start: Int, to end: Int) -> Int {
    precondition(
      start >= 0 && end <= count && marks.utf8CodeUnitCount == 256,
      "bytes \(start) to \(end) lie outside \(count) bytes, or there are not 256 marks")
    // SAFETY: in bounds, checked above; a literal lives as long as the program.
    let table = unsafe marks.utf8Start
    var index = start
    while index < end, unsafe table[Int(base[index])] == UInt8(ascii: "0") { index &+= 1 }
    return index
  }

  /// Appends the bytes at `range` to `target`.
  @inline(__always)
  func append(_ range: Range<Int>, to target: GrowingArray<UInt8>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count,
      "bytes \(range) lie outside \(count) bytes")
    // SAFETY: in bounds, checked above.
    unsafe target.append(base + range.lowerBound, count: range.count)
  }
}

extension UInt8 {
  /// True for A to Z and a to z.
  @inline(__always)
  var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// True for 0 to 9.
  @inline(__always)
  var isASCIIDigit: Bool { self &- 0x30 < 10 }

  @inline(__always)
  var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }

  /// True for HTML's white space: space, tab, line feed, form feed, carriage return.
  @inline(__always)
  var isHTMLSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C
  }

  /// True for ASCII punctuation and symbols.
  @inline(__always)
  var isASCIIPunctuation: Bool { self > 0x20 && self < 0x7F && !isASCIIAlphanumeric }
}
