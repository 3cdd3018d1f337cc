/// The limits of bookmarks, all of which are in the manifest, which has 1 MiB.
enum BookmarkLimits {
  static let nameByteCount = 1_024
  static let byteCount = 65_536
  /// The bytes of all bookmarks and their names together; half of the manifest is left to fields
  /// and segments.
  static let totalByteCount = 1 << 19
  /// The bytes of the schema of records, which grows with its fields.
  static let schemaByteCount = 1 << 18
}

/// The bookmarks that this library keeps for itself.
enum ReservedBookmark {
  /// The beginning of their names.
  static let prefix = "martlet."
  /// The schema of an index of records, as JSON.
  static let schema = "martlet.schema"
  /// The type of the documents' keys, which their bytes do not tell.
  static let keyType = "martlet.key"
}
