/// A query as understood with a schema: the query that is executed, and what a search reports about
/// it.
struct InterpretedQuery: Sendable, Equatable {
  /// The tree, without any `user` node.
  var query: Query
  /// The queries to try, in order, as long as no query has a hit. Each finds everything that the
  /// one before it finds.
  var relaxations = QueryRelaxations.none
  /// The fields with which the query was understood.
  let schema: IndexSchema
  /// The parts of a text that were not read literally. Ranges are of the text of the `user` node
  /// concerned.
  var diagnostics: [QueryDiagnostic] = []

  /// The query in the strict syntax.
  ///
  /// - Complexity: O(query) at each call.
  var interpreted: String { query.description }
}
