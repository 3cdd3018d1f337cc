import MartletTestSupport

@testable import Martlet

/// A way to damage a segment's files.
struct SegmentDamage: CustomStringConvertible, Sendable {
  let description: String
  /// True when opening the segment must notice the damage.
  let isSeenAtOpening: Bool
  /// The file's new content, nil to remove it.
  let change: @Sendable ([UInt8]) -> [UInt8]?
  /// True when the file of live documents is damaged and not the image.
  var isOfLiveFile = false

  private static func flip(
    _ name: String, isSeenAtOpening: Bool, _ offset: @escaping @Sendable ([UInt8]) -> Int
  ) -> SegmentDamage {
    SegmentDamage(description: name, isSeenAtOpening: isSeenAtOpening) { bytes in
      var bytes = bytes
      bytes[offset(bytes)] ^= 0x10
      return bytes
    }
  }

  private static func footer(_ bytes: [UInt8]) -> ImageFooter? {
    try? ImageFooter.decode(ByteView(copying: bytes), file: "")
  }

  /// Damage of an image's outline.
  static let outline: [SegmentDamage] = [
    flip("header", isSeenAtOpening: true) { _ in 30 },
    flip("table", isSeenAtOpening: true) { (footer($0)?.tableOffset ?? 0) + 10 },
    flip("block hashes", isSeenAtOpening: true) { (footer($0)?.hashOffset ?? 0) + 3 },
    flip("footer", isSeenAtOpening: true) { $0.count - 50 },
    SegmentDamage(description: "cut", isSeenAtOpening: true) { Array($0.dropLast(1_000)) },
    SegmentDamage(description: "longer", isSeenAtOpening: true) { $0 + [0, 0] },
    SegmentDamage(description: "empty", isSeenAtOpening: true) { _ in [] },
    SegmentDamage(description: "missing", isSeenAtOpening: true) { _ in nil },
  ]

  /// Damage of one byte of an image, at regular distances.
  static let content = (1..<8).map { step in
    flip("byte at \(step)/8", isSeenAtOpening: false) {
      (footer($0)?.tableOffset ?? 0) * step / 8
    }
  }

  static let live: [SegmentDamage] = [
    SegmentDamage(
      description: "live documents flipped", isSeenAtOpening: true,
      change: { bytes in
        var bytes = bytes
        bytes[74] ^= 2
        return bytes
      }, isOfLiveFile: true),
    SegmentDamage(
      description: "live documents cut", isSeenAtOpening: true, change: { Array($0.dropLast(3)) },
      isOfLiveFile: true),
    SegmentDamage(
      description: "live documents missing", isSeenAtOpening: true, change: { _ in nil },
      isOfLiveFile: true),
  ]

  static let all = outline + content + live

  /// The file that is damaged; nil when the segment has none such.
  func file(of segment: ManifestSegment) -> String? {
    isOfLiveFile ? segment.liveFileName : segment.fileName
  }

  /// Damages a segment, and returns the name of the file and what it was; nil when it has no such.
  func apply(to segment: ManifestSegment, on disk: MemoryStorage) -> (name: String, was: [UInt8])? {
    guard let name = file(of: segment), let was = disk[name] else { return nil }
    disk[name] = change(was)
    return (name, was)
  }
}
