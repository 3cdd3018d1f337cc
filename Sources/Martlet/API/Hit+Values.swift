extension Hit {
  /// The value of a field, read from the index without the document; the least of several, and nil
  /// if there is none or if it is not of the type `Value`.
  ///
  /// ```swift
  /// let year: Int? = try hit["year"]
  /// ```
  ///
  /// - Throws: `unknownField`; `invalidRequest` if the field is a text or was declared with
  ///   `column: false`; `corrupted` if damage is found.
  /// - Complexity: O(1): some hundred nanoseconds.
  public subscript<Value: QueryValue>(field: FieldRef) -> Value? {
    get throws(SearchError) { try values(field, as: Value.self).first }
  }

  /// Returns the values of a field in rising order, read from the index without the document. Those
  /// that are not of the type `Value` are left out.
  ///
  /// - Throws: As for one value.
  public func values<Value: QueryValue>(
    _ field: FieldRef, as type: Value.Type = Value.self
  ) throws(SearchError) -> [Value] {
    try texts(of: field).compactMap { Value.value(queryText: $0) }
  }
}
