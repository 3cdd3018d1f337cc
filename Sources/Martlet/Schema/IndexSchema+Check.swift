extension IndexSchema {
  /// Makes sure that an index with the fields `stored`, made with version `storedVersion` of the
  /// schema, can be used with this schema: the stored fields are the first of its fields, unchanged
  /// except for weights. Fields may be added at the end.
  ///
  /// - Throws: `schemaMismatch` at the first difference.
  func check(stored: [FieldDefinition], version storedVersion: UInt32) throws(SearchError) {
    guard storedVersion == version else {
      throw mismatch(
        "the index was made with version \(storedVersion) of the schema, not \(version)")
    }
    guard stored.count <= fields.count else {
      let missing = stored.filter { !contains($0.name) }.map { "\"\($0.name)\"" }
        .joined(separator: ", ")
      throw mismatch(
        "the index has fields that the schema lacks: \(missing). Fields may be added at the end of "
          + "a schema, not removed")
    }
    for (old, field) in zip(stored, fields) {
      if let difference = Self.difference(old, field) { throw mismatch(difference) }
    }
  }

  /// Returns the first property in which a field differs from that of the index, as a sentence.
  private static func difference(_ old: FieldDefinition, _ field: Field) -> String? {
    let new = field.definition
    if old.name != new.name {
      return
        "field \(field.id.rawValue) is \"\(old.name)\" in the index and \"\(new.name)\" in the "
        + "schema. Fields keep their order; new ones come at the end"
    }
    if old.kind != new.kind {
      return
        "the field \"\(old.name)\" has the kind \(old.kind) in the index and \(new.kind) "
        + "in the schema"
    }
    if old.hasPositions != new.hasPositions {
      return old.hasPositions
        ? "the field \"\(old.name)\" has positions in the index, and the schema asks for none "
          + "(detail: .frequencies)"
        : "the field \"\(old.name)\" has no positions in the index, and the schema asks for them "
          + "(detail: .full)"
    }
    if old.hasColumn != new.hasColumn {
      return old.hasColumn
        ? "the field \"\(old.name)\" has a column in the index, and the schema asks for none "
          + "(column: false)"
        : "the field \"\(old.name)\" has no column in the index, and the schema asks for one "
          + "(column: true)"
    }
    if old.analyzerFingerprint != new.analyzerFingerprint {
      return "the field \"\(old.name)\" was indexed with another analyzer than the schema's "
        + "\(field.analyzer.name), another version of it, or another source of text than "
        + field.analyzer.source.name
    }
    return nil
  }

  private func mismatch(_ difference: String) -> SearchError {
    SearchError(
      .schemaMismatch, difference,
      advice: "open the index with the schema that it was made with, or rebuild it, as "
        + "open(at:onMismatch:) does")
  }
}
