/// One change in the log, in the application's terms, so that a replay does not depend on the
/// format of postings.
///
///     put             1   key, values, stored
///     delete          2   key
///     delete all      3
///     set bookmark    4   name, bytes
///     drop bookmark   5   name
///
///     key, stored, name, bytes   varint count, bytes
///     values                     varint count, then per value: varint field, kind, content
///       kind 0, text               varint count, UTF-8
///       kind 1, number             8 bytes, IEEE 754 binary64
enum LogOperation: Sendable, Equatable {
  /// Adds the document, or replaces the one with its key.
  case put(InputDocument)
  /// Removes the document with this key, if there is one.
  case delete(key: [UInt8])
  /// Removes all documents.
  case deleteAll
  /// Stores `bytes` under `name` for the application, or removes what is stored there if they are
  /// nil.
  case bookmark(name: String, bytes: [UInt8]?)
}

extension LogOperation {
  private enum Kind {
    static let put: UInt8 = 1
    static let delete: UInt8 = 2
    static let deleteAll: UInt8 = 3
    static let setBookmark: UInt8 = 4
    static let dropBookmark: UInt8 = 5
  }

  private enum ContentKind {
    static let text: UInt8 = 0
    static let number: UInt8 = 1
  }

  /// Returns the operation's bytes.
  func encoded() -> ByteView {
    let writer = ByteWriter(capacity: byteCountHint)
    switch self {
    case .put(let document):
      writer.append(Kind.put)
      Self.encode(document, into: writer)
    case .delete(let key):
      writer.append(Kind.delete)
      writer.appendCounted(key)
    case .deleteAll:
      writer.append(Kind.deleteAll)
    case .bookmark(let name, let bytes?):
      writer.append(Kind.setBookmark)
      writer.appendCounted(Array(name.utf8))
      writer.appendCounted(bytes)
    case .bookmark(let name, nil):
      writer.append(Kind.dropBookmark)
      writer.appendCounted(Array(name.utf8))
    }
    return writer.finish()
  }

  /// An estimate of the bytes that the operation takes.
  var byteCountHint: Int {
    guard case .put(let document) = self else { return 64 }
    return document.byteCountHint
  }

  private static func encode(_ document: InputDocument, into writer: ByteWriter) {
    writer.appendCounted(document.key)
    writer.appendVarint(document.values.count)
    for value in document.values {
      writer.appendVarint(UInt64(value.field.rawValue))
      switch value.content {
      case .text(let text):
        writer.append(ContentKind.text)
        writer.appendCounted(Array(text.utf8))
      case .number(let number):
        writer.append(ContentKind.number)
        writer.append(number.bitPattern)
      }
    }
    writer.appendCounted(document.stored)
  }

  /// Decodes the operation that takes up all remaining bytes of `reader`.
  ///
  /// - Throws: `corrupted` if these are not the bytes of exactly one operation.
  static func decode(_ reader: inout ByteReader) throws(SearchError) -> LogOperation {
    let operation: LogOperation
    switch try reader.readUInt8() {
    case Kind.put: operation = .put(try decodeDocument(&reader))
    case Kind.delete: operation = .delete(key: try reader.readCounted("a key"))
    case Kind.deleteAll: operation = .deleteAll
    case Kind.setBookmark:
      let name = try reader.readText("a bookmark's name")
      operation = .bookmark(name: name, bytes: try reader.readCounted("a bookmark"))
    case Kind.dropBookmark:
      operation = .bookmark(name: try reader.readText("a bookmark's name"), bytes: nil)
    case let kind: throw reader.corrupted("expected an operation, found kind \(kind)")
    }
    guard reader.remaining == 0 else {
      throw reader.corrupted("\(reader.remaining) unexpected bytes follow an operation")
    }
    return operation
  }

  private static func decodeDocument(
    _ reader: inout ByteReader
  ) throws(SearchError) -> InputDocument {
    let key = try reader.readCounted("a key")
    // A value takes at least three bytes, so this reserves no more memory than the count could
    // need.
    let count = try reader.readCount(limit: reader.remaining / 3, "values of a document")
    var values: [InputDocument.Value] = []
    values.reserveCapacity(count)
    for _ in 0..<count {
      let field = FieldID(
        UInt16(try reader.readCount(limit: Limits.fieldCount, "a field's number")))
      let content: InputDocument.Content
      switch try reader.readUInt8() {
      case ContentKind.text: content = .text(try reader.readText("a text"))
      case ContentKind.number: content = .number(Double(bitPattern: try reader.readUInt64()))
      case let kind: throw reader.corrupted("expected a value, found kind \(kind)")
      }
      values.append(InputDocument.Value(field: field, content: content))
    }
    return InputDocument(key: key, values: values, stored: try reader.readCounted("stored bytes"))
  }
}

extension ByteWriter {
  /// Appends the count of `bytes` as a varint, then the bytes.
  func appendCounted(_ bytes: [UInt8]) {
    appendVarint(bytes.count)
    append(bytes)
  }
}

extension ByteReader {
  /// Reads bytes that follow their count.
  mutating func readCounted(_ what: String) throws(SearchError) -> [UInt8] {
    let count = try readCount(limit: remaining, what)
    return try readBytes(count, what)
  }

  /// Reads UTF-8 text that follows its count.
  mutating func readText(_ what: String) throws(SearchError) -> String {
    guard let text = String(validating: try readCounted(what), as: UTF8.self) else {
      throw corrupted("\(what) is not UTF-8")
    }
    return text
  }
}

extension [LogOperation] {
  /// The size from which on the volume is asked whether it has room, in bytes.
  private static let largeByteCount = 1 << 16

  /// Refuses a large batch for which there is no room. A part of it would take the room that
  /// smaller batches still have.
  ///
  /// - Throws: `diskFull` if the volume says that it has less room than the batch needs.
  func requireRoom(in storage: any Storage) throws(SearchError) {
    let byteCount = reduce(0) { $0 + $1.byteCountHint }
    guard byteCount >= Self.largeByteCount, let available = storage.availableByteCount(),
      available < UInt64(byteCount)
    else { return }
    throw SearchError(
      .diskFull,
      "the changes need \(byteCount) bytes in the log, and the volume has \(available)")
  }
}
