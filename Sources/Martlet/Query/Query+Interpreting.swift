extension Query {
  /// Returns this query as an index with these fields understands it.
  ///
  /// Texts that a person typed are parsed.
  ///
  /// - Parameter allowsMisspeltWords: True to search such texts for the words that may be meant.
  /// - Complexity: O(nodes + texts).
  func interpreted(
    with schema: IndexSchema, allowsMisspeltWords: Bool = false
  ) -> InterpretedQuery {
    if nodes.count == 1, case .user(let text, let options) = nodes[0] {
      let query = LenientParser.parse(text, schema: schema, options: options)
      return allowsMisspeltWords ? query.allowingMisspeltWords : query
    }
    var texts: [InterpretedQuery] = []
    let isFixed = allowsMisspeltWords ? self.isFixed : []
    for (index, node) in nodes.enumerated() {
      guard case .user(let text, let options) = node else { continue }
      let query = LenientParser.parse(text, schema: schema, options: options)
      texts.append(allowsMisspeltWords && !isFixed[index] ? query.allowingMisspeltWords : query)
    }
    if texts.isEmpty { return InterpretedQuery(query: self, schema: schema) }
    return InterpretedQuery(
      query: .replacingUsers(in: nodes, by: texts.map(\.query)),
      relaxations: QueryRelaxations(
        of: zip(texts, textsAreRequired).map { text, isRequired in
          QueryRelaxations.Text(query: text.query, steps: isRequired ? text.relaxations : .none)
        }, in: nodes),
      schema: schema, diagnostics: texts.flatMap(\.diagnostics))
  }

  /// For each text that a person typed, true if fewer words of it find more documents: it is
  /// neither excluded nor only preferred.
  private var textsAreRequired: [Bool] {
    let starts = nodes.subtreeStarts()
    var isRequired = [Bool](repeating: true, count: nodes.count)
    for (index, node) in nodes.enumerated() {
      let others: Range<Int> =
        switch node {
        case .not: starts[index]..<index
        case .preferring: starts[index - 1]..<index
        default: 0..<0
        }
      for inner in others { isRequired[inner] = false }
    }
    return zip(nodes, isRequired).compactMap { node, isRequired in
      if case .user = node { isRequired } else { nil }
    }
  }
}
