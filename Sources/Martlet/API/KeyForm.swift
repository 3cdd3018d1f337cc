#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How the bytes of a type of key are told from others without making a key.
enum KeyForm {
  /// UTF-8.
  case text
  /// Any bytes, so many of them.
  case fixed(Int)
  /// Only the type itself knows.
  case unknown

  /// The form of the keys of `type`.
  init(_ type: (some SearchKey).Type) {
    switch ObjectIdentifier(type) {
    case ObjectIdentifier(String.self): self = .text
    case ObjectIdentifier(UInt64.self), ObjectIdentifier(Int64.self): self = .fixed(8)
    case ObjectIdentifier(Int.self) where Int.bitWidth == 64: self = .fixed(8)
    case ObjectIdentifier(UUID.self): self = .fixed(16)
    default: self = .unknown
    }
  }

  /// Whether the bytes from `range` are a key; nil when the type has to be asked.
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
