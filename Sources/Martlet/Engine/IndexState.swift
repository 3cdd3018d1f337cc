/// The state of an index at one moment: its segments, the location of each, and the bookmarks.
///
/// Immutable. A reference keeps the memory and the files of the segments, so its owner always sees
/// the same documents.
final class IndexState: Sendable {
  /// The location of the image of a segment.
  enum Home: Sendable {
    /// On the heap only; the log has the documents.
    case heap
    /// In a finished file that no manifest names yet; the log has the documents.
    case unnamed(PendingFile, ManifestSegment)
    /// In a file that the manifest names.
    case file(Stored)
  }

  /// A segment as it is in its files, which is what opening the index finds before it applies the
  /// log.
  struct Stored: Sendable {
    /// The segment's entry in the manifest.
    var entry: ManifestSegment
    /// The segment without the documents that are deleted in the files.
    var segment: LiveSegment
    /// Pins the files; nil for a reader, which never removes files.
    var pin: FilePin?
  }

  /// A segment and its location.
  struct Member: Sendable {
    var segment: LiveSegment
    var home: Home

    /// The identifier of the segment.
    var id: SegmentID { segment.reader.id }

    /// The size of the image in bytes.
    var byteCount: Int { segment.reader.image.view.count }

    /// The segment in its files; nil if the manifest does not name it.
    var stored: Stored? {
      if case .file(let stored) = home { stored } else { nil }
    }

    /// True if all deletions are in files.
    var isPersisted: Bool { stored?.segment.live.deletedCount == segment.live.deletedCount }

    /// True if the manifest does not name the segment, so that only the log has its documents.
    var isInMemory: Bool { stored == nil }

    /// True if the image is on the heap.
    var isOnHeap: Bool {
      if case .heap = home { true } else { false }
    }

    /// The description for the merge policy. It counts the deletions that are in files, because
    /// only their documents are dropped by a merge of files.
    var description: SegmentDescription {
      let known = PlantedBug.mergesUnloggedDeletes.isPlanted ? segment : stored?.segment ?? segment
      return SegmentDescription(
        id: id, byteCount: byteCount, documentCount: segment.reader.documentCount,
        deletedCount: known.live.deletedCount)
    }
  }

  /// The damaged parts of the index, which searches leave out.
  struct Damage: Sendable {
    /// A damaged segment, whose files stay as they are.
    struct Segment: Sendable {
      /// The segment's entry in the manifest.
      var entry: ManifestSegment
      var reason: SearchError
      /// The number of documents that were not deleted, or of all documents if that is unknown.
      var documentCount: Int
      /// Pins the files.
      var keeper: any Sendable
    }

    var segments: [Segment] = []
    /// The damage of the manifest and the log.
    var losses: [SearchError] = []

    var isEmpty: Bool { segments.isEmpty && losses.isEmpty }

    /// The first damage that is known; nil if there is none.
    var firstReason: SearchError? { segments.first?.reason ?? losses.first }
  }

  /// The segments in document order; those in files come first.
  let members: [Member]
  /// The segments in the form that searches take.
  let segments: SegmentSet
  /// The application's bookmarks.
  let bookmarks: [String: [UInt8]]
  /// The number of the state, which increases with every change that a search can see.
  let version: UInt64
  /// The damaged parts, which are left out.
  let damage: Damage

  @inline(never)
  init(
    _ members: [Member], fieldCount: Int, bookmarks: [String: [UInt8]], version: UInt64,
    damage: Damage = Damage()
  ) {
    self.damage = damage
    self.members = members
    segments = SegmentSet(members.map(\.segment), fieldCount: fieldCount)
    self.bookmarks = bookmarks
    self.version = version
  }

  /// The segments in files.
  var fileMembers: ArraySlice<Member> { members.prefix { !$0.isInMemory } }

  /// The segments that the manifest does not name.
  var memoryMembers: ArraySlice<Member> { members[fileMembers.endIndex...] }

  /// The last segments that are on the heap, which may be merged there.
  var heapMembers: ArraySlice<Member> {
    let count = memoryMembers.reversed().prefix { $0.isOnHeap }.count
    return members.suffix(count)
  }

  /// True if there is a file that becomes part of the index only with the next checkpoint.
  var hasUnnamedFiles: Bool { memoryMembers.contains { !$0.isOnHeap } }

  /// The size of the images that are only on the heap, in bytes.
  var memoryByteCount: Int {
    memoryMembers.reduce(0) { $0 + ($1.isOnHeap ? $1.byteCount : 0) }
  }
}
