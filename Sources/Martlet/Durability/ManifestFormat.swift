/// The layout of a manifest, `manifest-<generation>`. All numbers are little-endian.
///
///     header             64 bytes   see FileHeader; its number is the generation
///     applied lsn        u64
///     first log          u64        sequence number
///     flags              u32        1: the first log file exists
///     schema version     u32
///     fields             varint count, then per field
///       name               varint count, UTF-8
///       kind               u8       see FieldKind
///       flags              u8       1: positions are kept, 2: the field has a column
///       weight             u32      IEEE 754 binary32
///       analyzer           u64      fingerprint
///     lost changes       varint count, UTF-8   the damage of the log that lost some; empty if none
///     bookmarks          varint count, then per bookmark, in the order of the names' bytes
///       name, value        varint count, bytes, each
///     segments           varint count, then per segment
///       id                 u64 × 2  high, low
///       bytes              u64
///       hash               u64
///       documents          u32
///       flags              u32      1: quarantined
///       live generation    u64      0: all documents live
///       live bytes         u64      0 when there is no such file
///       live hash          u64      the check at the end of that file, 0 when there is none
///     check              u32        CRC-32C of everything before except bytes 60 to 63
///
/// A manifest has at most 1 MiB. A later minor version may put more before the check, which this
/// version skips. A manifest is read as a whole before anything in it is used, and a value that
/// could not have been written is refused even if the check is right. Generations and the numbers
/// of files and of log records stay below 2^62, so that counting on from them never overflows.
///
/// Example: the first manifest of the index (1, 2), with the keyword field "id" and nothing else,
/// is 113 bytes:
///
///       0  4d 61 72 74 6c 65 74 0a   magic
///       8  03 00 01 00 00 00 00 00   kind 3, version 1.0, incompatible features
///      16  00 00 00 00 00 00 00 00   other features
///      24  01 00 00 00 00 00 00 00   index id, high
///      32  02 00 00 00 00 00 00 00   index id, low
///      40  01 00 00 00 00 00 00 00   generation
///      48  00 00 00 00 00 00 00 00   zero
///      56  00 00 00 00 86 6b 61 af   zero, CRC-32C
///      64  00 00 00 00 00 00 00 00   applied lsn
///      72  01 00 00 00 00 00 00 00   first log
///      80  00 00 00 00 01 00 00 00   flags, schema version
///      88  01   1 field
///      89  02 69 64   name "id"
///      92  01 03   kind 1, flags 3
///      94  00 00 80 3f   weight 1.0
///      98  00 00 00 00 00 00 00 00   analyzer
///     106  00 00 00   no lost changes, bookmarks, segments
///     109  40 eb 47 df   CRC-32C
enum ManifestFormat {
  static let byteLimit = 1 << 20
  private static let segmentByteCount = 64
  /// Numbers from here on are never reached: one record per nanosecond would take a century.
  static let numberLimit: UInt64 = 1 << 62
  private static let fieldMinimumByteCount = 15
  private static let fileByteLimit: UInt64 = 1 << 56
  /// The bytes that are kept of the text about lost changes.
  private static let lossByteLimit = 4_096

  private enum Flag {
    static let hasLog: UInt32 = 1
    static let hasPositions: UInt8 = 1
    static let hasColumn: UInt8 = 2
    static let isQuarantined: UInt32 = 1
  }

  /// Returns the bytes of `manifest`.
  ///
  /// - Throws: `limitExceeded` if they would be more than 1 MiB, or if a number has reached its
  ///   end.
  static func encode(_ manifest: Manifest) throws(SearchError) -> ByteView {
    guard hasNumbersLeft(manifest) else {
      throw SearchError(
        .limitExceeded,
        "the index has used up the numbers of its files: make a new one from its documents")
    }
    let writer = ByteWriter(capacity: 4_096)
    FileHeader(kind: .manifest, owner: manifest.indexID.owner, number: manifest.generation)
      .encode(into: writer)
    writer.append(manifest.appliedLSN)
    writer.append(manifest.firstLogSequence)
    writer.append(manifest.hasLog ? Flag.hasLog : 0)
    writer.append(manifest.schemaVersion)
    writer.appendVarint(manifest.fields.count)
    for field in manifest.fields { encode(field, into: writer) }
    writer.appendCounted(beginning(of: manifest.lostChanges?.message ?? ""))
    encode(manifest.bookmarks, into: writer)
    writer.appendVarint(manifest.segments.count)
    for segment in manifest.segments { encode(segment, into: writer) }
    let checked = writer.finish()
    guard checked.count + 4 <= byteLimit else {
      throw SearchError(
        .limitExceeded,
        "a manifest has at most \(byteLimit) bytes, and this one would have \(checked.count + 4), with "
          + "\(manifest.segments.count) segments: merge them with `compact()`, or keep smaller "
          + "bookmarks")
    }
    writer.append(checked)
    writer.append(FileHeader.boundCheck(checked, upTo: checked.count))
    return writer.finish()
  }

