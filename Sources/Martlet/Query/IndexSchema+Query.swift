extension IndexSchema {
  /// Makes sure that the schema has every field that a program names in `query`. In texts that a
  /// person typed, an unknown name is a word and no error.
  ///
  /// - Throws: `unknownField` for the first name that the schema does not have.
  func requireFields(of query: Query) throws(SearchError) {
    for node in query.nodes {
      if let field = node.field, !contains(field.name) { throw unknown(field.name) }
    }
  }

  /// Returns the error for a field that the schema does not have.
  func unknown(_ name: String) -> SearchError {
    let names = fields.prefix(QueryLimits.suggestionFieldCount).map(\.definition.name)
    let suggestion =
      SpellingSuggestion.nearest(to: name, in: names)
      .map { "did you mean \"\($0)\"?" }
      ?? "expected one of \(names.prefix(QueryLimits.expectedFieldCount).joined(separator: ", "))"
    return SearchError(.unknownField, "the schema has no field \"\(name)\"; \(suggestion)")
  }
}

extension QueryNode {
  /// The field that a leaf names.
  fileprivate var field: FieldRef? {
    switch self {
    case .word(_, let field), .typed(_, let field), .prefix(_, let field),
      .phrase(_, _, let field):
      field
    case .value(_, let field), .range(_, let field): field
    default: nil
    }
  }
}
