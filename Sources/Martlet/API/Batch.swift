/// Changes that are made together or not at all, in the closure of ``SearchIndex/write(_:)``.
///
/// Of several operations on one key the last one wins. Nothing is searchable before `write`
/// returns; when the closure throws, nothing of the batch happens.
public struct Batch<Document: SearchDocument>: ~Copyable {
  private let coder: DocumentCoder<Document>
  private(set) var changes = WriteBatch()

  init(_ coder: DocumentCoder<Document>) {
    self.coder = coder
  }

  /// Whether nothing would change.
  var isEmpty: Bool { changes.operations.isEmpty }

  /// Adds a document, in place of the one with its key if there is one.
  ///
  /// The document is encoded here and now. When this throws, the batch goes on without it: catch
  /// the error to leave one document out, or let it leave the closure to discard all.
  ///
  /// - Throws: `documentRejected` when the key has no bytes or more than 1,024, when a text is
  ///   beyond the limits, or when the document cannot be encoded.
  public mutating func put(_ document: Document) throws(SearchError) {
    changes.append(.put(try coder.input(document)))
  }

  /// Adds documents as ``put(_:)`` does.
  ///
  /// - Throws: As ``put(_:)``, at the first document that is rejected; those before it are in.
  public mutating func put(
    contentsOf documents: some Sequence<Document>
  ) throws(SearchError) {
    for document in documents { try put(document) }
  }

  /// Removes the document with this key; fine when there is none.
  public mutating func delete(_ key: Document.Key) {
    let bytes = key.keyBytes
    // No document was ever accepted with another key.
    guard !bytes.isEmpty, bytes.count <= Limits.keyByteCount else { return }
    changes.append(.delete(key: bytes))
  }

  /// Removes the documents with these keys.
  public mutating func delete(contentsOf keys: some Sequence<Document.Key>) {
    for key in keys { delete(key) }
  }

  /// Removes all documents, also those put into this batch before. Bookmarks stay.
  public mutating func deleteAll() {
    changes.append(.deleteAll)
  }

  /// Keeps `bytes` under `name`, atomically with the batch; nil forgets them.
  ///
  /// For a token of your own that says how far the index has followed another store: after a crash
  /// the bookmark and the documents are of the same moment.
  ///
  /// - Precondition: `name` does not begin with `martlet.`; such names belong to this library.
  /// - Throws: `limitExceeded` when the name has more than 1,024 bytes, or the bookmark more than
  ///   65,536: it is written with every checkpoint.
  public mutating func setBookmark(_ name: String, _ bytes: [UInt8]?) throws(SearchError) {
    precondition(
      !name.hasPrefix(ReservedBookmark.prefix),
      "bookmarks called \(ReservedBookmark.prefix)… belong to the library, found \(name)")
    let byteCount = bytes?.count ?? 0
    guard name.utf8.count <= BookmarkLimits.nameByteCount, byteCount <= BookmarkLimits.byteCount
    else {
      throw SearchError(
        .limitExceeded,
        "a bookmark has at most \(BookmarkLimits.byteCount) bytes and a name of at most "
          + "\(BookmarkLimits.nameByteCount), found \(byteCount) and \(name.utf8.count)")
    }
    changes.append(.bookmark(name: name, bytes: bytes))
  }
}