  private static func hasNumbersLeft(_ manifest: Manifest) -> Bool {
    manifest.generation < numberLimit && manifest.firstLogSequence < numberLimit
      && manifest.appliedLSN < numberLimit
  }

  /// Returns the bytes of whole characters at the beginning of a message, as many as are kept.
  private static func beginning(of message: String) -> [UInt8] {
    var end =
      message.utf8.index(
        message.startIndex, offsetBy: lossByteLimit, limitedBy: message.endIndex)
      ?? message.endIndex
    while end.samePosition(in: message.unicodeScalars) == nil {
      end = message.utf8.index(before: end)
    }
    return Array(message.utf8[..<end])
  }

  private static func encode(_ field: FieldDefinition, into writer: ByteWriter) {
    writer.appendCounted(Array(field.name.utf8))
    writer.append(field.kind.rawValue)
    writer.append(
      (field.hasPositions ? Flag.hasPositions : 0) | (field.hasColumn ? Flag.hasColumn : 0))
    writer.append(field.weight.bitPattern)
    writer.append(field.analyzerFingerprint)
  }

  private static func encode(_ bookmarks: [String: [UInt8]], into writer: ByteWriter) {
    let sorted = bookmarks.map { (name: Array($0.key.utf8), value: $0.value) }
      .ordered { $0.name.lexicographicallyPrecedes($1.name) }
    writer.appendVarint(sorted.count)
    for entry in sorted {
      writer.appendCounted(entry.name)
      writer.appendCounted(entry.value)
    }
  }

  private static func encode(_ segment: ManifestSegment, into writer: ByteWriter) {
    writer.append(segment.id.high)
    writer.append(segment.id.low)
    writer.append(UInt64(segment.byteCount))
    writer.append(segment.hash)
    writer.append(UInt32(segment.documentCount))
    writer.append(segment.isQuarantined ? Flag.isQuarantined : 0)
    writer.append(segment.liveGeneration)
    writer.append(UInt64(segment.liveByteCount))
    writer.append(segment.liveHash)
  }

  /// Decodes the manifest in `view`, the whole file of `generation`.
  ///
  /// - Throws: `corrupted`; `formatTooNew`, also if `forWriting` is true and only a newer version
  ///   may write.
  static func decode(
    _ view: ByteView, generation: Generation, file: String, forWriting: Bool
  ) throws(SearchError) -> Manifest {
    let header = try FileHeader.decode(
      view, kind: .manifest, number: generation, file: file)
    let end = view.count - 4
    guard end >= FileHeader.byteCount,
      view.uint32(at: end) == FileHeader.boundCheck(view, upTo: end)
    else {
      throw .corrupted(
        "the manifest does not match its checksum",
        advice: "restore it, or copy what is readable with salvage(from:to:)", file: file,
        offset: max(0, end))
    }
    if forWriting { try header.requireWritable(file: file) }
    var reader = ByteReader(view.slice(0..<end), file: file)
    try reader.skip(FileHeader.byteCount, "the header")
    let manifest = try decodeBody(&reader, header)
    guard reader.remaining == 0 || header.minor > FileHeader.currentMinor else {
      throw reader.corrupted("\(reader.remaining) unexpected bytes follow the segments")
    }
    return manifest
  }

  private static func decodeBody(
    _ reader: inout ByteReader, _ header: FileHeader
  ) throws(SearchError) -> Manifest {
    var manifest = Manifest(indexID: IndexID(header.owner), fields: [])
    manifest.generation = header.number
    manifest.appliedLSN = try reader.readUInt64()
    manifest.firstLogSequence = try reader.readUInt64()
    let flags = try reader.readUInt32()
    manifest.hasLog = flags == Flag.hasLog
    manifest.schemaVersion = try reader.readUInt32()
    guard flags <= Flag.hasLog, manifest.firstLogSequence > 0, hasNumbersLeft(manifest)
    else { throw reader.corrupted("the generation or a position in the log is out of range") }
    manifest.fields = try decodeFields(&reader)
    let loss = try reader.readText("the damage that lost changes")
    manifest.lostChanges = loss.isEmpty ? nil : .corrupted(loss)
    manifest.bookmarks = try decodeBookmarks(&reader)
    manifest.segments = try decodeSegments(&reader)
    return manifest
  }

