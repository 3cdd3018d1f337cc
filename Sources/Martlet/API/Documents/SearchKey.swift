/// A value that identifies a document, is unique in its index, and can be converted to bytes.
///
/// `String`, `Int`, `Int64`, `UInt64` and `UUID` are keys already. An enumeration or structure with
/// such a raw value becomes one by declaring the conformance. Conform any other type if its bytes
/// are few (at most 1,024) and never change for the same key, because an index on disk
/// finds its documents by these bytes.
public protocol SearchKey: Hashable, Sendable, Codable {
  /// The 1 to 1,024 bytes of the key. Different keys must have different bytes.
  var keyBytes: [UInt8] { get }

  /// Creates the key with the given bytes, or returns nil if there is none.
  init?(keyBytes: [UInt8])
}

extension SearchKey where Self: RawRepresentable, RawValue: SearchKey {
  /// The bytes of the raw value.
  public var keyBytes: [UInt8] { rawValue.keyBytes }

  /// Creates the key whose raw value has the given bytes, or returns nil if there is none.
  public init?(keyBytes: [UInt8]) {
    guard let value = RawValue(keyBytes: keyBytes) else { return nil }
    self.init(rawValue: value)
  }
}

extension String: SearchKey {
  /// The string in UTF-8.
  ///
  /// Strings that are equal but encode their accents differently, as names of files often do, have
  /// different bytes and identify different documents. Normalize such strings first.
  public var keyBytes: [UInt8] { Array(utf8) }

  /// Creates the string with the given bytes, or returns nil if they are not valid UTF-8.
  public init?(keyBytes: [UInt8]) {
    guard keyBytes.contains(where: { $0 >= 0x80 }) else {
      // ASCII needs no validation, which takes ten times as long.
      self.init(decoding: keyBytes, as: UTF8.self)
      return
    }
    self.init(validating: keyBytes, as: UTF8.self)
  }
}

extension UInt64: SearchKey {
  /// Eight bytes, the most significant first, so that the bytes sort like the numbers.
  public var keyBytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: self &>> UInt64(56 &- 8 &* $0)) }
  }

  /// Creates the number with the given bytes, or returns nil unless there are eight.
  public init?(keyBytes: [UInt8]) {
    guard keyBytes.count == 8 else { return nil }
    self = keyBytes.reduce(0) { $0 &<< 8 | UInt64($1) }
  }
}

extension Int64: SearchKey {
  /// Eight bytes, the most significant first and with the sign flipped, so that the bytes sort like
  /// the numbers.
  public var keyBytes: [UInt8] { (UInt64(bitPattern: self) ^ 1 &<< 63).keyBytes }

  /// Creates the number with the given bytes, or returns nil unless there are eight.
  public init?(keyBytes: [UInt8]) {
    guard let bits = UInt64(keyBytes: keyBytes) else { return nil }
    self.init(bitPattern: bits ^ 1 &<< 63)
  }
}

extension Int: SearchKey {
  /// The bytes of the same number as an `Int64`.
  public var keyBytes: [UInt8] { Int64(self).keyBytes }

  /// Creates the number with the given bytes, or returns nil unless there are eight and `Int` can
  /// represent it.
  public init?(keyBytes: [UInt8]) {
    guard let number = Int64(keyBytes: keyBytes) else { return nil }
    self.init(exactly: number)
  }
}
