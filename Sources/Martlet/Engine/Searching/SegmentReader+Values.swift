extension SegmentReader {
  /// Returns the values of a document in a field with a column, in rising order, as texts of the
  /// query syntax.
  func texts(
    of field: IndexSchema.Field, _ document: DocumentID
  ) throws(SearchError) -> [String] {
    guard let column = try verifiedColumn(field.id) else { return [] }
    var ordinals: [Int] = []
    column.forEachOrdinal(of: document) { ordinals.append($0) }
    guard field.definition.kind == .keyword else {
      return ordinals.map { column.number(of: $0).queryText }
    }
    var texts: [String] = []
    for ordinal in ordinals.ordered(by: { column.rank(of: $0) < column.rank(of: $1) }) {
      texts.append(String(decoding: try term(ordinal, of: field.id), as: UTF8.self))
    }
    return texts
  }
}
