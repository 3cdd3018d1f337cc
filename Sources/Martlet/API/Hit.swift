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
  let segments: SegmentSet
  let coder: DocumentCoder<Document>

  /// The document, as it was when the search ran.
  ///
  /// - Throws: `documentUnreadable` when the stored value does not have the form of `Document`
  ///   (any more); `corrupted`.
  /// - Complexity: Some microseconds, and the time to decode the JSON.
  public func document() throws(SearchError) -> Document {
    let (segment, number) = segments.locate(number)
    return try coder.document(
      key: id.keyBytes, stored: segment.reader.storedFields.bytes(of: number))
  }
}
