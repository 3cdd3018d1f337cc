/// Queries that are read for one index.
extension SearchIndex {
  /// Returns the query of a text in the strict syntax, which may name the fields of this index and
  /// compare them with values that they can have.
  ///
  /// ```swift
  /// let filter = try index.query(parsing: "minutes:<=30 AND -tag:=quick")
  /// ```
  ///
  /// Use it for texts of people who want to be told about mistakes, such as the filter of a
  /// command. ``Query/init(parsing:fields:combine:)`` needs no index, and leaves it to the search
  /// to find out that a number field is asked for `many`.
  ///
  /// - Parameters:
  ///   - text: The query.
  ///   - combine: The meaning of a space between two operands; `allThenAny` counts as `all`.
  /// - Throws: ``QueryError`` at the first mistake, and when the text exceeds a limit: 64 KiB,
  ///   1,024 words, 256 levels.
  /// - Complexity: O(text).
  public func query(
    parsing text: String, combine: WordCombination = .all
  ) throws(QueryError) -> Query {
    let schema = core.schema
    let fields = schema.fields.map { FieldRef($0.definition.name) }
    var parser = try StrictParser(text, fields: fields, combine: combine, schema: schema)
    return try parser.parse()
  }
}
