package import Martlet

/// A document of the program that is killed: each version of it has its own text.
package struct VictimDocument: SearchDocument, Equatable {
  package var key: String
  package var version: Int
  package var text: String

  package var searchKey: String { key }

  package static let searchSchema = Schema<VictimDocument>(fields: [
    .text("text", \.text), .number("version", { Double($0.version) }),
  ])

  /// The same fields with another analyzer.
  package static let otherSchema = Schema<VictimDocument>(fields: [
    .text("text", \.text, analyzer: .whitespace), .number("version", { Double($0.version) }),
  ])

  /// The documents that an index is made of again.
  package static let source = (1...100).map { VictimDocument(key: "0-\($0)", version: $0) }

  /// Version `version` of the document `key`, with some words that all have and some of its own.
  package init(key: String, version: Int) {
    self.key = key
    self.version = version
    let own = (0..<(version % 12)).map { "x\((version &* 7 &+ $0) % 97)" }
    text = (["all", "w\(version)"] + own).joined(separator: " ")
  }
}

/// The contents of an index of such documents.
package struct VictimContents: Equatable, Sendable {
  /// The versions of the documents, by their keys.
  package var documents: [String: Int] = [:]
  package var bookmarks: [String: [UInt8]] = [:]

  package init() {}

  /// Reads the contents by a search for all documents.
  ///
  /// - Parameter asksForKeys: Whether each document is also asked for by its key.
  /// - Throws: What searching throws; `corrupted` when the answers do not fit together.
  package init(
    _ index: SearchIndex<VictimDocument>, asksForKeys: Bool = false
  ) throws(SearchError) {
    let snapshot = index.snapshot()
    let request = SearchRequest(.word("all")) {
      $0.limit = 100_000
      $0.counting = .exact
    }
    let results = try snapshot.searchSync(request)
    for hit in results.hits {
      let document = try hit.document()
      guard document == VictimDocument(key: hit.id, version: document.version) else {
        throw SearchError(.corrupted, "the document \(hit.id) has another content than was written")
      }
      if let other = documents.updateValue(document.version, forKey: hit.id) {
        throw SearchError(
          .corrupted,
          "the key \(hit.id) has two documents, of the versions \(other) and \(document.version)")
      }
      let same = asksForKeys ? try snapshot.document(forKey: hit.id) : document
      guard same == document else {
        throw SearchError(.corrupted, "the key \(hit.id) gives another document than a search")
      }
    }
    guard results.hits.count == index.statistics.documentCount else {
      throw SearchError(
        .corrupted,
        "\(results.hits.count) documents are found, \(index.statistics.documentCount) are counted")
    }
    for name in VictimScript.bookmarkNames {
      if let bytes = snapshot.bookmark(name) { bookmarks[name] = bytes }
    }
  }

  /// Applies a change.
  package mutating func apply(_ change: VictimScript.Change) {
    switch change {
    case .put(let key, let version): documents[key] = version
    case .delete(let key): documents[key] = nil
    case .deleteAll: documents = [:]
    case .bookmark(let name, let bytes): bookmarks[name] = bytes
    }
  }

  /// Returns the part that one of several writers may have changed.
  package func part(of writer: Int) -> VictimContents {
    var part = VictimContents()
    part.documents = documents.filter { $0.key.hasPrefix("\(writer)-") }
    part.bookmarks = bookmarks.filter { $0.key.hasPrefix("\(writer)-") }
    return part
  }
}

extension Batch<VictimDocument> {
  /// Makes the changes of a step.
  package mutating func make(_ changes: [VictimScript.Change]) throws(SearchError) {
    for change in changes {
      switch change {
      case .put(let key, let version): try put(VictimDocument(key: key, version: version))
      case .delete(let key): delete(key)
      case .deleteAll: deleteAll()
      case .bookmark(let name, let bytes): try setBookmark(name, bytes)
      }
    }
  }
}
