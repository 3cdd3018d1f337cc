/// Synonyms and stop words of queries, which may change while the index is open.
extension IndexCore {
  /// Replaces the synonyms of one text field, or of all of them if `name` is nil.
  ///
  /// - Throws: `unknownField`; `invalidRequest` for a field of another kind.
  func setSynonyms(_ synonyms: Synonyms, in name: FieldRef?) throws(SearchError) {
    // The analyzers read the rules before the lock is taken: there may be thousands.
    let tables = try textFields(name).map { ($0.id, SynonymTable(synonyms, $0.analyzer)) }
    changeQueries(tables) { analyzer, table in analyzer.synonymTable = table }
  }

  /// Replaces the stop words of queries in one text field, or in all of them if `name` is nil.
  ///
  /// - Throws: `unknownField`; `invalidRequest` for a field of another kind.
  func setQueryStopWords(_ words: StopWords, in name: FieldRef?) throws(SearchError) {
    let terms = try textFields(name).map { ($0.id, $0.analyzer.terms(of: words)) }
    changeQueries(terms) { analyzer, terms in analyzer.queryStopWords = terms }
  }

  private func textFields(_ name: FieldRef?) throws(SearchError) -> [IndexSchema.Field] {
    try schema.knownTexts(name.map { [$0] }, "only words have synonyms and stop words")
  }

  /// Changes the analyzers of queries for the listed fields. No search waits for it.
  private func changeQueries<Words>(
    _ words: [(FieldID, Words)], _ change: (inout Analyzer, Words) -> Void
  ) {
    var isDone = false
    while !isDone {
      let current = querySchema.value
      let next = current.changingQueries { field in
        var analyzer = field.analyzer
        for (id, words) in words where id == field.id { change(&analyzer, words) }
        return analyzer
      }
      isDone = querySchema.replace { $0 === current ? next : nil }
    }
    changes.send(.queryWords, state.version)
  }
}
