/// The documents of the snapshot that a search has examined, for all its hits.
final class StoredDocuments<Document: SearchDocument>: Sendable {
  let core: IndexCore
  let state: IndexState
  let codec: DocumentCodec<Document>
  /// The query that has found the documents.
  private let query: FoundQuery
  /// The values that have been made of the query and the documents.
  private let made = Lock(MadeOnDemand())

  init(
    core: IndexCore, state: IndexState, codec: DocumentCodec<Document>, query: FoundQuery
  ) {
    self.core = core
    self.state = state
    self.codec = codec
    self.query = query
  }

  /// Returns the marker for the texts of the document with this number in the snapshot.
  func marker(for number: UInt32) -> QueryMarker {
    let isMisspelt = query.isMisspelt(in: number)
    return made.withLock { made in
      let known = isMisspelt ? made.misspeltMarker : made.marker
      let marker = known ?? query.marker(isMisspelt: isMisspelt, state.segments)
      if isMisspelt { made.misspeltMarker = marker } else { made.marker = marker }
      return marker
    }
  }

  /// Returns the parts of the query, of which there are none for documents that were found without
  /// one.
  func queryParts() -> QueryParts {
    made.withLock { made in
      let parts = made.parts ?? query.parts(in: state.segments)
      made.parts = parts
      return parts
    }
  }

  /// Returns the parts of the query for which the document with this number was found.
  func matchedParts(of number: UInt32) throws(SearchError) -> [MatchedWord] {
    try queryParts().matched(by: number, isMisspelt: query.isMisspelt(in: number))
  }

  /// Returns a document to show texts of it, which is kept until another one is shown.
  func shownDocument(_ number: UInt32) throws(SearchError) -> Document {
    let shown = made.withLock { $0.shown }
    if let shown, shown.number == number, let document = shown.document as? Document {
      return document
    }
    let document = try document(number)
    made.withLock { $0.shown = (number, document) }
    return document
  }

  /// Returns true if `other` reads from the same state of the index.
  func isOfSameState(as other: StoredDocuments) -> Bool { state === other.state }

  /// Makes sure that the keys of `entries` can be read, and are of the type `Document.Key`.
  ///
  /// - Throws: `corrupted` if a key cannot be read; `documentUnreadable` if it is of another type.
  /// - Complexity: O(*n*), some tens of nanoseconds for each entry; O(*s*) for *s* segments once
  ///   their keys are known.
  func check(_ entries: ArraySlice<TopDocuments.Entry>) throws(SearchError) {
    let type = ObjectIdentifier(Document.Key.self)
    if state.segments.segments.allSatisfy({ $0.reader.keys.acceptance.holds(for: type) }) { return }
    let isMany = entries.count >= Self.manyEntries
    var rest = entries
    while let first = rest.first {
      // Consecutive entries are often of one segment.
      let range = state.segments.range(around: first.document)
      let end = rest.firstIndex { !range.contains($0.document) } ?? rest.endIndex
      let keys = state.segments.locate(first.document).segment.keys
      if !keys.acceptance.holds(for: type) {
        try check(rest[..<end], from: range.lowerBound, keys, isMany: isMany)
        keys.acceptance.advance(after: end - rest.startIndex, of: keys.documentCount, type) {
          (try? accepts(keys, keys.range(of: $0))) == true
        }
      }
      rest = rest[end...]
    }
  }

  /// Checks the keys of documents of one segment, whose numbers start at `base`.
  private func check(
    _ entries: ArraySlice<TopDocuments.Entry>, from base: UInt32, _ keys: Keys, isMany: Bool
  ) throws(SearchError) {
    if isMany { try keys.openOffsets() }
    for entry in entries {
      let document = entry.document &- base
      let keyRange = isMany ? try keys.openRange(of: document) : try keys.range(of: document)
      guard accepts(keys, keyRange) else {
        throw DocumentCodec<Document>.unreadableKey(byteCount: keyRange.count)
      }
    }
  }

  @inline(__always)
  private func accepts(_ keys: Keys, _ keyRange: Range<Int>) -> Bool {
    KeyForm(Document.Key.self).accepts(keys.bytes, keyRange) ?? Self.isKey(keys.bytes, keyRange)
  }

  /// The number of entries from which the offsets of all keys are verified at once, not page by
  /// page.
  private static var manyEntries: Int { 128 }

  private static func isKey(_ bytes: ByteView, _ keyRange: Range<Int>) -> Bool {
    Document.Key(keyBytes: bytes.array(keyRange)) != nil
  }

  /// Returns the key of the document with this number in the snapshot.
  ///
  /// - Precondition: The key was checked with ``check(_:)``.
  func key(_ number: UInt32) -> Document.Key {
    let (segment, number) = state.segments.locate(number)
    guard let bytes = try? segment.keys.key(of: number), let key = Document.Key(keyBytes: bytes)
    else {
      preconditionFailure(
        "\(Document.Key.self).init?(keyBytes:) accepted these bytes before and rejects them now")
    }
    return key
  }

  /// Returns the values of a field of the document with this number in the snapshot, as texts of
  /// the query syntax.
  ///
  /// - Throws: `unknownField`; `invalidRequest` for a field without a column; `corrupted`.
  func texts(of name: FieldRef, _ number: UInt32) throws(SearchError) -> [String] {
    let field = try core.schema.fieldWithColumn(name, "read the values of")
    let (segment, document) = state.segments.locate(number)
    return try segment.texts(of: field, document)
  }

  /// Returns the document with this number in the snapshot.
  ///
  /// - Throws: `documentUnreadable` if its stored bytes cannot be decoded; `corrupted` if it is
  ///   damaged. If the options allow it, later searches leave out the damaged segment.
  func document(_ number: UInt32) throws(SearchError) -> Document {
    let (segment, number) = state.segments.locate(number)
    do throws(SearchError) {
      let key = try segment.keys.key(of: number)
      return try codec.document(key: key, stored: segment.storedFields.bytes(of: number))
    } catch {
      _ = core.leaveOut(because: error, of: state)
      throw error
    }
  }
}

/// The values that ``StoredDocuments`` makes on demand. Its type does not depend on the document's,
/// so that a search needs no code at run time to find out how large it is.
private struct MadeOnDemand: Sendable {
  /// The parts of the query.
  var parts: QueryParts?
  /// The marker for the texts of documents with the right words.
  var marker: QueryMarker?
  /// The marker for the texts of all other documents.
  var misspeltMarker: QueryMarker?
  /// The document that was last read to show texts of it, of which there may be several.
  var shown: (number: UInt32, document: any Sendable)?
}
