/// A query, the number of hits to return, and the way to rank them.
///
/// ```swift
/// let request = SearchRequest(.user("elephant")) { $0.limit = 50 }
/// ```
public struct SearchRequest: Sendable, Hashable {
  /// The query.
  public var query: Query

  /// The most hits to return. The default is 20; with 0, documents are only counted.
  ///
  /// - Precondition: The limit is not negative when the search runs.
  public var limit = 20

  /// The number of best hits to skip, for pages after the first. The default is 0.
  ///
  /// - Precondition: The offset is not negative when the search runs.
  /// - Complexity: A page costs as much as all earlier pages together.
  public var offset = 0

  /// The precision of the total. The default is ``Counting/upTo(_:)`` with 1,000.
  public var counting = Counting.upTo(1_000)

  /// The longest time that the search may take, or nil for no limit. The default is nil.
  ///
  /// When the time is over, the results are the best of the documents examined so far, and
  /// ``SearchResults/omissions`` contains ``Omission/timeLimit``. The time is checked every few
  /// thousand postings, which take some ten microseconds.
  public var timeLimit: Duration?

  /// The parameters of the ranking, or nil for those of the index. The default is nil.
  public var ranking: BM25?

  /// The weights of text fields that replace those of the schema, or nil to replace none.
  ///
  /// Fields that are not listed keep the weight of the schema. A field that the schema does not
  /// have is an error (``SearchError/Code/unknownField``) when the search runs.
  ///
  /// - Precondition: The weights are finite and not negative when the search runs.
  public var fieldWeights: [FieldRef: Double]?

  /// Creates a request for `query`.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - configure: A closure that changes the defaults of the request.
  public init(_ query: Query, _ configure: (inout SearchRequest) -> Void = { _ in }) {
    self.query = query
    configure(&self)
  }

  /// Creates a request for a text that a person typed.
  ///
  /// The hits have all the words. If no document has all of them, the hits have as many of them as
  /// any document has; see ``SearchResults/matched``.
  ///
  /// - Parameters:
  ///   - text: The text, in the syntax that people type.
  ///   - configure: A closure that changes the defaults of the request.
  public init(_ text: String, _ configure: (inout SearchRequest) -> Void = { _ in }) {
    self.init(.user(text, options: UserQueryOptions(combine: .allThenAny)), configure)
  }
}
