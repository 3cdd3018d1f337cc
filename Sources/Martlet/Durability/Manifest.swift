/// The list of the files that make one generation of an index. A value; published by
/// ``ManifestStore``.
///
/// The manifest, the files that it names, and the log after ``appliedLSN`` are the whole index.
struct Manifest: Sendable, Equatable {
  /// The number of the manifest; 1 for the first.
  var generation: Generation
  /// The random identifier of the index.
  let indexID: IndexID
  /// The last record of the log that is in the segments, with all records before it.
  var appliedLSN: LogSequenceNumber = 0
  /// The first log file that may hold something after ``appliedLSN``.
  var firstLogSequence: UInt64 = 1
  /// True if that file was created before this manifest, which makes its absence damage.
  var hasLog = false
  /// The application's number for its schema.
  var schemaVersion: UInt32
  /// The fields, by number.
  var fields: [FieldDefinition]
  /// The damage of the log that cost the index acknowledged changes; nil if none are lost.
  var lostChanges: SearchError?
  /// The application's bookmarks as of ``appliedLSN``.
  var bookmarks: [String: [UInt8]] = [:]
  /// The segments, in the order of their documents.
  var segments: [ManifestSegment] = []

  /// Creates the first manifest of an index, without documents.
  init(
    indexID: IndexID, fields: [FieldDefinition], schemaVersion: UInt32 = 1
  ) {
    generation = 1
    self.indexID = indexID
    self.fields = fields
    self.schemaVersion = schemaVersion
  }

  /// Records that the segments hold everything in the log up to `position`.
  mutating func apply(upTo position: LogPosition) {
    appliedLSN = position.lsn
    firstLogSequence = position.sequence
    hasLog = position.hasFile
  }

  /// The names of all files that readers of this generation open, except those of the log.
  var fileNames: Set<String> {
    segments.reduce(into: []) { $0.formUnion($1.fileNames) }
  }
}

/// One segment as a manifest lists it.
struct ManifestSegment: Sendable, Equatable {
  var id: SegmentID
  /// The exact size of the image's file, so that a truncated file is found before it is mapped.
  var byteCount: Int
  /// The hash of the whole image, as its writer computed it.
  var hash: UInt64
  /// The number of documents in the image, including deleted ones.
  var documentCount: Int
  /// The generation in the name of the file of live documents; 0 if all documents are live.
  var liveGeneration: Generation
  /// The exact size of that file; 0 if there is none.
  var liveByteCount: Int
  /// The check at the end of that file, so that no other file of the same name is taken for it; 0
  /// if there is none.
  var liveHash: UInt64
  /// True if damage was found. The files stay where they are, and only salvage opens them again.
  /// Documents in them may have been replaced or deleted since.
  var isQuarantined: Bool

  init(
    id: SegmentID, byteCount: Int, hash: UInt64, documentCount: Int,
    liveGeneration: Generation = 0, liveByteCount: Int = 0, liveHash: UInt64 = 0,
    isQuarantined: Bool = false
  ) {
    self.id = id
    self.byteCount = byteCount
    self.hash = hash
    self.documentCount = documentCount
    self.liveGeneration = liveGeneration
    self.liveByteCount = liveByteCount
    self.liveHash = liveHash
    self.isQuarantined = isQuarantined
  }

  /// The name of the image's file.
  var fileName: String { FileName.segment(id).text }

  /// The name of the file of live documents; nil if all documents are live.
  var liveFileName: String? {
    liveGeneration == 0 ? nil : FileName.liveDocuments(id, liveGeneration).text
  }

  /// The names of both.
  var fileNames: Set<String> { Set([fileName, liveFileName].compactMap { $0 }) }
}
