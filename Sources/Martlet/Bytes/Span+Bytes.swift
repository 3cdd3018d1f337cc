// Bytes that are lent for the time of a call, and copies of them.
//
// The properties of the standard library that give the span of an array or of a string's bytes need
// the systems of 2025, so both lend their bytes to a closure here.

extension String {
  /// Creates a string from UTF-8 bytes. Whatever is not UTF-8 is replaced.
  init(copying bytes: Span<UInt8>) {
    // SAFETY: the bytes are lent for this call, which copies them.
    self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Lends the UTF-8 bytes to `body`.
  @inline(__always)
  func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    var text = self
    // SAFETY: a span cannot leave `body`.
    return text.withUTF8 { body(unsafe $0.span) }
  }
}

extension [UInt8] {
  /// Creates an array from bytes that are lent.
  init(copying bytes: Span<UInt8>) {
    // SAFETY: the bytes are lent for this call, which copies them.
    self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
  }

  /// Lends the bytes to `body`.
  @inline(__always)
  func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let bytes = self[...]
    return try body(bytes.span)
  }
}

extension StaticString {
  /// Returns the byte at `index`.
  @inline(__always)
  func byte(at index: Int) -> UInt8 {
    precondition(
      index >= 0 && index < utf8CodeUnitCount,
      "byte \(index) lies outside a literal of \(utf8CodeUnitCount) bytes")
    // SAFETY: in bounds (checked above); a literal lives as long as the program.
    return unsafe utf8Start[index]
  }
}

extension Span<UInt8> {
  /// Returns true if the bytes are those of `other`.
  func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }

  /// Returns true if the bytes stand before those of `other` in their order.
  func precedes(_ other: Span<UInt8>) -> Bool {
    for index in 0..<Swift.min(count, other.count) where self[index] != other[index] {
      return self[index] < other[index]
    }
    return count < other.count
  }
}
