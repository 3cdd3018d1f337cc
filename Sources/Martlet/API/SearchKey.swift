/// What names a document: a value that is unique in its index and has a form in bytes.
///
/// `String`, `Int`, `Int64`, `UInt64` and `UUID` are keys already. Conform a type of your own when
/// its bytes are few (at most 1,024) and never change for the same key: an index on disk finds its
/// documents by them.
public protocol SearchKey: Hashable, Sendable, Codable {
  /// The key's bytes. Different keys have different bytes; at least one.
  var keyBytes: [UInt8] { get }

  /// The key that has these bytes, nil when there is none.
  init?(keyBytes: [UInt8])
}

extension String: SearchKey {
  /// The text in UTF-8. Strings that are equal but have their accents encoded differently (as names of
  /// files often are) have different bytes, and name different documents: bring them into one form
  /// before.
  public var keyBytes: [UInt8] { Array(utf8) }

  /// The text, nil when the bytes are not UTF-8.
  public init?(keyBytes: [UInt8]) {
    guard keyBytes.contains(where: { $0 >= 0x80 }) else {
      // What is ASCII needs no check, which takes ten times as long.
      self.init(decoding: keyBytes, as: UTF8.self)
      return
    }
    self.init(validating: keyBytes, as: UTF8.self)
  }
}

extension UInt64: SearchKey {
  /// Eight bytes, the most significant first, so that bytes sort like numbers.
  public var keyBytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: self &>> UInt64(56 &- 8 &* $0)) }
  }

  /// The number, nil unless there are eight bytes.
  public init?(keyBytes: [UInt8]) {
    guard keyBytes.count == 8 else { return nil }
    self = keyBytes.reduce(0) { $0 &<< 8 | UInt64($1) }
  }
}

extension Int64: SearchKey {
  /// Eight bytes, the most significant first and the sign flipped, so that bytes sort like numbers.
  public var keyBytes: [UInt8] { (UInt64(bitPattern: self) ^ 1 &<< 63).keyBytes }

  /// The number, nil unless there are eight bytes.
  public init?(keyBytes: [UInt8]) {
    guard let bits = UInt64(keyBytes: keyBytes) else { return nil }
    self.init(bitPattern: bits ^ 1 &<< 63)
  }
}

extension Int: SearchKey {
  /// The bytes of the same `Int64`.
  public var keyBytes: [UInt8] { Int64(self).keyBytes }

  /// The number, nil unless there are eight bytes.
  public init?(keyBytes: [UInt8]) {
    guard let number = Int64(keyBytes: keyBytes) else { return nil }
    self.init(exactly: number)
  }
}
