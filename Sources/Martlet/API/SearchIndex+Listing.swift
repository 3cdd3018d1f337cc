/// Lists of what an index has, for tools.
extension SearchIndex {
  /// Calls `body` with the stored bytes of each document, in the order in which the index keeps
  /// them.
  ///
  /// - Throws: `corrupted` if damage is found; the errors of `body`.
  package func forEachStored(_ body: (_ stored: [UInt8]) throws -> Void) throws {
    try core.forEachStored(in: core.state, body)
  }

  /// Returns the terms of the field called `name` that begin with `prefix`, sorted, each with the
  /// number of documents that have it; nil if there is no such field.
  ///
  /// - Parameters:
  ///   - prefix: The beginning, as a person types it; empty for all terms. Numbers and dates are
  ///     not compared with it.
  ///   - isCancelled: Tells whether the caller has gone; nil if it cannot go.
  /// - Throws: `corrupted` if damage is found; `cancelled`.
  package func terms(
    of name: String, withPrefix prefix: String, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(SearchError) -> [ListedTerm]? {
    guard let field = codec.schema.field(named: name) else {
      return nil
    }
    var beginning = ""
    if field.definition.kind == .text || field.definition.kind == .keyword {
      // The beginning of one word, as the field's terms are written; Korean words are whole terms,
      // of which queries ask for pairs.
      let rows = field.analyzer.explain(prefix, for: .prefix).last?.rows ?? []
      let ending = rows.count == 1 ? nil : UnfinishedEnding(of: prefix, field.analyzer)
      if let ending, ending.beginning.isEmpty {
        beginning = String(decoding: ending.prefix, as: UTF8.self)
      } else {
        beginning = rows.count == 1 ? rows[0].token.text : prefix
      }
    }
    return try core.reading(core.state) { (state) throws(SearchError) in
      try core.terms(
        of: field, withPrefix: Array(beginning.utf8), in: state, isCancelled: isCancelled)
    }
  }
}
