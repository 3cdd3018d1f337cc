/// A request for hits in groups of documents with the same value of a field, such as one hit per
/// series.
///
/// ```swift
/// let request = SearchRequest("storm") { $0.collapse = Collapse(by: "artist", limit: 3) }
/// for group in try await index.search(request).groups {
///   print(group.value ?? "unknown", group.count, group.hits.map(\.id))
/// }
/// ```
///
/// A document of several values belongs to the group of its least value in the order of
/// ``SortKey/ascending(_:missing:)``. Documents without a value
/// are groups of their own.
public struct Collapse: Sendable, Hashable {
  /// The field whose values make the groups: of keywords, numbers or dates.
  public var field: FieldRef

  /// The most hits of each group. The default is 1; less than 1 counts as 1.
  public var limit: Int

  /// Creates a request for the best `limit` hits of each group.
  public init(by field: FieldRef, limit: Int = 1) {
    self.field = field
    self.limit = limit
  }
}
