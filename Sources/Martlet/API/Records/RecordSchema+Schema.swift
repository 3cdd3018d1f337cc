#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Record {
  /// A schema without fields: the fields of records are given when an index is created, and kept in
  /// it.
  public static var searchSchema: Schema<Record> {
    Schema(version: 1, fields: [], form: form) { kept throws(SearchError) in
      guard let kept else {
        throw SearchError(
          .schemaMismatch,
          "the index keeps no schema of records, so it was made for another document type: open it "
            + "in a program that has the type, or with the schema that it was made with")
      }
      return try RecordSchema(kept: kept).schema()
    }
  }

  /// The stored form of records: the JSON object as it is, unless a member of it is not stored.
  fileprivate static let form = StoredForm<Record>(
    encode: { record, members throws(SearchError) in
      guard !record.json.isEmpty else { return try RecordJSON.encode(record.fields) }
      return try members.rest(ofEncoded: record.json)
    },
    decode: { key, stored throws(SearchError) in try Record(key: key, stored: stored) })
}

extension RecordSchema {
  /// Creates a schema from the bytes that an index has kept.
  ///
  /// - Throws: `schemaMismatch` if the bytes cannot be read.
  init(kept bytes: [UInt8]) throws(SearchError) {
    do {
      self = try JSONDecoder().decode(RecordSchema.self, from: Data(bytes))
    } catch {
      throw SearchError(.schemaMismatch, "the schema kept in the index cannot be read: \(error)")
    }
  }

  /// Returns the bytes of the schema for keeping in an index.
  ///
  /// - Throws: `schemaMismatch` if a weight is infinite or NaN, which JSON lacks; `limitExceeded`
  ///   if the bytes are too many.
  func kept() throws(SearchError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let kept: [UInt8]
    do {
      kept = Array(try encoder.encode(self))
    } catch {
      throw SearchError(.schemaMismatch, "the schema cannot be kept in the index: \(error)")
    }
    guard kept.count <= BookmarkLimits.schemaByteCount else {
      throw SearchError(
        .limitExceeded,
        "the schema takes \(kept.count) bytes in the index, expected at most "
          + "\(BookmarkLimits.schemaByteCount)")
    }
    return kept
  }

  /// Returns the schema with closures that get the values of the fields.
  ///
  /// Errors in the schema are thrown rather than trapped, because it is data and may come from a
  /// file.
  ///
  /// - Throws: `schemaMismatch` if the schema is not valid.
  func schema() throws(SearchError) -> Schema<Record> {
    guard UInt32(exactly: version) != nil else {
      throw SearchError(
        .schemaMismatch, "a schema's version is from 0 to 2^32 - 1, found \(version)")
    }
    guard fields.count <= Limits.fieldsPerSchema else {
      throw SearchError(
        .schemaMismatch,
        "a schema has at most \(Limits.fieldsPerSchema) fields, found \(fields.count)")
    }
    var names: Set<String> = []
    var result: [Schema<Record>.Field] = []
    for field in fields {
      guard !field.name.isEmpty, names.insert(field.name).inserted else {
        throw SearchError(
          .schemaMismatch,
          "the fields of a schema need names that differ, found an empty name or a second field "
            + "\"\(field.name)\"")
      }
      result.append(try field.schemaField())
    }
    return Schema(version: version, fields: result, form: Record.form)
  }
}

extension RecordSchema.Field {
  /// Returns the field with a closure that gets its values.
  ///
  /// - Throws: `schemaMismatch` if the field is not valid.
  fileprivate func schemaField() throws(SearchError) -> Schema<Record>.Field {
    guard weight >= 0, weight <= Query.boostRange.upperBound else {
      throw SearchError(
        .schemaMismatch,
        "the weight of the field \(name) is from 0 to \(Query.boostRange.upperBound), found \(weight)"
      )
    }
    guard let analyzer = Analyzer.named(analyzer) else {
      throw SearchError(
        .schemaMismatch, "the field \(name) has the analyzer \(analyzer), which is unknown")
    }
    guard let source = TextSource.named(source), source.isPlain || kind == .text else {
      throw SearchError(
        .schemaMismatch,
        "the field \(name) has the source \(source), which is unknown, or not allowed in "
          + "\(kind.name) fields")
    }
    let (name, kind) = (name, kind)
    return Schema.Field(
      name: name, kind: kind, weight: weight, analyzer: analyzer.source(source),
      detail: hasPositions ? .full : .frequencies, hasColumn: hasColumn, isStored: isStored
    ) { record, field, values throws(SearchError) in
      guard let value = record[name] else { return }
      try RecordFieldValues(name: name, kind: kind, field: field).append(value, to: &values)
    }
  }
}
