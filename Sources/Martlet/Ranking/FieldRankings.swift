/// The parameters of the ranking in each field.
struct FieldRankings: Sendable, Hashable {
  /// The parameters of fields that have none of their own.
  private let common: BM25
  /// The parameters of the fields by their IDs; empty if no field has any of its own.
  private let own: [BM25?]

  /// Creates the parameters of all fields, or of those that have none of their own.
  init(_ common: BM25 = BM25(), own: [BM25?] = []) {
    self.common = common
    self.own = own.contains { $0 != nil } ? own : []
  }

  subscript(field: FieldID) -> BM25 {
    let index = Int(field.rawValue)
    return index < own.count ? own[index] ?? common : common
  }
}
