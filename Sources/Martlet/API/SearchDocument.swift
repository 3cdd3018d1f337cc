/// A type whose values can be stored in an index and found again.
///
/// ```swift
/// struct Episode: SearchDocument {
///   var id: String
///   var name: String
///   var summary: String
///   var season: Int
///
///   var searchKey: String { id }
///
///   static let searchSchema = Schema<Episode>(fields: [
///     .text("name", \.name, weight: 3),
///     .text("summary", \.summary),
///     .number("season", { Double($0.season) }),
///   ])
/// }
/// ```
///
/// What an index gives back is the whole value, stored as JSON; what it searches are the fields of
/// the schema. The two need not be the same.
public protocol SearchDocument: Codable, Sendable {
  /// The type of ``searchKey``.
  associatedtype Key: SearchKey

  /// What names this document: writing another one with the same key replaces it.
  var searchKey: Key { get }

  /// What is searched, asked once for each index opened.
  static var searchSchema: Schema<Self> { get }
}
