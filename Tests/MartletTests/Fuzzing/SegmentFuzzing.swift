#if canImport(MartletTestSupport)
  import MartletTestSupport
#endif

@testable import Martlet

/// Reads everything that a segment's image gives, checks it, searches it, and merges it.
enum SegmentFuzzing {
  /// Terms of one field that are looked up and searched for.
  private static let probeCount = 6

  static func violation(_ bytes: [UInt8]) -> String? {
    guard let segment = try? FuzzSample.open(ByteView(copying: bytes)) else { return nil }
    let problems = SegmentChecker.check(segment)
    var failure: SearchError?
    for use in Use.allCases {
      do throws(SearchError) {
        try take(use, segment)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure, problems.isEmpty {
      return "the checker finds nothing, but reading throws \(failure)"
    }
    return nil
  }

  /// The use of a segment.
  private enum Use: CaseIterable {
    case keys, storedFields, fields, search, merge
  }

  private static func take(_ use: Use, _ segment: LiveSegment) throws(SearchError) {
    switch use {
    case .keys: try readKeys(segment)
    case .storedFields: try readStoredFields(segment)
    case .fields: try readFields(segment)
    case .search: try search(segment)
    case .merge: try merge(segment)
    }
  }

  private static func readKeys(_ segment: LiveSegment) throws(SearchError) {
    let keys = segment.reader.keys
    for index in 0..<segment.reader.documentCount {
      _ = try keys.document(of: keys.view(of: DocumentID(index)))
    }
    _ = try keys.document(of: Array("no key".utf8))
  }

  private static func readStoredFields(_ segment: LiveSegment) throws(SearchError) {
    let storedFields = segment.reader.storedFields
    for index in 0..<segment.reader.documentCount {
      _ = try storedFields.bytes(of: DocumentID(index))
    }
  }

  private static func readFields(_ segment: LiveSegment) throws(SearchError) {
    for id in FuzzSample.schema.fields.map(\.id) {
      guard let field = segment.reader.field(id) else { continue }
      if let norms = field.norms { _ = try norms.verify() }
      let cursor = try field.dictionary.cursor(at: 0)
      while !cursor.isAtEnd {
        _ = try field.dictionary.find(cursor.bytes)
        _ = try readList(cursor.info, field, segment.reader.documentCount)
        _ = try cursor.advance()
      }
    }
  }

  /// The sum of all documents, frequencies and positions of a list.
  private static func readList(
    _ info: TermInfo, _ field: SegmentReader.Field, _ documentCount: Int
  ) throws(SearchError) -> UInt64 {
    let cursor = try PostingsCursor(
      info, section: field.postings, documentCount: documentCount,
      hasPositions: field.positions != nil)
    var reader: PositionsReader?
    if let section = field.positions { reader = try PositionsReader(info, section: section) }
    var sum: UInt64 = 0
    while !cursor.isExhausted {
      try cursor.loadDocuments()
      try cursor.loadFrequencies()
      var number = cursor.positionStart.index
      for index in 0..<cursor.count {
        // SAFETY: the block is loaded, and `index` is below its count.
        let (document, frequency) = unsafe (cursor.documents[index], cursor.frequencies[index])
        precondition(document < documentCount, "document \(document) of \(documentCount)")
        sum &+= UInt64(document) &+ UInt64(frequency)
        let count = Int(clamping: frequency)
        if let reader {
          // SAFETY: `count` numbers, at least one, are lent.
          let positions = unsafe try reader.read(number, count: count, start: cursor.positionStart)
          sum &+= unsafe UInt64(positions[count - 1])
        }
        number = number &+ count
      }
      cursor.nextBlock()
    }
    return sum
  }

  // MARK: - Searching

  private static func search(_ segment: LiveSegment) throws(SearchError) {
    let segments = SegmentSet([segment], fieldCount: FuzzSample.schema.fields.count)
    var queries: [ResolvedQuery] = [.everything]
    for id in FuzzSample.schema.fields.map(\.id) {
      guard let field = segment.reader.field(id) else { continue }
      queries += try Self.queries(field, id)
    }
    for query in queries {
      let answer = try Searcher.search(query, in: segments, limit: 5, counting: .exact)
      for entry in answer.top {
        precondition(segment.live.isLive(entry.document), "a hit that is no document")
      }
    }
  }

  /// Queries of every shape for some of a field's terms.
  private static func queries(
    _ field: SegmentReader.Field, _ id: FieldID
  ) throws(SearchError) -> [ResolvedQuery] {
    var terms: [[UInt8]] = []
    let count = field.dictionary.termCount
    for probe in 0..<min(count, probeCount) {
      terms.append(try field.dictionary.cursor(at: probe * count / probeCount).bytes)
    }
    terms.append(Array("all".utf8))
    let clauses = terms.map { ResolvedQuery.term(TermClause(field: id, term: $0, boost: 1)) }
    let prefixes = terms.map {
      ResolvedQuery.prefix(TermClause(field: id, term: Array($0.prefix(1)), boost: 1))
    }
    var queries = clauses + prefixes
    queries.append(.prefix(TermClause(field: id, term: [], boost: 1)))
    queries.append(.boolean(BooleanClause(required: Array(clauses.suffix(2)))))
    queries.append(.boolean(BooleanClause(optional: clauses, atLeast: 1)))
    queries.append(
      .boolean(BooleanClause(required: [.everything], prohibited: Array(clauses.prefix(2)))))
    guard field.positions != nil else { return queries }
    for (left, right) in zip(terms.reversed(), terms) {
      for lastIsPrefix in [false, true] {
        let parts = [left, lastIsPrefix ? Array(right.prefix(1)) : right]
        queries.append(
          .phrase(
            PhraseClause(
              field: id,
              words: parts.enumerated().map { PhraseClause.Word(term: $1, offset: UInt32($0)) },
              lastIsPrefix: lastIsPrefix, boost: 1)))
      }
    }
    return queries
  }

  // MARK: - Merging

  private static func merge(_ segment: LiveSegment) throws(SearchError) {
    guard let sound = FuzzSample.segment else { return }
    try merge([segment, sound])
    let count = segment.reader.documentCount
    let gone = stride(from: 0, to: count, by: 3).map { DocumentID($0) }
    try merge([sound, segment.deleting(gone), segment])
  }

  private static func merge(_ segments: [LiveSegment]) throws(SearchError) {
    let merged = try FuzzSample.merge(segments, SegmentID(high: 6, low: 6))
    _ = SegmentChecker.check(try FuzzSample.open(merged))
  }
}
