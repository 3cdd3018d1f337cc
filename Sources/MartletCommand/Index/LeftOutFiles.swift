/// The files of a folder that are no texts, which an index keeps in mind, so that a run does not
/// read them again while their times and sizes are the same.
struct LeftOutFiles {
  /// The name of the bookmark that keeps them.
  static let bookmark = "mart.leftout"
  /// The most files that are kept, of 8 bytes each, as a bookmark has at most 64 KiB.
  private static let mostFiles = 8_000

  private let marks: Set<UInt64>

  /// Takes the bytes of the bookmark, if there is one.
  init(bookmark bytes: [UInt8]?) {
    let bytes = bytes ?? []
    marks = Set(
      stride(from: 0, to: bytes.count - 7, by: 8).map { start in
        bytes[start..<(start + 8)].reduce(0) { $0 << 8 | UInt64($1) }
      })
  }

  /// Returns true if the file was left out, and has the same time and size.
  func contains(_ file: FolderListing.File) -> Bool { marks.contains(Self.mark(file)) }

  /// Returns the bytes of the bookmark for these files. Of very many, those that take longest to
  /// read are kept.
  static func bytes(of files: [FolderListing.File]) -> [UInt8] {
    let kept = files.count > mostFiles ? files.sorted { $0.size > $1.size } : files
    return kept.prefix(mostFiles).map(mark).sorted().flatMap { mark in
      (0..<8).map { UInt8(truncatingIfNeeded: mark >> (56 - 8 * $0)) }
    }
  }

  /// A number that is the same in every run, and another one for another path, time or size
  /// (FNV-1a).
  private static func mark(_ file: FolderListing.File) -> UInt64 {
    "\(file.size) \(file.modifiedText) \(file.path)".utf8.reduce(0xCBF2_9CE4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
  }
}
