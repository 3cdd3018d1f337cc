/// Checking what a log has against a schema, which may be older than the log.
extension IndexSchema {
  /// Makes sure that an operation of the log can be applied.
  ///
  /// - Throws: `schemaMismatch` if a program with a newer schema wrote it; `corrupted` if no
  ///   program can have written it.
  func check(logged operation: LogOperation) throws(SearchError) {
    switch operation {
    case .put(let document):
      try Self.check(key: document.key)
      for value in document.values { try check(value) }
    case .delete(let key): try Self.check(key: key)
    case .deleteAll, .bookmark: return
    }
  }

  private static func check(key: [UInt8]) throws(SearchError) {
    guard 1...Limits.keyByteCount ~= key.count else {
      throw .corrupted(
        "the log has a key of \(key.count) bytes, expected 1 to \(Limits.keyByteCount)")
    }
  }

  private func check(_ value: InputDocument.Value) throws(SearchError) {
    let index = Int(value.field.rawValue)
    guard index < fields.count else {
      throw SearchError(
        .schemaMismatch,
        "the log has documents with field \(index), the schema has \(fields.count) fields: a newer "
          + "version of the application wrote them; use that one")
    }
    guard case .text = value.content else {
      guard fields[index].definition.kind != .text else {
        throw SearchError(
          .schemaMismatch,
          "the log has numbers in the field \(fields[index].definition.name), which has text: "
            + "open the index with the schema that it was made with")
      }
      return
    }
  }
}
