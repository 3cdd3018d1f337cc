extension Hit {
  /// The value of a field, read from the index without the document; the least of several, and nil
  /// if there is none.
  ///
  /// ```swift
  /// let year: Int? = try hit["year"]
  /// ```
  ///
  /// - Throws: `unknownField`; `invalidRequest` if the field is a text or was declared with
  ///   `column: false`; `unsuitableValue` if the value cannot be a `Value`, such as 0.5 an `Int`;
  ///   `corrupted` if damage is found.
  /// - Complexity: O(1): some hundred nanoseconds.
  public subscript<Value: QueryValue>(field: FieldRef) -> Value? {
    get throws(SearchError) { try values(field, as: Value.self).first }
  }

  /// Returns the values of a field in rising order, each once, read from the index without the
  /// document. In the order of the document they are only in the document itself.
  ///
  /// - Throws: As for one value.
  public func values<Value: QueryValue>(
    _ field: FieldRef, as type: Value.Type = Value.self
  ) throws(SearchError) -> [Value] {
    try texts(of: field).map { (text) throws(SearchError) in
      guard let value = Value.value(queryText: text) else {
        throw SearchError(
          .unsuitableValue,
          "the field \"\(field)\" has \(text), which is no \(Value.self): read it as another type")
      }
      return value
    }
  }
}
