/// The pairs of neighbouring words in a query, in terms of the index.
struct WordPairs: Sendable, Hashable {
  /// A word of a query in one field.
  struct Word: Sendable, Hashable {
    /// The clause by which the query scores it; all documents with the word have its term.
    var clause: TermClause
    /// The boost of the clause as a share of that of the word.
    var share: Float
  }

  /// Two neighbouring words in one field.
  struct Pair: Sendable, Hashable {
    var first: Word
    var second: Word
    /// The number of positions from the first word to the second.
    var distance: Int
    /// The number of the two words in the query, the same in all fields.
    var group = 0
  }

  var pairs: [Pair] = []
  /// True if a document that matches the query and has one of the words is scored for it.
  var areScored = true
  /// The weights.
  var proximity: Proximity
}

extension WordPairs {
  /// Adds the pairs of two neighbouring words in the fields that both are searched in.
  mutating func add(
    _ first: [Word], _ second: [Word], distance: Int, _ group: Int
  ) {
    for one in first {
      for next in second
      where next.clause.field == one.clause.field && next.clause.term != one.clause.term {
        let isKnown = pairs.contains {
          $0.first.clause.term == one.clause.term && $0.second.clause.term == next.clause.term
            && $0.first.clause.field == one.clause.field
        }
        if isKnown { continue }
        pairs.append(Pair(first: one, second: next, distance: distance, group: group))
      }
    }
  }
}
