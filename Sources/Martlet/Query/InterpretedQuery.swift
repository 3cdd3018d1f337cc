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
  /// Texts that a person typed are parsed. A leaf that searches a field that does not exist becomes
  /// `nothing`, with a diagnostic.
  ///
  /// - Complexity: O(nodes + texts).
  func interpreted(with schema: IndexSchema) -> InterpretedQuery {
    if nodes.count == 1, case .user(let text, let options) = nodes[0] {
      return LenientParser.parse(text, schema: schema, options: options)
    }
    var texts: [InterpretedQuery] = []
    var diagnostics: [QueryDiagnostic] = []
    var known = nodes
    for (index, node) in nodes.enumerated() {
      if case .user(let text, let options) = node {
        texts.append(LenientParser.parse(text, schema: schema, options: options))
      } else if let field = node.field, !schema.contains(field.name) {
        known[index] = .nothing
        let problem = QueryProblem.unknownField(field.name)
        diagnostics.append(QueryDiagnostic(problem, range: 0..<0))
      }
    }
    let query = Query.replacingUsers(in: known, by: texts.map(\.query))
    return InterpretedQuery(
      query: query,
      relaxations: texts.isEmpty
        ? .none
        : QueryRelaxations(
          of: texts.map { .init(query: $0.query, steps: $0.relaxations) }, in: known),
      schema: schema,
      diagnostics: diagnostics + texts.flatMap(\.diagnostics))
  }
}

extension QueryNode {
  /// The field that a leaf names.
  fileprivate var field: FieldRef? {
    switch self {
    case .word(_, let field), .typed(_, let field), .prefix(_, let field),
      .phrase(_, _, let field):
      field
    case .value(_, let field): field
    default: nil
    }
  }
}
