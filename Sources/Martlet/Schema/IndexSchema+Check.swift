extension IndexSchema {
  /// Makes sure that an index with the fields `stored` can be used with this schema: they are the
  /// first of its fields, unchanged but for weights. Fields may be added at the end.
  ///
  /// - Throws: `schemaMismatch`.
  func check(stored: [FieldDefinition]) throws(SearchError) {
    guard stored.count <= fields.count else {
      throw SearchError(
        .schemaMismatch,
        "the index has \(stored.count) fields, the schema \(fields.count); fields may be added "
          + "at the end, not removed")
    }
    for (old, field) in zip(stored, fields) {
      let new = field.definition
      guard old.name == new.name, old.kind == new.kind, old.hasPositions == new.hasPositions else {
        throw SearchError(
          .schemaMismatch,
          "field \(field.id.rawValue) is \(old.name) (\(old.kind)) in the index, and "
            + "\(new.name) (\(new.kind)) in the schema")
      }
      guard old.analyzerFingerprint == new.analyzerFingerprint else {
        throw SearchError(
          .schemaMismatch,
          "field \(old.name) was indexed with another analyzer; use that one, or build the index "
            + "anew")
      }
    }
  }
}
