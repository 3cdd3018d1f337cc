/// A query whose words were looked up: their lists in each segment, and their weights.
///
/// Built once per search. Immutable, so several threads may search with it.
struct QueryPlan: Sendable {
  /// One word, or the union of all words with one prefix.
  struct Term: Sendable {
    /// The list in each segment; nil if the segment has none.
    var lists: [PostingsList?]
    /// The number of live documents that have the word, over all segments.
    var documentFrequency: Int
    /// The weight, which is the score of a full impact.
    var weight: Float
    /// The length table of the field.
    var lengths: LengthTable
  }

  /// A phrase of whole words.
  struct Phrase: Sendable {
    /// The indices in ``QueryPlan/terms`` of the distinct words.
    var terms: [Int]
    /// The words by index in `terms`, each with its offset.
    var sequence: [(word: Int, offset: Int)]
    /// The lists of adjacent pairs in each segment; nil if the segment does not have the field.
    var pairs: [PhrasePairs?]
    /// The weight, which is the score of a full impact.
    var weight: Float
  }

  /// A node of the tree that combines words and phrases.
  enum Node: PostorderNode, Sendable {
    case nothing
    case everything
    /// An index in ``QueryPlan/terms``.
    case term(Int)
    /// An index in ``QueryPlan/phrases``.
    case phrase(Int)
    /// A group of clauses, like a ``BooleanClause``.
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
