/// A type whose values can be stored in an index and searched.
///
/// ```swift
/// struct Episode: SearchDocument, Identifiable {
///   var id: String
///   var name: String
///   var summary: String
///   var season: Int
///
///   static let searchSchema = Schema<Episode>(fields: [
///     .text("name", \.name, weight: 3),
///     .text("summary", \.summary),
///     .number("season", \.season),
///   ])
/// }
/// ```
///
/// An index stores the whole value as JSON and returns it; it searches the fields of the schema.
/// The two need not be the same.
///
/// In a module whose code belongs to the main actor by default, a type that conforms in an
/// extension is declared `nonisolated`, and so is the extension; see <doc:GettingStarted>.
public protocol SearchDocument: Codable, Sendable {
  /// The type of ``searchKey``.
  associatedtype Key: SearchKey

  /// The key that identifies this document. Writing another document with the same key replaces
  /// this one. The key of an `Identifiable` document is its `id`, unless you define another one.
  var searchKey: Key { get }

  /// The fields that are searched. The schema is read each time an index is opened.
  static var searchSchema: Schema<Self> { get }
}

extension SearchDocument where Self: Identifiable, ID: SearchKey {
  /// The document's `id`.
  public var searchKey: ID { id }
}
