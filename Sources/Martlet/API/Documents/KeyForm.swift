#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A property of all keys of a type, for checking bytes without creating a key.
enum KeyForm {
  /// The keys are UTF-8.
  case text
  /// The keys are all byte strings of the given length.
  case fixed(Int)
  /// Only the type itself can check its keys.
  case unknown

  /// Creates the form of the keys of `type`.
  init(_ type: (some SearchKey).Type) {
    switch ObjectIdentifier(type) {
    case ObjectIdentifier(String.self): self = .text
    case ObjectIdentifier(UInt64.self), ObjectIdentifier(Int64.self): self = .fixed(8)
    case ObjectIdentifier(Int.self) where Int.bitWidth == 64: self = .fixed(8)
    case ObjectIdentifier(UUID.self): self = .fixed(16)
    default: self = .unknown
    }
  }

  /// Returns the name of a type of keys, which an index keeps; nil for types of the application.
  static func name(of type: (some SearchKey).Type) -> String? {
    switch ObjectIdentifier(type) {
    case ObjectIdentifier(String.self): "String"
    case ObjectIdentifier(UInt64.self): "UInt64"
    case ObjectIdentifier(Int64.self), ObjectIdentifier(Int.self): "Int64"
    case ObjectIdentifier(UUID.self): "UUID"
    default: nil
    }
  }

  /// Returns true if the bytes in `range` are a key, or nil if only the type can tell.
  @inline(__always)
  func accepts(_ bytes: ByteView, _ range: Range<Int>) -> Bool? {
    switch self {
    // Bytes that are not ASCII are left to the type, which takes longer.
    case .text: bytes.isASCII(range) ? true : nil
    case .fixed(let count): range.count == count
    case .unknown: nil
    }
  }
}