  private static func decodeFields(
    _ reader: inout ByteReader
  ) throws(SearchError) -> [FieldDefinition] {
    let limit = min(Limits.fieldCount, reader.remaining / fieldMinimumByteCount)
    let count = try reader.readCount(limit: limit, "fields")
    var fields: [FieldDefinition] = []
    for _ in 0..<count {
      let name = try reader.readText("a field's name")
      let kind = try reader.readUInt8()
      let flags = try reader.readUInt8()
      guard let kind = FieldKind(rawValue: kind), flags <= Flag.hasPositions | Flag.hasColumn,
        flags & Flag.hasColumn == 0 || kind != .text
      else {
        throw reader.corrupted("the field \(name) has an unknown kind \(kind) or flag \(flags)")
      }
      fields.append(
        FieldDefinition(
          name: name, kind: kind, weight: Float(bitPattern: try reader.readUInt32()),
          analyzerFingerprint: try reader.readUInt64(),
          hasPositions: flags & Flag.hasPositions != 0, hasColumn: flags & Flag.hasColumn != 0))
    }
    return fields
  }

  private static func decodeBookmarks(
    _ reader: inout ByteReader
  ) throws(SearchError) -> [String: [UInt8]] {
    let count = try reader.readCount(limit: reader.remaining / 2, "bookmarks")
    var bookmarks: [String: [UInt8]] = [:]
    var previous: [UInt8]?
    for _ in 0..<count {
      let name = try reader.readText("a bookmark's name")
      let bytes = Array(name.utf8)
      if let previous, !previous.lexicographicallyPrecedes(bytes) {
        throw reader.corrupted("the bookmarks are not in order at \(name)")
      }
      previous = bytes
      let value = try reader.readCounted("the bookmark \(name)")
      // Names with different bytes may still be the same text.
      guard bookmarks.updateValue(value, forKey: name) == nil else {
        throw reader.corrupted("the bookmark \(name) occurs twice")
      }
    }
    return bookmarks
  }

  private static func decodeSegments(
    _ reader: inout ByteReader
  ) throws(SearchError) -> [ManifestSegment] {
    let count = try reader.readCount(limit: reader.remaining / segmentByteCount, "segments")
    var segments: [ManifestSegment] = []
    var ids: Set<SegmentID> = []
    for _ in 0..<count {
      let id = SegmentID(high: try reader.readUInt64(), low: try reader.readUInt64())
      let byteCount = try reader.readUInt64()
      let hash = try reader.readUInt64()
      let documentCount = try reader.readUInt32()
      let flags = try reader.readUInt32()
      let liveGeneration = try reader.readUInt64()
      let liveByteCount = try reader.readUInt64()
      let liveHash = try reader.readUInt64()
      guard ids.insert(id).inserted, byteCount < fileByteLimit, liveByteCount < fileByteLimit,
        documentCount <= Limits.documentsPerSegment, flags <= Flag.isQuarantined,
        liveGeneration < numberLimit, liveGeneration > 0 || (liveByteCount == 0 && liveHash == 0)
      else { throw reader.corrupted("segment \(segments.count) has a value out of range") }
      segments.append(
        ManifestSegment(
          id: id, byteCount: try fileSize(byteCount, of: id), hash: hash,
          documentCount: Int(documentCount), liveGeneration: liveGeneration,
          liveByteCount: try fileSize(liveByteCount, of: id), liveHash: liveHash,
          isQuarantined: flags == Flag.isQuarantined))
    }
    return segments
  }

  private static func fileSize(_ size: UInt64, of id: SegmentID) throws(SearchError) -> Int {
    guard let size = Int(exactly: size) else {
      throw SearchError(
        .limitExceeded,
        "a segment's file has \(size) bytes, and this platform reads up to \(Int.max); open the "
          + "index on a 64-bit platform", file: FileName.segment(id).text)
    }
    return size
  }
}
