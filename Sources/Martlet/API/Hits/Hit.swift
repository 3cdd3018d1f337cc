/// A document that a search found.
///
/// A hit is a small value. It keeps the snapshot that was searched in memory, and reads the
/// document from there when you ask for it, whatever has been written since. Keep the hits of a
/// list for as long as the list is shown.
public struct Hit<Document: SearchDocument>: Sendable, Identifiable {
  /// The only stored property; ``hits(_:of:)`` relies on that.
  private let found: FoundDocument

  private var entry: TopDocuments.Entry { found.entry }

  private var documents: StoredDocuments<Document> {
    // SAFETY: `found.documents` is always a `StoredDocuments<Document>`: hits are made of nothing
    // else.
    unsafe unsafeDowncast(found.documents, to: StoredDocuments<Document>.self)
  }

  /// The key of the document.
  ///
  /// - Complexity: O(1). The key is read from the index, which takes some tens of nanoseconds.
  public var id: Document.Key { documents.key(entry.document) }

  /// The score of the document. Scores are comparable only within one search.
  public var score: Double { Double(entry.score) }

  /// Returns the document as it was when the search ran.
  ///
  /// - Throws: `documentUnreadable` if the stored form cannot be decoded as a `Document`;
  ///   `corrupted` if it is damaged. With ``CorruptionPolicy/salvage``, later searches leave out
  ///   the damaged segment.
  /// - Complexity: Some microseconds, and the time to decode the JSON.
  public func document() throws(SearchError) -> Document {
    try documents.document(entry.document)
  }
}

extension Hit {
  /// Returns the values of a field as texts of the query syntax.
  func texts(of field: FieldRef) throws(SearchError) -> [String] {
    try documents.texts(of: field, entry.document)
  }

  /// Returns the parts of the query that the document has.
  func matchedParts() throws(SearchError) -> [MatchedWord] {
    try documents.matchedParts(of: entry.document)
  }

  /// Returns what the query matches in a text field.
  ///
  /// - Parameters:
  ///   - text: The text of the field, or nil for that of the stored document.
  ///   - countsWords: True to note where words begin.
  func marks(
    in field: FieldRef, of text: String?, countsWords: Bool = false
  ) throws(SearchError) -> FieldMarks {
    try documents.marks(in: field, of: text, entry.document, countsWords: countsWords)
  }
}

extension Hit: Hashable {
  /// Returns true if both hits are of the same document in the same state of the index, with the
  /// same score.
  public static func == (left: Hit, right: Hit) -> Bool {
    left.entry == right.entry && left.documents.isOfSameState(as: right.documents)
  }

  /// Hashes the number of the document in the snapshot.
  public func hash(into hasher: inout Hasher) { hasher.combine(entry.document) }
}

/// A document that was found, in code that does not depend on the document type.
private struct FoundDocument: Sendable {
  /// The number of the document in the snapshot, and its score.
  let entry: TopDocuments.Entry
  /// The `StoredDocuments` of the search.
  let documents: any AnyObject & Sendable
}

extension Hit {
  /// Returns the hits for `entries`, whose keys were checked.
  ///
  /// The hits are written as their only stored property. Code that learns the document type of the
  /// program only at run time would take several times as long.
  ///
  /// - Complexity: O(*n*), some nanoseconds for each entry.
  static func hits(
    _ entries: ArraySlice<TopDocuments.Entry>, of documents: StoredDocuments<Document>
  ) -> [Hit] {
    // Without this check, the initializer would write the count into the empty array that all
    // threads share.
    guard !entries.isEmpty else { return [] }
    return unsafe [Hit](unsafeUninitializedCapacity: entries.count) { hits, count in
      guard let first = hits.baseAddress else { return }
      // SAFETY: there is room for that many hits, and a structure has the layout of its only field.
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
  /// Writes a found document for each entry to `target`.
  ///
  /// Eight at a time, because the compiler joins the retains of successive statements into one, and
  /// each takes as long as all else that there is to do for a hit.
  @unsafe
  static func write(
    _ entries: ArraySlice<TopDocuments.Entry>, _ documents: any AnyObject & Sendable,
    to target: UnsafeMutablePointer<FoundDocument>
  ) {
    unsafe entries.withUnsafeBufferPointer { entries in
      guard let entry = entries.baseAddress else { return }
      var index = 0
      // SAFETY: `target` has as many slots as there are entries, and all indices are below that.
      while index &+ 8 <= entries.count {
        let (slot, entry) = unsafe (target + index, entry + index)
        unsafe slot.initialize(to: FoundDocument(entry: entry[0], documents: documents))
        unsafe (slot + 1).initialize(to: FoundDocument(entry: entry[1], documents: documents))
        unsafe (slot + 2).initialize(to: FoundDocument(entry: entry[2], documents: documents))
        unsafe (slot + 3).initialize(to: FoundDocument(entry: entry[3], documents: documents))
        unsafe (slot + 4).initialize(to: FoundDocument(entry: entry[4], documents: documents))
        unsafe (slot + 5).initialize(to: FoundDocument(entry: entry[5], documents: documents))
        unsafe (slot + 6).initialize(to: FoundDocument(entry: entry[6], documents: documents))
        unsafe (slot + 7).initialize(to: FoundDocument(entry: entry[7], documents: documents))
        index &+= 8
      }
      while index < entries.count {
        let found = unsafe FoundDocument(entry: entry[index], documents: documents)
        unsafe (target + index).initialize(to: found)
        index &+= 1
      }
    }
  }
}
