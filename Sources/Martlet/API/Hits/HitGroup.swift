/// The hits with the same value of a field.
public struct HitGroup<Document: SearchDocument>: Sendable {
  /// The value, or nil for a document that has none, which is a group of its own.
  ///
  /// A number is written as in the query syntax, and a date in ISO 8601.
  public let value: String?

  /// The number of matching documents that are in the group: a document with several values is in
  /// that of the least.
  public let count: Int

  /// The first hits of the group, in the order of the search.
  public let hits: [Hit<Document>]
}
