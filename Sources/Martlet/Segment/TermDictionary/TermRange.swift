/// Terms of one field that are next to each other in the order of their bytes.
struct TermRange: Sendable, Hashable {
  /// The least term that may be in the range.
  var lower: [UInt8]
  /// The end, which is not in the range; nil for all terms after `lower`.
  var upper: [UInt8]?

  /// The size of both terms in bytes.
  var byteCount: Int { lower.count + (upper?.count ?? 0) }
}
