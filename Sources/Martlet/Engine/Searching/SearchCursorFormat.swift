/// The end of a page of results.
enum CursorPlace: Sendable, Hashable {
  /// The number of hits before the next page.
  case offset(Int)
  /// The position of the last hit, in a search for all words if `step` is 0, else in that step of
  /// the searches for fewer words.
  case position(SortPosition, step: Int)
}

/// The bytes of a ``SearchCursor``, which programs may keep.
///
///     version  u8        2
///     order    u64       the hash of the search's order
///     kind     u8        0: an offset, 1: a position
///     offset   varint    for an offset
///     step     varint    for a position: 0 for all words, or the step of the searches for fewer
///     key      varint, bytes                  for a position: the length and bytes of the key
///     values   u8, then as the kind says      until the end: 0 missing, 1 number (f64), 2 text
///                                             (varint, bytes), 3 score (f32), 4 the key
enum SearchCursorFormat {
  private static let version: UInt8 = 2
  private static let mostBytes = 1 << 20

  static func encode(_ place: CursorPlace, order: UInt64, into writer: ByteWriter) {
    writer.append(version)
    writer.append(order)
    switch place {
    case .offset(let offset):
      writer.append(UInt8(0))
      writer.appendVarint(UInt64(offset))
    case .position(let position, let step):
      writer.append(UInt8(1))
      writer.appendVarint(UInt64(step))
      append(position.key, to: writer)
      for value in position.values { append(value, to: writer) }
    }
  }

  private static func append(_ value: SortPosition.Value, to writer: ByteWriter) {
    switch value {
    case .missing: writer.append(UInt8(0))
    case .number(let number):
      writer.append(UInt8(1))
      writer.append(number.bitPattern)
    case .text(let text):
      writer.append(UInt8(2))
      append(text, to: writer)
    case .score(let score):
      writer.append(UInt8(3))
      writer.append(score.bitPattern)
    case .key: writer.append(UInt8(4))
    }
  }

  private static func append(_ bytes: [UInt8], to writer: ByteWriter) {
    writer.appendVarint(UInt64(bytes.count))
    writer.append(bytes)
  }

  /// Returns the place and the hash of the order of the cursor with these bytes.
  ///
  /// - Throws: `corrupted` if they are not a cursor.
  static func decode(
    _ bytes: ByteView
  ) throws(SearchError) -> (place: CursorPlace, order: UInt64) {
    var reader = ByteReader(bytes)
    guard try reader.readUInt8() == version else { throw reader.corrupted("another version") }
    let order = try reader.readUInt64()
    switch try reader.readUInt8() {
    case 0:
      let offset = try reader.readCount(limit: Int(Int32.max), "the offset")
      guard reader.remaining == 0 else { throw reader.corrupted("expected the end") }
      return (.offset(offset), order)
    case 1:
      let step = try reader.readCount(limit: Int(Int32.max), "the step")
      let key = try readBytes(from: &reader)
      var values: [SortPosition.Value] = []
      while reader.remaining > 0 { values.append(try value(from: &reader)) }
      return (.position(SortPosition(values: values, key: key), step: step), order)
    default: throw reader.corrupted("expected an offset or a position")
    }
  }

  private static func value(
    from reader: inout ByteReader
  ) throws(SearchError) -> SortPosition.Value {
    switch try reader.readUInt8() {
    case 0: return .missing
    case 1: return .number(Double(bitPattern: try reader.readUInt64()))
    case 2: return .text(try readBytes(from: &reader))
    case 3: return .score(Float(bitPattern: try reader.readUInt32()))
    case 4: return .key
    default: throw reader.corrupted("expected a value")
    }
  }

  private static func readBytes(from reader: inout ByteReader) throws(SearchError) -> [UInt8] {
    let count = try reader.readCount(limit: mostBytes, "the length")
    return try reader.readBytes(count, "a value")
  }
}
