/// The hard limits of the format and of this library, with their reasons.
enum Limits {
  /// The number of postings in a block. 128 fits four-lane vectors and keeps bounds tight.
  static let blockSize = 128

  /// The number of blocks in a superblock, which is one entry of the second level of skip data.
  static let blocksPerSuperblock = 32

  /// The largest byte count of a term. Longer tokens are left out of the index and counted; the
  /// document is kept.
  static let termByteCount = 1_024

  /// The largest byte count of a word before the filters, which no word of an ordinary text
  /// exceeds. Longer words are left out and counted without being analysed or kept.
  static let wordByteCount = 8 * termByteCount

  /// The largest byte count of a key: a path, a URL or an identifier, not a text.
  static let keyByteCount = 1_024

  /// The largest number of documents in a segment. Leaves room for sentinels in 32 bits.
  static let documentsPerSegment = 1 << 30

  /// The largest number of tokens of a field in one document. Keeps positions in 31 bits with all
  /// gaps.
  static let tokensPerField = 1 << 30

  /// The largest number of fields that have numbers, so that a number fits the section table.
  static let fieldCount = 65_535

  /// The largest number of fields in a schema, so that all of them fit into a manifest beside many
  /// segments.
  static let fieldsPerSchema = 10_000

  /// The gap in positions between two values of one field, so that no phrase spans them.
  static let valuePositionGap = 100
}
