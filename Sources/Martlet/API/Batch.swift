/// The changes of one write, which are applied all or none.
///
/// The closure of ``SearchIndex/write(_:)`` receives a batch and adds changes to it. If several
/// changes concern the same key, the last one wins. No change is searchable before `write` returns.
/// If the closure throws, none is applied.
public struct Batch<Document: SearchDocument>: ~Copyable {
  private let codec: DocumentCodec<Document>
  private let core: IndexCore
  /// The state of the index before the batch.
  private let state: IndexState
  private(set) var changes = WriteBatch()

  init(_ codec: DocumentCodec<Document>, _ core: IndexCore) {
    self.codec = codec
    self.core = core
    state = core.state
  }

  /// True if the batch has no changes.
  var isEmpty: Bool { changes.operations.isEmpty }

  /// Adds changes that were made before.
  mutating func append(_ changes: WriteBatch) {
    for operation in changes.operations { self.changes.append(operation) }
  }

  /// Adds a document, or replaces the one with the same key.
  ///
  /// The document is encoded immediately. If this method throws, the batch is unchanged: catch the
  /// error to skip one document, or let it leave the closure to discard the whole batch.
  ///
  /// - Throws: `documentRejected` if the key is empty or has more than 1,024 bytes, if a text or
  ///   the stored form exceeds a limit, or if the document cannot be encoded.
  public mutating func put(_ document: Document) throws(SearchError) {
    changes.append(.put(try codec.input(document)))
  }

  /// Adds documents, or replaces those with the same keys.
  ///
  /// - Throws: `documentRejected` at the first document that is rejected; see ``put(_:)``. The
  ///   documents before it are in the batch.
  public mutating func put(
    contentsOf documents: some Sequence<Document>
  ) throws(SearchError) {
    for document in documents { try put(document) }
  }

  /// Deletes the document with the given key. Has no effect if there is none.
  public mutating func delete(_ key: Document.Key) {
    let bytes = key.keyBytes
    // The index accepts no documents with such keys.
    guard !bytes.isEmpty, bytes.count <= Limits.keyByteCount else { return }
    changes.append(.delete(key: bytes))
  }

  /// Deletes the documents with the given keys. Keys without a document are ignored.
  public mutating func delete(contentsOf keys: some Sequence<Document.Key>) {
    for key in keys { delete(key) }
  }

  /// Deletes all documents that match `query`, including those put into this batch before.
  ///
  /// ```swift
  /// try await index.write { try $0.delete(where: .range("edited", ..<lastYear)) }
  /// ```
  ///
  /// A query of nothing at all, such as `.all([])`, finds every document; see ``deleteAll()``.
  ///
  /// - Returns: The number of documents that are deleted.
  /// - Throws: `unknownField` if the query names a field that the schema does not have;
  ///   `unsuitableValue` if a field cannot have the value that it is compared with; `limitExceeded`
  ///   if it nests more than 257 levels deep; `corrupted` if damage is found.
  /// - Complexity: That of a search, and O(*n*) for *n* deleted documents. Each call indexes the
  ///   documents that this batch has put once more: delete first, and put then.
  @discardableResult
  public mutating func delete(where query: Query) throws(SearchError) -> Int {
    let keys = try core.keys(matching: query, in: state, changes, core.querySchema.value)
    for key in keys { changes.append(.delete(key: key)) }
    return keys.count
  }

  /// Deletes all documents, including those put into this batch before.
  ///
  /// Bookmarks stay, except those of imports that were interrupted: these begin anew.
  public mutating func deleteAll() {
    changes.append(.deleteAll)
    for (name, bytes) in state.bookmarks where ImportRun.count(inBookmark: bytes) != nil {
      changes.append(.bookmark(name: name, bytes: nil))
    }
  }

  /// Returns the bookmark that the index had when the batch was begun.
  func bookmark(_ name: String) -> [UInt8]? { state.bookmarks[name] }

  /// Stores `bytes` under `name`, atomically with the batch, or removes the bookmark if `bytes` is
  /// nil.
  ///
  /// Use a bookmark to record how far the index has followed another store: after a crash, the
  /// bookmark and the documents are of the same moment.
  ///
  /// - Parameters:
  ///   - name: The name of the bookmark, of at most 1,024 bytes in UTF-8.
  ///   - bytes: The bytes, at most 65,536, or nil. All bookmarks are written with every checkpoint.
  /// - Precondition: `name` does not begin with `martlet.`, which is reserved for this library.
  /// - Throws: `limitExceeded` if `name` or `bytes` is too long.
  public mutating func setBookmark(_ name: String, _ bytes: [UInt8]?) throws(SearchError) {
    requireOfProgram(
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
