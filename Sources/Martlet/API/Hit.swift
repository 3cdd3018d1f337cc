/// One document that a search found.
///
/// A light value: it holds the snapshot that was searched, and reads the document from there when
/// asked, whatever has been written since. Keep the hits of a list as long as the list is shown.
public struct Hit<Document: SearchDocument>: Sendable, Identifiable {
  /// The document's number in the snapshot's sequence, and its score.
  let entry: TopDocuments.Entry
  let documents: StoredDocuments<Document>

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

extension Hit {
  /// The hits of `entries`, whose keys were checked.
  ///
  /// - Complexity: some nanoseconds a hit; appending takes several times as long where the program's type
  ///   of document is not known when this is compiled.
  static func hits(
    _ entries: ArraySlice<TopDocuments.Entry>, of documents: StoredDocuments<Document>
  ) -> [Hit] {
    // Without hits the initializer would write the count into the empty array that all threads share.
    guard !entries.isEmpty else { return [] }
    return unsafe [Hit](unsafeUninitializedCapacity: entries.count) { hits, count in
      guard let first = hits.baseAddress else { return }
      // SAFETY: as many hits as there is room for.
      for entry in entries {
        unsafe (first + count).initialize(to: Hit(entry: entry, documents: documents))
        count += 1
      }
    }
  }
}
