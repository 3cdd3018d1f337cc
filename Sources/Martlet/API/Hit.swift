/// One document that a search found.
///
/// A light value: it holds the snapshot that was searched, and reads the document from there when
/// asked, whatever has been written since. Keep the hits of a list as long as the list is shown.
public struct Hit<Document: SearchDocument>: Sendable, Identifiable {
  /// The document's key.
  public let id: Document.Key

  /// How well the document fits; comparable only within one search.
  public let score: Double

  /// The document's number in the snapshot's sequence.
  let number: UInt32
  let documents: StoredDocuments<Document>

  /// The document, as it was when the search ran.
  ///
  /// - Throws: `documentUnreadable` when the stored value does not have the form of `Document`
  ///   (any more); `corrupted`, and with ``CorruptionPolicy/salvage`` later searches leave out the
  ///   segment.
  /// - Complexity: Some microseconds, and the time to decode the JSON.
  public func document() throws(SearchError) -> Document {
    try documents.document(number, key: id.keyBytes)
  }
}

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

  /// The document with this number in the state's sequence.
  ///
  /// - Throws: `documentUnreadable`; `corrupted`, and then later searches leave out what is damaged if
  ///   the index may.
  func document(_ number: UInt32, key: [UInt8]) throws(SearchError) -> Document {
    let (segment, number) = state.segments.locate(number)
    do throws(SearchError) {
      return try coder.document(key: key, stored: segment.reader.storedFields.bytes(of: number))
    } catch {
      _ = core.leaveOut(because: error, of: state)
      throw error
    }
  }
}
