/// What to search, how much of it to give back, and how to rank it.
///
/// ```swift
/// let request = SearchRequest(.user("elephant")) { $0.limit = 50 }
/// ```
public struct SearchRequest: Sendable, Hashable {
  /// What to find.
  public var query: Query

  /// How many hits to give back at most; 0 only counts.
  public var limit = 20

  /// How many of the best hits to leave out, for pages after the first.
  ///
  /// - Complexity: A page costs as much as all the pages before it together.
  public var offset = 0

  /// How exactly to count what matches.
  public var counting = Counting.upTo(1_000)

  /// How long the search may take, from its beginning; nil for as long as it needs.
  ///
  /// When the time is over, the results are the best of what was looked at until then, and say so
  /// (``SearchResults/omissions``). Looked at every few thousand postings, some ten microseconds.
  public var timeLimit: Duration?

  /// The parameters of the ranking, nil for those of the index.
  public var ranking: BM25?

  /// Weights of text fields in place of those in the schema; fields that are left out keep theirs.
  /// A field that the schema does not have is ignored, with a diagnostic.
  ///
  /// - Precondition: Weights are finite and not negative.
  public var fieldWeights: [FieldRef: Double]?

  /// A search for `query`.
  public init(_ query: Query, _ configure: (inout SearchRequest) -> Void = { _ in }) {
    self.query = query
    configure(&self)
  }

  /// A search for what a person typed: all the words, or most of them when no document has them
  /// all.
  public init(_ text: String, _ configure: (inout SearchRequest) -> Void = { _ in }) {
    self.init(.user(text, options: UserQueryOptions(combine: .allThenAny)), configure)
  }
}
