/// The query that has found some documents, for what is shown of them.
struct FoundQuery: Sendable {
  private let marker: QueryMarker
  /// The marker of words that may be misspelt, for the documents that do not have the right ones.
  private let misspeltMarker: QueryMarker?
  private let misspelt: Set<UInt32>
  private let query: Query
  private let typos: Typos
  private let schema: IndexSchema

  /// Creates the query of a request, which `answer` answers.
  init(
    _ request: SearchRequest, _ answer: SearchAnswer, _ schema: IndexSchema, _ segments: SegmentSet
  ) {
    marker = QueryMarker(answer.resolved.right, segments)
    misspelt = answer.misspelt
    misspeltMarker = misspelt.isEmpty ? nil : QueryMarker(answer.resolved.all, segments)
    query = request.query
    typos = request.typos
    self.schema = schema
  }

  /// Creates a query for documents that were found without one.
  init(_ schema: IndexSchema, _ segments: SegmentSet) {
    marker = QueryMarker(.nothing, segments)
    misspeltMarker = nil
    misspelt = []
    query = .nothing
    typos = .none
    self.schema = schema
  }

  /// Returns the marker for the texts of a document.
  func marker(for document: UInt32) -> QueryMarker {
    guard let misspeltMarker, misspelt.contains(document) else { return marker }
    return misspeltMarker
  }

  /// Returns the parts of the query.
  func parts(in segments: SegmentSet) -> QueryParts { QueryParts(query, typos, schema, segments) }
}
