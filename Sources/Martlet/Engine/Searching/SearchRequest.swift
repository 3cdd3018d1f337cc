/// A query, the number of hits to return, and the way to rank them.
///
/// ```swift
/// let request = SearchRequest(.user("elephant")) { $0.limit = 50 }
/// ```
public struct SearchRequest: Sendable, Hashable {
  /// The query.
  public var query: Query

  /// A query that selects among the documents of ``query``, without effect on their scores, or nil
  /// for all of them. The default is nil.
  ///
  /// Filters are part of the search: limits and totals apply to the documents that pass, and the
  /// scores of misspelt words are below those of the right ones among them. The filters of recent
  /// searches are kept, so that the same one costs little the next time.
  ///
  /// ```swift
  /// let request = SearchRequest("lighthouse") { $0.filter = .range("year", 1800..<1900) }
  /// ```
  public var filter: Query?

  /// The most hits to return. The default is 20; with 0, documents are only counted.
  ///
  /// - Precondition: The limit is not negative when the search runs.
  public var limit = 20

  /// The number of best hits to skip, for pages after the first. The default is 0.
  ///
  /// A page that begins with a cursor skips nothing more; see ``after``.
  ///
  /// - Precondition: The offset is not negative when the search runs.
  /// - Complexity: A page costs as much as all earlier pages together.
  public var offset = 0

  /// The values by which the hits are sorted, the most important first. The default is none, for
  /// relevance.
  ///
  /// Hits that are sorted without ``SortKey/relevance`` have no score, and the total is exact.
  ///
  /// - Complexity: Linear in the matching documents, some nanoseconds for each.
  public var sort: [SortKey] = []

  /// The end of the page before, or nil for the first page. The default is nil.
  ///
  /// See ``SearchResults/next``.
  public var after: SearchCursor?

  /// The field by whose values hits are grouped, or nil for no groups. The default is nil.
  ///
  /// Then ``limit`` and ``offset`` are numbers of groups, and ``SearchResults/groups`` has them.
  public var collapse: Collapse?

  /// The fields by whose values matching documents are counted. The default is none.
  public var facets: [FacetRequest] = []

  /// The precision of the total. The default is ``Counting/upTo(_:)`` with 1,000.
  public var counting = Counting.upTo(1_000)

  /// The longest time that the search may take, or nil for no limit. The default is nil.
  ///
  /// When the time is over, the results are the best of the documents examined so far, and
  /// ``SearchResults/omissions`` contains ``Omission/timeLimit``; none, if it is over before the
  /// words of patterns have been found. The time is checked every few thousand postings, which take
  /// some ten microseconds. It is not checked while the query is read, which takes a few
  /// microseconds for each of its words, and counts from when the search has a thread.
  public var timeLimit: Duration?

  /// The misspelt words that are found all the same. The default is ``Typos/none``.
  public var typos = Typos.none

  /// The weights of words that stand near each other. The default is
  /// ``Proximity/none``.
  public var proximity = Proximity.none

  /// The formula for the scores of hits, or nil for relevance. The default is nil.
  ///
  /// In a request with ``sort``, the order has to contain ``SortKey/relevance``, which then is this
  /// score.
  public var rank: Rank?

  /// The rules that order the hits before their score does, the most important first. The default
  /// is none.
  ///
  /// The total is exact. In a request with ``sort`` or ``collapse``, rules are an error
  /// (``SearchError/Code/invalidRequest``).
  ///
  /// - Complexity: Linear in the matching documents, for each word and rule.
  public var rules: [RankRule] = []

  /// A Boolean value that indicates whether the search records its work in ``SearchResults/trace``.
  /// The default is false.
  public var isTraced = false

  /// The parameters of the ranking, or nil for those of the fields and of the index. The default is
  /// nil.
  public var ranking: BM25?

  /// The parameters of the ranking in some text fields, or nil for none. The default is nil.
  ///
  /// ```swift
  /// let request = SearchRequest("tidal wave") { $0.fieldRankings = ["title": BM25(b: 0.3)] }
  /// ```
  ///
  /// They come before ``ranking``, those of the schema (`Schema.Field.ranked(by:)`), and those of
  /// the index. A field that the schema does not have is an error
  /// (``SearchError/Code/unknownField``) when the search runs.
  public var fieldRankings: [FieldRef: BM25]?

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
