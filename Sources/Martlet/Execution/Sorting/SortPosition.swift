/// A document's position in a sorted result: its values, independent of segments, and its key,
/// which decides among documents with equal values.
struct SortPosition: Sendable, Hashable {
  /// The value of one criterion.
  enum Value: Sendable, Hashable {
    case missing
    case number(Double)
    case text([UInt8])
    case score(Float)
    /// The key, which is stored once.
    case key
  }

  /// A value per criterion.
  var values: [Value]
  var key: [UInt8]
}
