/// The query that has found some documents, for what is shown of them.
struct FoundQuery: Sendable {
  private let resolved: SearchRunner.Resolved
  /// The documents that do not have the right words.
  private let misspelt: Set<UInt32>
  private let query: Query
  private let typos: Typos
  private let schema: IndexSchema

  /// Creates the query of a request, which `answer` answers.
  init(_ request: SearchRequest, _ answer: SearchAnswer, _ schema: IndexSchema) {
    resolved = answer.resolved
    misspelt = answer.misspelt
    query = request.query
    typos = request.typos
    self.schema = schema
  }

  /// Creates a query for documents that were found without one.
  init(_ schema: IndexSchema) {
    resolved = SearchRunner.Resolved(right: .nothing)
    misspelt = []
    query = .nothing
    typos = .none
    self.schema = schema
  }

  /// Returns true if a document does not have the right words.
  func isMisspelt(in document: UInt32) -> Bool { misspelt.contains(document) }

  /// Returns the marker for the texts of documents.
  ///
  /// - Parameter isMisspelt: True for those that do not have the right words.
  func marker(isMisspelt: Bool, _ segments: SegmentSet) -> QueryMarker {
    QueryMarker(isMisspelt ? resolved.all : resolved.right, segments)
  }

  /// Returns the parts of the query.
  func parts(in segments: SegmentSet) -> QueryParts { QueryParts(query, typos, schema, segments) }
}
