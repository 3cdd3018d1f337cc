/// What an index is at one moment: its segments, where each of them lives, and the bookmarks.
///
/// Immutable. Whoever holds it keeps the segments' memory and files alive and sees the same
/// documents for ever.
final class IndexState: Sendable {
  /// Where the image of a segment is.
  enum Home: Sendable {
    /// On the heap only; the log has its documents.
    case heap
    /// In a finished file that no manifest names yet; the log has its documents.
    case unnamed(PendingFile, ManifestSegment)
    /// In a file that the manifest names.
    case file(Stored)
  }

  /// A segment as its files say, which is what opening the index would find before the log.
  struct Stored: Sendable {
    /// What the manifest says of the segment.
    var entry: ManifestSegment
    /// The segment without the documents that the files know to be deleted.
    var segment: LiveSegment
    /// Keeps the files from being removed; nil for a reader, who cannot.
    var hold: FileHold?
  }

  /// One segment.
  struct Part: Sendable {
    var segment: LiveSegment
    var home: Home

    /// The segment's name.
    var id: SegmentID { segment.reader.id }

    /// Bytes of the image.
    var byteCount: Int { segment.reader.image.view.count }

    /// What the files say; nil when the manifest does not name the segment.
    var stored: Stored? {
      if case .file(let stored) = home { stored } else { nil }
    }

    /// Whether the files know of all deleted documents.
    var isPersisted: Bool { stored?.segment.live.deletedCount == segment.live.deletedCount }

    /// Whether the manifest does not name the segment, so that only the log has its documents.
    var isInMemory: Bool { stored == nil }

    /// Whether the image takes room on the heap.
    var isOnHeap: Bool {
      if case .heap = home { true } else { false }
    }

    /// What the merge policy is told: a merge of files drops what the files know to be deleted.
    var description: SegmentDescription {
      let known = PlantedBug.mergesUnloggedDeletes.isPlanted ? segment : stored?.segment ?? segment
      return SegmentDescription(
        id: id, byteCount: byteCount, documentCount: segment.reader.documentCount,
        deletedCount: known.live.deletedCount)
    }
  }

  /// The parts of the index that searches do not see, because they cannot be read.
  struct Damage: Sendable {
    /// A segment whose files stay as they are.
    struct Segment: Sendable {
      /// Its entry in the manifest.
      var entry: ManifestSegment
      var reason: SearchError
      /// Its documents that were not deleted; all of them where that cannot be told.
      var documentCount: Int
      /// Keeps the files from being removed.
      var keeper: any Sendable
    }

    var segments: [Segment] = []
    /// Damage of the manifest or the log.
    var losses: [SearchError] = []

    var isEmpty: Bool { segments.isEmpty && losses.isEmpty }
  }

  /// The segments in the order of their documents; those in files come first.
  let parts: [Part]
  /// The segments as a search sees them.
  let segments: SegmentSet
  /// What the application keeps with the index.
  let bookmarks: [String: [UInt8]]
  /// Rises with every change that a search can see.
  let version: UInt64
  /// The parts that are left out.
  let damage: Damage

  init(
    _ parts: [Part], fieldCount: Int, bookmarks: [String: [UInt8]], version: UInt64,
    damage: Damage = Damage()
  ) {
    self.damage = damage
    self.parts = parts
    segments = SegmentSet(parts.map(\.segment), fieldCount: fieldCount)
    self.bookmarks = bookmarks
    self.version = version
  }

  /// The segments in files.
  var fileParts: ArraySlice<Part> { parts.prefix { !$0.isInMemory } }

  /// The segments that the manifest does not name.
  var memoryParts: ArraySlice<Part> { parts[fileParts.endIndex...] }

  /// The last segments that are on the heap, which may be merged there.
  var heapParts: ArraySlice<Part> {
    let count = memoryParts.reversed().prefix { $0.isOnHeap }.count
    return parts.suffix(count)
  }

  /// Whether a file is written that only a checkpoint makes part of the index.
  var hasUnnamedFiles: Bool { memoryParts.contains { !$0.isOnHeap } }

  /// Bytes of the images that are on the heap only.
  var memoryByteCount: Int {
    memoryParts.reduce(0) { $0 + ($1.isOnHeap ? $1.byteCount : 0) }
  }
}
