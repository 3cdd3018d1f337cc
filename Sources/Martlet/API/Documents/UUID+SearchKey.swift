#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension UUID: SearchKey {
  /// The 16 bytes, in the order in which they are printed.
  public var keyBytes: [UInt8] {
    let u = uuid
    return [
      u.0, u.1, u.2, u.3, u.4, u.5, u.6, u.7, u.8, u.9, u.10, u.11, u.12, u.13, u.14, u.15,
    ]
  }

  /// Creates the identifier with the given bytes, or returns nil unless there are 16.
  public init?(keyBytes: [UInt8]) {
    guard keyBytes.count == 16 else { return nil }
    let k = keyBytes
    self.init(
      uuid: (
        k[0], k[1], k[2], k[3], k[4], k[5], k[6], k[7],
        k[8], k[9], k[10], k[11], k[12], k[13], k[14], k[15]
      ))
  }
}
