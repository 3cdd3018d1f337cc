import MartletTestSupport
import Testing

@testable import Martlet

/// The contents of an index in the simplest form: the judge of the real one.
struct IndexContents: Sendable, Equatable {
  /// The stored text of each document, by its key.
  var documents: [String: String] = [:]
  var bookmarks: [String: [UInt8]] = [:]

  /// Returns the contents after `operations`.
  func applying(_ operations: [LogOperation]) -> IndexContents {
    var next = self
    for operation in operations {
      switch operation {
      case .put(let document):
        next.documents[Self.text(document.key)] = Self.text(document.stored)
      case .delete(let key): next.documents[Self.text(key)] = nil
      case .deleteAll: next.documents = [:]
      case .bookmark(let name, let bytes): next.bookmarks[name] = bytes
      }
    }
    return next
  }

  /// Reads the contents of a state of the real index.
  ///
  /// - Throws: what reading it throws; `corrupted` when a key has two documents.
  init(_ state: IndexState) throws(SearchError) {
    bookmarks = state.bookmarks
    for part in state.members {
      let reader = part.segment.reader
      for index in 0..<reader.documentCount where part.segment.live.isLive(DocumentID(index)) {
        let key = Self.text(try reader.keys.key(of: DocumentID(index)))
        guard documents[key] == nil else {
          throw .corrupted("the key \(key) has two documents")
        }
        documents[key] = Self.text(try reader.storedFields.bytes(of: DocumentID(index)))
      }
    }
    guard state.segments.documentCount == documents.count else {
      throw .corrupted(
        "\(state.segments.documentCount) documents are counted, \(documents.count) are there")
    }
  }

  init() {}

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension IndexContents: CustomStringConvertible {
  var description: String {
    let pairs = documents.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let marks = bookmarks.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
    return "[" + (pairs + marks).joined(separator: " ") + "]"
  }
}

/// The documents of the reliability tests: small, and each version of each document its own.
enum SampleDocument {
  private static let text = FieldDefinition(name: "text", kind: .text)
  private static let more = FieldDefinition(name: "more", kind: .text)

  /// The first schema, and the one with a field added.
  static func schema(hasMore: Bool) -> IndexSchema {
    let first = (text, Analyzer.whitespace)
    return IndexSchema(hasMore ? [first, (more, Analyzer.whitespace)] : [first])
  }

  /// Version `version` of the document `key`.
  static func put(_ key: String, version: Int, hasMore: Bool) -> LogOperation {
    var values = [value(0, "all w\(version)")]
    if hasMore { values.append(value(1, "extra m\(version)")) }
    return .put(
      InputDocument(key: Array(key.utf8), values: values, stored: Array("\(version)".utf8)))
  }

  private static func value(_ field: UInt16, _ text: String) -> InputDocument.Value {
    InputDocument.Value(field: FieldID(field), content: .text(text))
  }

  static func batch(_ operations: [LogOperation]) -> WriteBatch {
    var batch = WriteBatch()
    for operation in operations { batch.append(operation) }
    return batch
  }
}
