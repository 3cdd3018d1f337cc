@testable import Martlet

/// Everything that an index answers to some questions.
struct IndexAnswers: Sendable, Equatable {
  /// One hit, with everything that a search gives of it.
  struct Hit: Sendable, Equatable {
    var key: [UInt8]
    var scoreBits: UInt32
  }

  /// The best documents and the count of one query.
  struct Found: Sendable, Equatable {
    var hits: [Hit]
    var count: Int?
  }

  /// The stored bytes of each live document by its key, as written and not as text.
  var documents: [[UInt8]: [UInt8]] = [:]
  var bookmarks: [String: [UInt8]]
  /// The result of each query.
  var found: [ResolvedQuery: Found] = [:]

  /// Asks `state` for all documents, and what these queries find.
  ///
  /// - Throws: what reading it throws; `corrupted` when a key has two documents, or leads to
  ///   another one.
  init(_ state: IndexState, _ queries: [ResolvedQuery]) throws(SearchError) {
    bookmarks = state.bookmarks
    for (number, part) in state.members.enumerated() {
      try takeDocuments(part.segment, number, state.segments)
    }
    guard state.segments.documentCount == documents.count else {
      throw .corrupted(
        "\(state.segments.documentCount) documents are counted, \(documents.count) are there")
    }
    for query in queries { found[query] = try Self.find(query, state.segments) }
  }

  /// The same with fewer queries.
  func only(_ queries: [ResolvedQuery]) -> IndexAnswers {
    var answers = self
    answers.found = found.filter { queries.contains($0.key) }
    return answers
  }

  private mutating func takeDocuments(
    _ segment: LiveSegment, _ number: Int, _ segments: SegmentSet
  ) throws(SearchError) {
    let reader = segment.reader
    var block: StoredFieldsChunk?
    for index in 0..<reader.documentCount where segment.live.isLive(DocumentID(index)) {
      let key = try reader.keys.key(of: DocumentID(index))
      let found = try segments.find(key)
      guard documents[key] == nil, found?.segment == number, found?.document == DocumentID(index)
      else { throw .corrupted("the key \(key) has two documents, or leads to another one") }
      let current: StoredFieldsChunk
      if let block, block.documents.contains(index) {
        current = block
      } else {
        current = try reader.storedFields.chunk(containing: DocumentID(index))
      }
      block = current
      documents[key] = current.view(of: DocumentID(index)).array
    }
  }

  private static func find(
    _ query: ResolvedQuery, _ segments: SegmentSet
  ) throws(SearchError) -> Found {
    let answer = try Searcher.search(query, in: segments, limit: 12, counting: .exact)
    var hits: [Hit] = []
    for entry in answer.top {
      let (segment, document) = segments.locate(entry.document)
      hits.append(
        Hit(key: try segment.keys.key(of: document), scoreBits: entry.score.bitPattern))
    }
    return Found(hits: hits, count: answer.total.number)
  }
}
