/// What an index is at one moment: its segments, where each of them lives, and the bookmarks.
///
/// Immutable. Whoever holds it keeps the segments' memory and files alive and sees the same
/// documents for ever.
final class IndexState: Sendable {
  /// Where the image of a segment is.
  enum Home: Sendable {
    /// On the heap only; the log has its documents.
    case memory
    /// In a file that the manifest names, with how many deleted documents the files know of. The
    /// hold keeps the files from being removed.
    case file(ManifestSegment, deletedCount: Int, hold: FileHold?)
  }

  /// One segment.
  struct Part: Sendable {
    var segment: LiveSegment
    var home: Home

    /// The segment's name.
    var id: SegmentID { segment.reader.id }

    /// Bytes of the image.
    var byteCount: Int { segment.reader.image.view.count }

    /// What the manifest says of the segment; nil when it is on the heap only.
    var entry: ManifestSegment? {
      if case .file(let entry, _, _) = home { entry } else { nil }
    }

    /// Whether the files know of all deleted documents.
    var isPersisted: Bool {
      if case .file(_, let count, _) = home { count == segment.live.deletedCount } else { false }
    }

    /// Whether the image is on the heap only.
    var isInMemory: Bool { entry == nil }

    /// What the merge policy is told.
    var description: SegmentDescription {
      SegmentDescription(
        id: id, byteCount: byteCount, documentCount: segment.reader.documentCount,
        deletedCount: segment.live.deletedCount)
    }
  }

  /// The segments in the order of their documents; those in files come first.
  let parts: [Part]
  /// The segments as a search sees them.
  let segments: SegmentSet
  /// What the application keeps with the index.
  let bookmarks: [String: [UInt8]]
  /// Rises with every change that a search can see.
  let version: UInt64

  init(_ parts: [Part], fieldCount: Int, bookmarks: [String: [UInt8]], version: UInt64) {
    self.parts = parts
    segments = SegmentSet(parts.map(\.segment), fieldCount: fieldCount)
    self.bookmarks = bookmarks
    self.version = version
  }

  /// The segments in files.
  var fileParts: ArraySlice<Part> { parts.prefix { !$0.isInMemory } }

  /// The segments that are on the heap only.
  var memoryParts: ArraySlice<Part> { parts[fileParts.endIndex...] }

  /// Bytes of the images that are on the heap only.
  var memoryByteCount: Int { memoryParts.reduce(0) { $0 + $1.byteCount } }
}
