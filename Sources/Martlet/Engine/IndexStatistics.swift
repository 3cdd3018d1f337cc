/// Counts of one state of an index.
public struct IndexStatistics: Sendable, Hashable {
  /// One field of the schema.
  public struct Field: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// What kind of values it holds.
    public var kind: FieldKind
    /// Documents with a word in the field, if it is a text field.
    public var documentCount: Int
    /// Words of all documents in the field, if it is a text field.
    public var tokenCount: Int
    /// Different terms, added up over the segments.
    public var termCount: Int

    init(
      name: String, kind: FieldKind, documentCount: Int, tokenCount: Int, termCount: Int
    ) {
      self.name = name
      self.kind = kind
      self.documentCount = documentCount
      self.tokenCount = tokenCount
      self.termCount = termCount
    }
  }

  /// One segment.
  public struct Segment: Sendable, Hashable {
    /// Its name, as in the name of its file.
    public var name: String
    /// Documents that are not deleted.
    public var documentCount: Int
    /// Documents that are deleted and still take space.
    public var deletedCount: Int
    /// The size of its image.
    public var byteCount: Int
    /// Whether it is in memory only; the log keeps its documents until it is in a file.
    public var isInMemory: Bool

    init(
      name: String, documentCount: Int, deletedCount: Int, byteCount: Int, isInMemory: Bool
    ) {
      self.name = name
      self.documentCount = documentCount
      self.deletedCount = deletedCount
      self.byteCount = byteCount
      self.isInMemory = isInMemory
    }
  }

  /// The end of the log that was left out when the index was opened.
  ///
  /// A crash leaves half a batch there that no `write` had returned for, and a loss of power may take
  /// batches that were not synced; damage of such a batch looks the same.
  public struct DroppedLog: Sendable, Hashable {
    /// The file in the index's folder that keeps the bytes until an end of the log is left out again.
    public var file: String
    /// Bytes that were left out.
    public var byteCount: Int

    init(file: String, byteCount: Int) {
      self.file = file
      self.byteCount = byteCount
    }
  }

  /// A part of the index that no search sees, because it is damaged or gone.
  public struct LeftOut: Sendable, Hashable {
    /// The file in the index's folder: a segment's, or the manifest's or log's that could not be read.
    public var file: String?
    /// The damage.
    public var reason: SearchError
    /// The documents of the segment, as far as they are known not to be deleted; nil for the log and
    /// the manifest, where nothing tells.
    public var documentCount: Int?

    init(file: String?, reason: SearchError, documentCount: Int?) {
      self.file = file
      self.reason = reason
      self.documentCount = documentCount
    }
  }

  /// The number of the state; it rises with every change, and begins anew when an index is opened.
  public var generation: UInt64
  /// The fields, as in the schema.
  public var fields: [Field]
  /// The segments, in the order of their documents.
  public var segments: [Segment]
  /// Words that were left out since the index was opened: those longer than 1,024 bytes, and those
  /// beyond the ``TokenLimits`` of an analyzer.
  public var skippedTokenCount: Int
  /// Why writing to files, or merging them, failed the last time it was due; nil once it succeeded.
  ///
  /// Nothing is lost meanwhile: it is tried again, and what is not in files is in the log.
  public var lastFailure: SearchError?
  /// What of the log was left out when the index was opened; nil when nothing was. For a reader beside
  /// a writer this may be a batch that was just being written.
  public var droppedLog: DroppedLog?
  /// The parts that cannot be read, and are left out as ``CorruptionPolicy/salvage`` asks. Empty when the index is
  /// complete, and always with ``CorruptionPolicy/fail``.
  public var leftOut: [LeftOut]

  init(
    generation: UInt64, fields: [Field], segments: [Segment], skippedTokenCount: Int,
    lastFailure: SearchError?, droppedLog: DroppedLog?, leftOut: [LeftOut] = []
  ) {
    self.generation = generation
    self.fields = fields
    self.segments = segments
    self.skippedTokenCount = skippedTokenCount
    self.lastFailure = lastFailure
    self.droppedLog = droppedLog
    self.leftOut = leftOut
  }
}

extension IndexStatistics {
  /// Documents that can be found.
  public var documentCount: Int { segments.reduce(0) { $0 + $1.documentCount } }
  /// Documents that are deleted and still take space.
  public var deletedCount: Int { segments.reduce(0) { $0 + $1.deletedCount } }
  /// Segments, in files and in memory.
  public var segmentCount: Int { segments.count }
  /// Segments in memory.
  public var memorySegmentCount: Int { segments.count { $0.isInMemory } }
  /// Bytes of the segments in files.
  public var byteCount: Int { segments.reduce(0) { $0 + ($1.isInMemory ? 0 : $1.byteCount) } }
  /// Bytes of the segments in memory.
  public var memoryByteCount: Int {
    segments.reduce(0) { $0 + ($1.isInMemory ? $1.byteCount : 0) }
  }
  /// Different terms, added up over fields and segments.
  public var termCount: Int { fields.reduce(0) { $0 + $1.termCount } }
  /// Words of all documents in text fields.
  public var tokenCount: Int { fields.reduce(0) { $0 + $1.tokenCount } }
}
