/// The list of what makes one generation of an index. A value; published by ``ManifestStore``.
///
/// Whoever has the manifest, the files it names, and the log after ``appliedLSN`` has the index.
package struct Manifest: Sendable, Equatable {
  /// The manifest's own number: 1 for the first.
  package internal(set) var generation: Generation
  /// The index's random name.
  package let indexID: IndexID
  /// Everything in the log up to here is in the segments.
  package var appliedLSN: LogSequenceNumber = 0
  /// The first log file that may hold something after ``appliedLSN``.
  package var firstLogSequence: UInt64 = 1
  /// True when that file was made before this manifest, which makes its absence damage.
  package var hasLog = false
  /// The application's number for its schema.
  package var schemaVersion: UInt32
  /// The fields, by their number.
  package var fields: [FieldDefinition]
  /// The settings that the layers above keep with the index.
  package var settings: [String: [UInt8]]
  /// The application's bookmarks as of ``appliedLSN``.
  package var bookmarks: [String: [UInt8]] = [:]
  /// The segments, in the order of their documents.
  package var segments: [ManifestSegment] = []

  /// The first manifest of an index, without documents.
  package init(
    indexID: IndexID, fields: [FieldDefinition], schemaVersion: UInt32 = 0,
    settings: [String: [UInt8]] = [:]
  ) {
    generation = 1
    self.indexID = indexID
    self.fields = fields
    self.schemaVersion = schemaVersion
    self.settings = settings
  }

  /// Notes that the segments hold everything in the log up to `position`.
  package mutating func apply(upTo position: LogPosition) {
    appliedLSN = position.lsn
    firstLogSequence = position.sequence
    hasLog = position.hasFile
  }

  /// The names of all files that readers of this generation open, without the log.
  package var fileNames: Set<String> {
    var names: Set<String> = []
    for segment in segments {
      names.insert(segment.fileName)
      if let liveFileName = segment.liveFileName { names.insert(liveFileName) }
    }
    return names
  }
}

/// One segment as a manifest lists it.
package struct ManifestSegment: Sendable, Equatable {
  package var id: SegmentID
  /// The exact size of the image's file, so that a truncated file is found before it is mapped.
  package var byteCount: Int
  /// The hash that whoever wrote the image gave for all of it.
  package var hash: UInt64
  /// Documents in the image, with the deleted ones.
  package var documentCount: Int
  /// The generation in the name of the file of live documents; 0 when all documents live.
  package var liveGeneration: Generation
  /// The exact size of that file; 0 when there is none.
  package var liveByteCount: Int
  /// The check at the end of that file, so that no other file of the same name takes its place; 0
  /// when there is none.
  package var liveHash: UInt64
  /// True when damage was found: the files stay where they are, and nobody opens them again but
  /// salvage. Documents in them may have been replaced or deleted since.
  package var isQuarantined: Bool

  package init(
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
  package var fileName: String { FileName.segment(id).text }

  /// The name of the file of live documents; nil when all documents live.
  package var liveFileName: String? {
    liveGeneration == 0 ? nil : FileName.liveDocuments(id, liveGeneration).text
  }
}
