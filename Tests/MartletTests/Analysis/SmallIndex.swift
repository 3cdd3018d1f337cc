@testable import Martlet

/// A few texts in an index with one text field called `text`, and a keyword field called `kind`,
/// which is `even` or `odd`, or has the given values.
struct SmallIndex {
  let schema: IndexSchema
  let segments: SegmentSet

  init(_ analyzer: Analyzer, _ texts: [String], kinds: [String]? = nil) throws {
    schema = IndexSchema([
      (FieldDefinition(name: "text", kind: .text), analyzer),
      (FieldDefinition(name: "kind", kind: .keyword, hasPositions: false), .keyword),
    ])
    let builder = ImageBuilder(schema: schema, segmentID: SegmentID(high: 0, low: 1))
    for (number, text) in texts.enumerated() {
      try builder.add(
        InputDocument(
          key: Array(String(number).utf8),
          values: [
            InputDocument.Value(field: FieldID(0), content: .text(text)),
            InputDocument.Value(
              field: FieldID(1),
              content: .text(kinds?[number] ?? (number.isMultiple(of: 2) ? "even" : "odd"))),
          ], stored: []))
    }
    let image = try ImageReader(try builder.finish(), file: "memory", isTrusted: true)
    let segment = LiveSegment(
      try SegmentReader(image, definitions: schema.definitions), fieldCount: 2)
    segments = SegmentSet([segment], fieldCount: 2)
  }

  /// The numbers of the texts found for what a person typed, the best first.
  func find(_ text: String, combine: WordCombination = .all) throws -> [Int] {
    let options = UserQueryOptions(combine: combine)
    return try find(.user(text, options: options))
  }

  /// The numbers of the texts found, the best first.
  func find(_ query: Query) throws -> [Int] { try hits(query).map(\.number) }

  /// The texts found with their scores, the best first.
  func hits(_ query: Query) throws -> [(number: Int, score: Float)] {
    let resolved = try resolve(query)
    let limit = max(1, segments.documentCount)
    return try Searcher.search(resolved, in: segments, limit: limit, counting: .none).top
      .map { (Int($0.document), $0.score) }
  }

  /// Resolves a query against the schema of the index.
  func resolve(_ query: Query) throws -> ResolvedQuery {
    return try QueryResolver(schema).resolve(query.interpreted(with: schema).query)
  }
}
