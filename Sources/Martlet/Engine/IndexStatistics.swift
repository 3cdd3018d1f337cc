/// The counts of documents, terms, segments and bytes in one state of an index.
public struct IndexStatistics: Sendable, Hashable {
  /// The counts of one field.
  public struct Field: Sendable, Hashable {
    /// The name of the field.
    public let name: String
    /// The kind of values in the field.
    public let kind: FieldKind
    /// The number of documents with a value in the field: with a word, if it is a text field.
    public let documentCount: Int
    /// The number of documents without a value in the field.
    ///
    /// After you have added a field to the schema, this is the number of documents that are still
    /// to be written again, and of those that have no value for it.
    public let missingCount: Int
    /// The number of words in the field in all documents; only for text fields.
    public let tokenCount: Int
    /// The number of different terms of each segment, added up.
    public let termCount: Int
  }

  /// The counts of one segment.
  public struct Segment: Sendable, Hashable {
    /// The name of the segment, which is also that of its file.
    public let name: String
    /// The number of documents that are not deleted.
    public let documentCount: Int
    /// The number of documents that are deleted and still take space.
    public let deletedCount: Int
    /// The size of the segment in bytes.
    public let byteCount: Int
    /// A Boolean value that indicates whether the segment is in memory, and not yet in a file of
    /// the index. Until it is, the log keeps its documents.
    public let isInMemory: Bool
  }

  /// The end of the log that was dropped when the index was opened.
  ///
  /// A crash leaves half a batch there, for which no `write` had returned. A loss of power may also
  /// take batches that were not synced. Damage of such a batch looks the same.
  public struct DroppedLog: Sendable, Hashable {
    /// The file in the index's folder that keeps the log with these bytes, until an end of a log is
    /// dropped again or the index is compacted.
    public let file: String
    /// The number of bytes that were dropped.
    public let byteCount: Int
  }

  /// A part of the index that searches leave out, because it is damaged or missing.
  public struct LeftOut: Sendable, Hashable {
    /// The name of the file in the index's folder: that of a segment, or of the manifest or log
    /// that could not be read.
    public let file: String?
    /// The error that describes the damage.
    public let reason: SearchError
    /// The number of documents in the segment that are not known to be deleted; nil for the
    /// manifest and the log, for which it is unknown.
    public let documentCount: Int?
  }

  /// The number of the state.
  ///
  /// It increases with every change, and starts anew each time an index is opened.
  public let generation: UInt64
  /// The fields, in the order of the schema.
  public let fields: [Field]
  /// The segments, in document order.
  public let segments: [Segment]
  /// The number of words that were not indexed since the index was opened: those of more than 1,024
  /// bytes, and those beyond the ``TokenLimits`` of an analyzer.
  public let skippedTokenCount: Int
  /// The last failure of writing to files or merging them, or of an automatic refresh, or nil once
  /// that has succeeded.
  ///
  /// Nothing is lost meanwhile: the work is tried again, and the log keeps what is not in files.
  public let lastFailure: SearchError?
  /// The end of the log that was dropped when the index was opened, or nil if nothing was dropped.
  ///
  /// For a reader beside a writer, this may be a batch that was just being written.
  public let droppedLog: DroppedLog?
  /// The parts that cannot be read and are left out because of ``CorruptionPolicy/salvage``.
  ///
  /// Empty if the index is complete, and always with ``CorruptionPolicy/fail``.
  public let leftOut: [LeftOut]

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
  /// The number of documents that can be found.
  public var documentCount: Int { segments.reduce(0) { $0 + $1.documentCount } }
  /// The number of documents that are deleted and still take space.
  public var deletedCount: Int { segments.reduce(0) { $0 + $1.deletedCount } }
  /// The number of segments, in files and in memory.
  public var segmentCount: Int { segments.count }
  /// The number of segments in memory.
  public var memorySegmentCount: Int { segments.count { $0.isInMemory } }
  /// The size of the segments in files, in bytes.
  public var byteCount: Int { segments.reduce(0) { $0 + ($1.isInMemory ? 0 : $1.byteCount) } }
  /// The size of the segments in memory, in bytes.
  public var memoryByteCount: Int {
    segments.reduce(0) { $0 + ($1.isInMemory ? $1.byteCount : 0) }
  }
  /// The number of different terms of each field and segment, added up.
  public var termCount: Int { fields.reduce(0) { $0 + $1.termCount } }
  /// The number of words of all documents in text fields.
  public var tokenCount: Int { fields.reduce(0) { $0 + $1.tokenCount } }
}
