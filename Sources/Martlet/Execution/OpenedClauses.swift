/// Words and phrases of a query whose lists were opened in a segment.
struct OpenedClauses {
  var terms: [TermScorer] = []
  var phrases: [PhraseMatcher] = []

  var count: Int { terms.count + phrases.count }
  var isEmpty: Bool { terms.isEmpty && phrases.isEmpty }

  /// The most documents that each of them can have.
  private var documentFrequencies: [Int] {
    terms.map(\.cursor.documentFrequency) + phrases.map(\.documentFrequency)
  }

  /// The most documents that can have all of them.
  var leastDocumentFrequency: Int { documentFrequencies.min() ?? 0 }

  /// The most documents that can have any of them.
  var documentFrequencySum: Int { documentFrequencies.reduce(0, +) }

  /// Each of them by itself, those with the highest maximum scores first.
  var alternatives: [OpenedClauses] {
    let bounds = terms.map(\.maxScore) + phrases.map(\.maxScore)
    return bounds.indices.ordered { bounds[$0] > bounds[$1] }.map { index in
      index < terms.count
        ? OpenedClauses(terms: [terms[index]])
        : OpenedClauses(phrases: [phrases[index - terms.count]])
    }
  }

  /// Adds other words and phrases.
  mutating func append(_ others: OpenedClauses) {
    terms += others.terms
    phrases += others.phrases
  }
}
