/// The hard limits of the format and of this library, each with its reason.
package enum Limits {
  /// Postings packed together. 128 fits four-lane vectors and keeps bounds tight.
  static let unitSize = 128

  /// Units summarised by one entry of the second level of skip data.
  static let unitsPerSuperunit = 32

  /// Bytes of one term. Longer tokens are left out of the index and counted; a document is kept.
  package static let termByteCount = 1_024

  /// Bytes of one key: a path, a URL or an identifier, not a text.
  package static let keyByteCount = 1_024

  /// Documents in one segment. Leaves room for sentinels in 32 bits.
  package static let documentsPerSegment = 1 << 30

  /// Tokens of one field in one document. Keeps positions in 31 bits with every gap.
  package static let tokensPerField = 1 << 30

  /// Fields of one schema, so that a field's number fits the section table.
  package static let fieldCount = 65_535

  /// The gap in positions between two values of one field, so that no phrase spans them.
  package static let valuePositionGap = 100
}
