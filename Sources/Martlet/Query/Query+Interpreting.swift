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
