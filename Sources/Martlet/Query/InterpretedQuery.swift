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
  var interpreted: String { QueryPrinter(query, isField: schema.contains).print() }
}

extension Query {
  /// Returns this query as an index with these fields understands it.
  ///
  /// Texts that a person typed are parsed.
  ///
  /// - Complexity: O(nodes + texts).
  func interpreted(with schema: IndexSchema) -> InterpretedQuery {
    if nodes.count == 1, case .user(let text, let options) = nodes[0] {
      return LenientParser.parse(text, schema: schema, options: options)
    }
    var texts: [InterpretedQuery] = []
    for case .user(let text, let options) in nodes {
      texts.append(LenientParser.parse(text, schema: schema, options: options))
    }
    let query = Query.replacingUsers(in: nodes, by: texts.map(\.query))
    return InterpretedQuery(
      query: query,
      relaxations: texts.isEmpty
        ? .none
        : QueryRelaxations(
          of: texts.map { .init(query: $0.query, steps: $0.relaxations) }, in: nodes),
      schema: schema, diagnostics: texts.flatMap(\.diagnostics))
  }
}
