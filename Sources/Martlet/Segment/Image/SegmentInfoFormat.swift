/// The layout of ``SegmentInfo``, a section of its own.
///
///     k1                f64     bits of the number, as all others here little-endian
///     b                 f64
///     field count       u32
///     zero              u32
///     field *                   ascending
///         field         u16
///         zero          u16
///         documents     u32     that have at least one token in the field
///         tokens        u64
///         average       f64     length that the bounds were made with
enum SegmentInfoFormat {
  static let headerByteCount = 24
  static let fieldByteCount = 24

  /// Returns the section's bytes.
  ///
  /// - Precondition: The fields are ascending.
  static func encode(_ info: SegmentInfo) -> ByteView {
    let byteCount = headerByteCount + info.fields.count * fieldByteCount
    let writer = ByteWriter(capacity: byteCount)
    writer.append(info.k1.bitPattern)
    writer.append(info.b.bitPattern)
    writer.append(UInt32(info.fields.count))
    writer.append(UInt32(0))
    var last: FieldID?
    for field in info.fields {
      if let last {
        precondition(
          last < field.field,
          "expected rising fields, found \(field.field.rawValue) after \(last.rawValue)")
      }
      last = field.field
      writer.append(field.field.rawValue)
      writer.append(UInt16(0))
      writer.append(UInt32(field.statistics.documentCount))
      writer.append(UInt64(field.statistics.tokenCount))
      writer.append(field.averageLength.bitPattern)
    }
    return writer.finish()
  }

  /// Decodes the information in `section`, of a segment of `documentCount` documents.
  ///
  /// - Throws: `corrupted` when a number is out of its range, or the fields are not ascending.
  static func decode(
    _ section: Section, documentCount: Int
  ) throws(SearchError) -> SegmentInfo {
    try section.verify(0..<section.count)
    var reader = ByteReader(section.bytes, file: section.file, origin: section.origin)
    let k1 = Double(bitPattern: try reader.readUInt64())
    let b = Double(bitPattern: try reader.readUInt64())
    // Ranking computes in single precision, where a finite number can become infinite.
    guard Float(k1).isFinite, k1 >= 0, b >= 0, b <= 1 else {
      throw section.corrupted(
        "expected k1 of 0 or more and b from 0 to 1, found \(k1) and \(b)", at: 0)
    }
    let count = try reader.readUInt32()
    guard try reader.readUInt32() == 0,
      UInt64(reader.remaining) == UInt64(count) * UInt64(fieldByteCount)
    else {
      throw reader.corrupted(
        "expected \(count) fields of \(fieldByteCount) bytes, found \(reader.remaining) bytes")
    }
    var fields: [SegmentInfo.Field] = []
    fields.reserveCapacity(Int(count))
    for _ in 0..<count {
      let field = try readField(&reader, documentCount: documentCount)
      if let last = fields.last, field.field <= last.field {
        throw reader.corrupted(
          "expected rising fields, found \(field.field.rawValue) after \(last.field.rawValue)")
      }
      fields.append(field)
    }
    return SegmentInfo(k1: k1, b: b, fields: fields)
  }

  private static func readField(
    _ reader: inout ByteReader, documentCount: Int
  ) throws(SearchError) -> SegmentInfo.Field {
    let field = try reader.readUInt16()
    let zero = try reader.readUInt16()
    let documents = UInt64(try reader.readUInt32())
    let tokens = try reader.readUInt64()
    let average = Double(bitPattern: try reader.readUInt64())
    // At most 2^30 documents of 2^30 tokens, once the number of documents is known to be right.
    guard zero == 0, documents <= UInt64(documentCount), tokens >= documents,
      tokens <= documents * UInt64(Limits.tokensPerField),
      average == 0 || average > 0 && Float(average).isNormal
    else {
      throw reader.corrupted(
        "field \(field) cannot have \(documents) of \(documentCount) documents, \(tokens) tokens "
          + "and \(average) on average")
    }
    return SegmentInfo.Field(
      field: FieldID(field),
      statistics: FieldStatistics(documentCount: Int(documents), tokenCount: Int64(tokens)),
      averageLength: average)
  }
}
