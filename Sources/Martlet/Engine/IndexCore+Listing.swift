/// A term of one field, and the number of documents that have it.
package struct ListedTerm: Sendable, Equatable {
  /// The content of a term.
  package enum Content: Sendable, Hashable {
    /// A word or a keyword.
    case text(String)
    /// The stem of words.
    case stem(String)
    /// A number, or a point in time in seconds since the start of 1970.
    case number(Double)
  }

  package var content: Content
  package var documentCount: Int
}

/// Lists of what one state of the index has, for tools.
extension IndexCore {
  /// Calls `body` with the stored bytes of each document, in the order of the index. Where damage
  /// may be left out, that is the rest of its segment.
  ///
  /// - Throws: `corrupted` if damage is found; the errors of `body`.
  func forEachStored(
    in state: IndexState, _ body: (_ stored: [UInt8]) throws -> Void
  ) throws {
    let state = readable(state)
    for index in state.segments.segments.indices {
      do {
        try state.forEachDocument(ofSegment: index) { try body($0.stored) }
      } catch let error as SearchError {
        guard leaveOut(because: error, of: state) else { throw error }
      }
    }
  }

  /// Calls `body` with the key of each document, in the order of the index.
  ///
  /// - Throws: `corrupted` if damage is found.
  func forEachKey(
    in state: IndexState, _ body: (_ key: [UInt8]) throws(SearchError) -> Void
  ) throws(SearchError) {
    for segment in state.segments.segments {
      for document in segment.documents where segment.live.isLive(document) {
        try body(try segment.reader.keys.key(of: document))
      }
    }
  }

  /// Returns the terms of a field that begin with `prefix` and occur in a document, sorted by their
  /// bytes, so that stems come last.
  ///
  /// - Parameter isCancelled: Tells whether the caller has gone; nil if it cannot go.
  /// - Throws: `corrupted` if damage is found; `cancelled`.
  /// - Complexity: O(*n* log *n*) for *n* terms; the postings of terms are read where documents are
  ///   deleted.
  func terms(
    of field: IndexSchema.Field, withPrefix prefix: [UInt8], in state: IndexState,
    isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(SearchError) -> [ListedTerm] {
    let stop = SearchStop(isCancelled: isCancelled)
    try stop.check()
    var counts: [[UInt8]: Int] = [:]
    for segment in state.segments.segments {
      guard let terms = segment.reader.field(field.id) else { continue }
      let range = try terms.dictionary.ordinals(withPrefix: prefix)
      let cursor = try terms.dictionary.cursor(at: range.lowerBound)
      for _ in range {
        try stop.spend(1)
        let list = try terms.list(
          cursor.info, terms.boundLengths, documentCount: segment.reader.documentCount)
        let count = try LiveCount.count(list, segment.live, terms.boundLengths, stop)
        if count > 0 { counts[cursor.bytes, default: 0] += count }
        _ = try cursor.advance()
      }
    }
    let unsorted = Array(counts)
    let order = try stop.ordered(unsorted.count) {
      unsorted[$0].key.lexicographicallyPrecedes(unsorted[$1].key)
    }
    var terms: [ListedTerm] = []
    for index in order {
      try stop.spend(1)
      let (bytes, count) = unsorted[index]
      terms.append(
        ListedTerm(content: Self.content(bytes, field.definition.kind), documentCount: count))
    }
    return terms
  }

  private static func content(_ bytes: [UInt8], _ kind: FieldKind) -> ListedTerm.Content {
    switch kind {
    case .number, .date: .number(SortableNumber.decode(bytes) ?? .nan)
    case .text, .keyword:
      bytes.first == AnalyzedTerm.stemMarker
        ? .stem(String(decoding: bytes.dropFirst(), as: UTF8.self))
        : .text(String(decoding: bytes, as: UTF8.self))
    }
  }
}
