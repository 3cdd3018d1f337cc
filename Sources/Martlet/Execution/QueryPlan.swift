/// A query with its words looked up: what each segment has of them, and what they are worth.
///
/// Made once per search. Immutable, so several threads may search with it.
struct QueryPlan: Sendable {
  /// One word, or the union of all words with one beginning.
  struct Term: Sendable {
    /// The list in each segment; nil where the segment has none.
    var lists: [PostingsList?]
    /// Live documents over all segments.
    var documentFrequency: Int
    /// What a full impact is worth.
    var weight: Float
    /// The field's lengths.
    var lengths: LengthTable
  }

  /// A phrase of whole words.
  struct Phrase: Sendable {
    /// The distinct words, as places in ``QueryPlan/terms``.
    var terms: [Int]
    /// Which of `terms` stands at which offset.
    var parts: [(word: Int, offset: Int)]
    /// What each segment knows of it without reading positions; nil where it does not have the field.
    var pairs: [PhrasePairs?]
    /// What a full impact is worth.
    var weight: Float
  }

  /// How words and phrases are put together.
  enum Node: PostorderNode, Sendable {
    case nothing
    case everything
    /// A place in ``QueryPlan/terms``.
    case term(Int)
    /// A place in ``QueryPlan/phrases``.
    case phrase(Int)
    /// As ``BooleanClause``.
    case boolean(ClauseCounts)

    var childCount: Int {
      if case .boolean(let counts) = self { counts.total } else { 0 }
    }
  }

  var terms: [Term] = []
  var phrases: [Phrase] = []
  /// The tree in postorder.
  var nodes: [Node] = []

  var root: Node { nodes.last ?? .nothing }
}
