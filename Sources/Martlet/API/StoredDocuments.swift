/// The documents of the state that a search has seen, for all its hits.
final class StoredDocuments<Document: SearchDocument>: Sendable {
  private let core: IndexCore
  private let state: IndexState
  private let coder: DocumentCoder<Document>

  init(core: IndexCore, state: IndexState, coder: DocumentCoder<Document>) {
    self.core = core
    self.state = state
    self.coder = coder
  }

  /// Makes sure that the keys of `entries` can be read, and are keys of these documents.
  ///
  /// - Throws: `corrupted`; `documentUnreadable`.
  func check(_ entries: ArraySlice<TopDocuments.Entry>) throws(SearchError) {
    let form = KeyForm(Document.Key.self)
    for entry in entries {
      let (segment, number) = state.segments.locate(entry.document)
      let bytes = try segment.keys.view(of: number)
      guard form.accepts(bytes) ?? (Document.Key(keyBytes: bytes.array) != nil) else {
        throw SearchError(
          .documentUnreadable,
          "a document's key of \(bytes.count) bytes is no \(Document.Key.self): the index was made "
            + "with keys of another type")
      }
    }
  }

  /// The key of the document with this number in the state's sequence.
  ///
  /// - Precondition: It was checked.
  func key(_ number: UInt32) -> Document.Key {
    let (segment, number) = state.segments.locate(number)
    guard let bytes = try? segment.keys.key(of: number), let key = Document.Key(keyBytes: bytes)
    else { preconditionFailure("\(Document.Key.self) takes bytes at one time and not at another") }
    return key
  }

  /// The document with this number in the state's sequence.
  ///
  /// - Throws: `documentUnreadable`; `corrupted`, and then later searches leave out what is damaged if
  ///   the index may.
  func document(_ number: UInt32) throws(SearchError) -> Document {
    let (segment, number) = state.segments.locate(number)
    do throws(SearchError) {
      let key = try segment.keys.key(of: number)
      return try coder.document(key: key, stored: segment.storedFields.bytes(of: number))
    } catch {
      _ = core.leaveOut(because: error, of: state)
      throw error
    }
  }
}
