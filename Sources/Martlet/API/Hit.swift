/// One document that a search found.
///
/// A light value: it holds the snapshot that was searched, and reads the document from there when
/// asked, whatever has been written since. Keep the hits of a list as long as the list is shown.
public struct Hit<Document: SearchDocument>: Sendable, Identifiable {
  /// The only field; see ``hits(_:of:)``.
  private let found: FoundDocument

  private var entry: TopDocuments.Entry { found.entry }

  private var documents: StoredDocuments<Document> {
    // SAFETY: hits are made of nothing else.
    unsafe unsafeDowncast(found.documents, to: StoredDocuments<Document>.self)
  }

  /// The document's key.
  ///
  /// - Complexity: Reads it from the index, some tens of nanoseconds.
  public var id: Document.Key { documents.key(entry.document) }

  /// How well the document fits; comparable only within one search.
  public var score: Double { Double(entry.score) }

  /// The document, as it was when the search ran.
  ///
  /// - Throws: `documentUnreadable` when the stored value does not have the form of `Document`
  ///   (any more); `corrupted`, and with ``CorruptionPolicy/salvage`` later searches leave out the
  ///   segment.
  /// - Complexity: Some microseconds, and the time to decode the JSON.
  public func document() throws(SearchError) -> Document {
    try documents.document(entry.document)
  }
}

/// A document that was found, for code that does not know its type.
private struct FoundDocument: Sendable {
  /// The document's number in the snapshot's sequence, and its score.
  let entry: TopDocuments.Entry
  /// A `StoredDocuments`.
  let documents: any AnyObject & Sendable
}

extension Hit {
  /// The hits of `entries`, whose keys were checked.
  ///
  /// - Complexity: some nanoseconds a hit. They are written as what they consist of, because code that
  ///   knows the program's type of document only when it runs takes several times as long.
  static func hits(
    _ entries: ArraySlice<TopDocuments.Entry>, of documents: StoredDocuments<Document>
  ) -> [Hit] {
    // Without hits the initializer would write the count into the empty array that all threads share.
    guard !entries.isEmpty else { return [] }
    return unsafe [Hit](unsafeUninitializedCapacity: entries.count) { hits, count in
      guard let first = hits.baseAddress else { return }
      // SAFETY: room for as many hits; a structure has the layout of its only field.
      unsafe UnsafeMutableRawPointer(first).withMemoryRebound(
        to: FoundDocument.self, capacity: entries.count
      ) { found in
        unsafe FoundDocument.write(entries, documents, to: found)
      }
      count = entries.count
    }
  }
}

extension FoundDocument {
  /// Makes a found document of each entry.
  @unsafe
  static func write(
    _ entries: ArraySlice<TopDocuments.Entry>, _ documents: any AnyObject & Sendable,
    to target: UnsafeMutablePointer<FoundDocument>
  ) {
    var place = unsafe target
    for entry in entries {
      // SAFETY: as many places as entries.
      unsafe place.initialize(to: FoundDocument(entry: entry, documents: documents))
      unsafe place += 1
    }
  }
}
