/// Finding the words that tell a text from others.
extension IndexCore {
  /// A word of a text, with its weight.
  struct TellingWord {
    var field: IndexSchema.Field
    var term: [UInt8]
    var weight: Double
  }

  /// Returns the words of some texts with the highest weights, the highest first.
  ///
  /// The weight is the word's frequency in the texts of the field, times its idf, times the weight
  /// of the field. Words of equal weight are in the order of fields and bytes.
  ///
  /// - Parameters:
  ///   - texts: The texts of each field.
  ///   - areTyped: True for texts that a person types: they have no markup, whatever the field has,
  ///     and one document with a word is enough. The texts of a document need another one.
  /// - Throws: `corrupted`; `cancelled`, as `stop` says.
  /// - Complexity: A look-up for each different word; for one of which no other document has the
  ///   form, also one for each of its stems, and their union.
  func tellingWords(
    of texts: [(field: IndexSchema.Field, texts: [String])], areTyped: Bool, limit: Int,
    in state: IndexState, _ stop: SearchStop
  ) throws(SearchError) -> [TellingWord] {
    try stop.check()
    return try reading(state) { (state) throws(SearchError) in
      var words: [TellingWord] = []
      for (field, texts) in texts {
        let all = state.segments.statistics[Int(field.id.rawValue)].documentCount
        let analyzer = areTyped ? field.analyzer.source(.plain) : field.analyzer
        for (term, frequency) in Self.frequencies(texts, analyzer) {
          let least = areTyped ? 1 : 2
          let clause = TermClause(field: field.id, term: term, boost: 1)
          var count = try Searcher.count(.term(clause), in: state.segments, stop: stop)
          if count < least { count = try formCount(of: term, in: field, state, stop) }
          guard count >= least else { continue }
          let idf = BM25.inverseDocumentFrequency(count, of: max(all, count))
          let weight = Double(frequency) * Double(idf) * Double(field.definition.weight)
          if weight > 0 { words.append(TellingWord(field: field, term: term, weight: weight)) }
        }
      }
      let sorted = words.ordered { left, right in
        if left.weight != right.weight { return left.weight > right.weight }
        if left.field.id != right.field.id {
          return left.field.id.rawValue < right.field.id.rawValue
        }
        return left.term.lexicographicallyPrecedes(right.term)
      }
      return Array(sorted.prefix(limit))
    }
  }

  /// Returns the number of documents that have a word in any form.
  private func formCount(
    of word: [UInt8], in field: IndexSchema.Field, _ state: IndexState, _ stop: SearchStop
  ) throws(SearchError) -> Int {
    let query = Query.word(
      String(decoding: word, as: UTF8.self), in: FieldRef(field.definition.name))
    return try Searcher.count(
      QueryResolver(schema).resolve(query), in: state.segments, stop: stop)
  }

  /// Returns the words of texts with their frequencies, without stop words.
  private static func frequencies(_ texts: [String], _ analyzer: Analyzer) -> [[UInt8]: Int] {
    var counts: [[UInt8]: Int] = [:]
    for text in texts {
      for token in analyzer.words(in: text) { counts[Array(token.text.utf8), default: 0] += 1 }
    }
    return counts.filter { !analyzer.isStopWord($0.key) }
  }
}
