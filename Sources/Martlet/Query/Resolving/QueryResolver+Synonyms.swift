/// Synonyms of several words that are side by side in a query: `united states` finds `usa`.
extension QueryResolver {
  /// Adjacent words that have a synonym together, and the clause for it.
  typealias JoinedWords = (range: Range<Int>, field: FieldID, clause: ResolvedQuery)

  /// Returns the runs of words in `children` that have a synonym together, from left to right, the
  /// longest first. None overlaps another of the same field.
  func synonyms(ofWordsIn children: ArraySlice<Operand>) -> [JoinedWords] {
    guard children.count > 1 else { return [] }
    var found: [JoinedWords] = []
    for field in schema.fields where field.analyzer.synonymTable.longestKey > 1 {
      let words = children.map { forms(of: $0, in: field) }
      var start = 0
      while start < words.count {
        let match = longest(words[start...], field)
        if let match {
          let first = children.startIndex
          found.append(
            (
              match.range.lowerBound + first..<match.range.upperBound + first, match.field,
              match.clause
            ))
        }
        start = match?.range.upperBound ?? start + 1
      }
    }
    return found
  }

  /// Returns the runs of words in the groups of a query that have a synonym together: the indices
  /// of the words among the query's nodes, and the clause for it in a field.
  func synonyms(
    ofWordsIn query: Query
  ) -> [(words: [Int], field: FieldID, clause: ResolvedQuery)] {
    guard hasJoinedSynonyms else { return [] }
    let starts = query.nodes.subtreeStarts()
    var found: [(words: [Int], field: FieldID, clause: ResolvedQuery)] = []
    for (index, node) in query.nodes.enumerated() {
      switch node {
      case .all, .any: break
      default: continue
      }
      var words: [Int] = []
      var child = index - 1
      for _ in 0..<node.childCount {
        let isBoost = if case .boost = query.nodes[child] { true } else { false }
        words.append(isBoost ? child - 1 : child)
        child = starts[child] - 1
      }
      words.reverse()
      let operands = words.map { word in
        starts[word] == word ? operand(query.nodes[word], []) : .neutral
      }
      for run in synonyms(ofWordsIn: operands[...]) {
        found.append((Array(words[run.range]), run.field, run.clause))
      }
    }
    return found
  }

  private func forms(of operand: Operand, in field: IndexSchema.Field) -> [[UInt8]]? {
    guard !operand.isNegated, let source = operand.source,
      source.field.map({ $0.name == field.definition.name }) ?? (field.definition.kind == .text)
    else { return nil }
    return AnalyzedText(source.text, field.analyzer, for: .query).forms
  }

  /// Returns the longest prefix of the words, of at least two words, that has synonyms.
  private func longest(
    _ forms: ArraySlice<[[UInt8]]?>, _ field: IndexSchema.Field
  ) -> JoinedWords? {
    var key: [[UInt8]] = []
    var wordCount = 0
    var best: JoinedWords?
    for (index, next) in zip(forms.indices, forms) {
      guard let next, key.count + next.count <= field.analyzer.synonymTable.longestKey else {
        break
      }
      // Signs, and words that the analyzer drops, are no part of what has synonyms.
      if next.isEmpty {
        if key.isEmpty { break }
        continue
      }
      key += next
      wordCount += 1
      let others = field.analyzer.synonymTable.others(key)
      guard wordCount > 1, !others.isEmpty,
        let clause = resolver(for: field).synonyms(others)
      else { continue }
      best = (forms.startIndex..<index + 1, field.id, clause)
    }
    return best
  }

  /// Returns the parts, with each run of words that has synonyms replaced by one part, which
  /// matches the words or a synonym. Runs of several fields that overlap become one part.
  func joined(_ children: ArraySlice<Operand>, _ synonyms: [JoinedWords]) -> ArraySlice<Operand> {
    var operands: [Operand] = []
    var index = children.startIndex
    while index < children.endIndex {
      let end = end(ofRunsFrom: index, synonyms)
      if end == index {
        operands.append(children[index])
        index += 1
      } else {
        let readings = readings(of: children[index..<end], synonyms)
        operands.append(Operand(clause: .any(of: readings), words: .content))
        index = end
      }
    }
    return operands[...]
  }

  /// Returns the end of the runs that begin at `index`, and of those that begin within one of them;
  /// `index` if there are none.
  private func end(ofRunsFrom index: Int, _ synonyms: [JoinedWords]) -> Int {
    var (end, known) = (index, -1)
    while end != known {
      known = end
      for run in synonyms
      where run.range.lowerBound == index || (index..<end).contains(run.range.lowerBound) {
        end = max(end, run.range.upperBound)
      }
    }
    return end
  }

  /// Returns the clauses of the ways to read some words: as they are, or with synonyms in place of
  /// some of them.
  private func readings(
    of words: ArraySlice<Operand>, _ synonyms: [JoinedWords]
  ) -> [ResolvedQuery] {
    var words = words
    for slot in words.indices { words[slot].source = nil }
    var readings: [ResolvedQuery] = []
    var open: [(index: Int, parts: [Operand])] = [(words.startIndex, [])]
    while let (index, parts) = open.popLast(), readings.count < Self.readingLimit {
      guard index < words.endIndex else {
        if let clause = all(parts[...]).clause { readings.append(clause) }
        continue
      }
      // The words as they are come first.
      for run in synonyms.reversed() where run.range.lowerBound == index {
        let synonym = Operand(clause: run.clause, words: .content)
        open.append((run.range.upperBound, parts + [synonym]))
      }
      open.append((index + 1, parts + [words[index]]))
    }
    return readings
  }

  /// The most ways to read words with synonyms in several fields.
  private static let readingLimit = 32

  /// Returns the parts, with the synonyms of each run of words as alternatives to each of its
  /// words: a document with one of them has as many words as the run. Its score counts once.
  func offering(
    _ synonyms: [JoinedWords], toWordsIn children: ArraySlice<Operand>
  ) -> ArraySlice<Operand> {
    var operands = children
    for (range, _, clause) in synonyms {
      for index in range {
        let other = index == range.lowerBound ? clause : clause.boosted(by: 0)
        operands[index].clause = .any(of: [operands[index].clause, other].compactMap { $0 })
      }
    }
    return operands
  }
}
