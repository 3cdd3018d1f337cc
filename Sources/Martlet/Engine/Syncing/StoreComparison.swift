/// Compares the documents of the application's store, one after the other, with those of one state
/// of an index.
///
/// - Complexity: a look-up in one segment for each document, if those of a segment follow each
///   other in the store, and otherwise in up to all of them; one bit of memory per document.
struct StoreComparison {
  /// The result for one document of the store.
  enum Result {
    /// The index does not have the document.
    case missing
    /// The index has another version of it, or one without a version.
    case stale
    /// The index has this version.
    case current
  }

  private let segments: SegmentSet
  private let field: IndexSchema.Field
  /// The versions in each segment; nil where no document has one.
  private let columns: [Column?]
  private let seen: [DocumentBitmap]
  /// The segment that the last document was found in.
  private var segment = 0

  /// - Parameter field: A field with a column, whose values are the versions.
  /// - Throws: `corrupted` if a column is damaged.
  init(_ segments: SegmentSet, versions field: IndexSchema.Field) throws(SearchError) {
    self.segments = segments
    self.field = field
    columns = try segments.segments.map { (segment) throws(SearchError) in
      try segment.reader.verifiedColumn(field.id)
    }
    seen = segments.segments.map { DocumentBitmap(documentCount: $0.reader.documentCount) }
  }

  /// Compares one document of the store.
  ///
  /// - Parameter version: The version, as a text of the query syntax.
  /// - Throws: `unsuitableValue` for a number that columns cannot tell from its neighbours;
  ///   `corrupted` if damage is found.
  mutating func compare(_ key: [UInt8], _ version: String) throws(SearchError) -> Result {
    let kind = field.definition.kind
    let number = kind.number(in: version)
    // The text of a whole number tells it from 2^53, to which the one after it is rounded.
    let largest: UInt64 = 1 << 53
    let isBeyond = Int64(version).map { $0.magnitude > largest } ?? false
    if let number, number.magnitude > 0x1p53 || isBeyond {
      throw SearchError(
        .unsuitableValue,
        "the version \(version) is beyond 2^53, where the field \"\(field.definition.name)\" cannot tell "
          + "numbers that follow each other apart; use a smaller number, a date or a keyword")
    }
    guard kind != .keyword || version.utf8.count <= Limits.termByteCount else {
      throw SearchError(
        .unsuitableValue,
        "the version of \(version.utf8.count) bytes is longer than the \(Limits.termByteCount) bytes that "
          + "the field \"\(field.definition.name)\" has of a value; use a shorter one, such as a hash"
      )
    }
    guard let document = try find(key) else { return .missing }
    seen[segment].insert(document)
    guard let column = columns[segment] else { return .stale }
    var isFound = false
    var ordinals: [Int] = []
    column.forEachOrdinal(of: document) { ordinal in
      if let number { isFound = isFound || isSame(column.number(of: ordinal), number) }
      if kind == .keyword { ordinals.append(ordinal) }
    }
    for ordinal in ordinals where !isFound {
      let term = try segments.segments[segment].reader.term(ordinal, of: field.id)
      isFound = term.elementsEqual(version.utf8)
    }
    return isFound ? .current : .stale
  }

  /// Returns true if two versions are the same. Dates have gone through texts and through times
  /// since 2001, so that their last bits may differ.
  private func isSame(_ version: Double?, _ other: Double) -> Bool {
    guard let version, field.definition.kind == .date else { return version == other }
    return version == other || (version - other).magnitude < 0.000_001
  }

  /// Returns the live document with this key, and sets ``segment`` to its segment.
  private mutating func find(_ key: [UInt8]) throws(SearchError) -> DocumentID? {
    if segment < segments.segments.count {
      let last = segments.segments[segment]
      if let document = try last.reader.keys.document(of: key), last.live.isLive(document) {
        return document
      }
    }
    guard let found = try segments.find(key) else { return nil }
    segment = found.segment
    return found.document
  }

  /// Calls `body` with the key of each document of the index that was not compared, in the order of
  /// the index.
  ///
  /// - Throws: `corrupted` if damage is found; the errors of `body`.
  func forEachOrphan(
    _ body: ([UInt8]) throws(SearchError) -> Void
  ) throws(SearchError) {
    for (segment, seen) in zip(segments.segments, seen) {
      for document in segment.documents
      where segment.live.isLive(document) && !seen.contains(document) {
        try body(try segment.reader.keys.key(of: document))
      }
    }
  }
}

extension IndexCore {
  /// Returns the result of comparing a store with `state`. Damage that is found is left out of
  /// later searches, if the options ask for that.
  ///
  /// - Parameters:
  ///   - field: The field that has the versions.
  ///   - kind: The kind of the versions.
  /// - Throws: `unknownField`; `invalidRequest` if the field has no column; `unsuitableValue` if it
  ///   has values of another kind; `corrupted`; the errors of `body`.
  func compare<Result>(
    _ state: IndexState, versions field: FieldRef, _ kind: FieldKind,
    _ body: (inout StoreComparison) throws(SearchError) -> Result
  ) throws(SearchError) -> Result {
    let field = try schema.fieldWithColumn(field, "compare versions with")
    guard field.definition.kind == kind else {
      throw SearchError(
        .unsuitableValue,
        "the field \"\(field.definition.name)\" has values of the kind \(field.definition.kind), and "
          + "the versions are of the kind \(kind): pass versions of the field's kind")
    }
    let readable = self.readable(state)
    do throws(SearchError) {
      var comparison = try StoreComparison(readable.segments, versions: field)
      return try body(&comparison)
    } catch {
      _ = leaveOut(because: error, of: readable)
      throw error
    }
  }
}
