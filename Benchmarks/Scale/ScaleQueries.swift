/// The queries of `scale`, made of words of the first documents, which are in an index of every
/// size.
struct ScaleQueries: Sendable {
  /// Queries of one kind.
  struct Kind: Sendable {
    let name: String
    let command: GameCommand
    let queries: [String]
    /// A description of the expected growth of the time.
    let growth: String
  }

  /// The number of documents that words are taken from.
  static let sampleCount = 1_000

  let kinds: [Kind]

  /// Makes `count` queries of each kind; none if the texts have no two words in a row.
  init(texts: [String], count: Int) {
    let words = texts.map { $0.lowercased().split { !$0.isLetter && !$0.isNumber } }
    let chosen = Self.chosen(words, count)
    let pairs = Self.pairs(words, count)
    guard !chosen.isEmpty, !pairs.isEmpty, let top = GameCommand("TOP_10"),
      let counting = GameCommand("COUNT")
    else {
      kinds = []
      return
    }
    let couples = chosen.indices.map { (chosen[$0], chosen[($0 * 7 + 3) % chosen.count]) }
    let queries: [[String]] = [
      chosen, couples.map { "+\($0) +\($1)" }, couples.map { "\($0) \($1)" },
      pairs.map { "\"\($0)\"" }, chosen.map { "\($0.prefix(2))*" },
      couples.map { "\($0) \($1)" },
    ]
    kinds = zip(Self.growths, queries).map { known, queries in
      Kind(
        name: known.name, command: known.name == "count" ? counting : top, queries: queries,
        growth: known.growth)
    }
  }

  private static let growths: [(name: String, growth: String)] = [
    ("term", "less than the list; only the bounds of its units are all read"),
    ("AND", "less than the shorter list; its units are visited by falling bounds"),
    ("OR", "less than the lists, for the same reason"),
    ("phrase", "up to as the documents with both words, whose positions are compared"),
    ("prefix", "as a term where merges have written a list for it, else as its words' postings"),
    ("count", "as the lists, of which all documents are looked at (here of either word)"),
  ]

  /// Returns words by descending number of documents, in even steps of the logarithm of their
  /// ranks, so that there are frequent and rare ones.
  private static func chosen(_ texts: [[Substring]], _ count: Int) -> [String] {
    var documents: [Substring: Int] = [:]
    for text in texts { for word in Set(text) { documents[word, default: 0] += 1 } }
    let ranked = documents.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { String($0.key) }
    guard !ranked.isEmpty else { return [] }
    return (0..<count).map { step in
      ranked[min(ranked.count - 1, 1 << (step * 10 / count) + step % 3 - 1)]
    }
  }

  /// Returns adjacent words of documents in even steps.
  private static func pairs(_ texts: [[Substring]], _ count: Int) -> [String] {
    let long = texts.filter { $0.count > 1 }
    guard !long.isEmpty else { return [] }
    return (0..<count).map { step in
      let text = long[step * long.count / count]
      let place = step * 5 % (text.count - 1)
      return "\(text[place]) \(text[place + 1])"
    }
  }
}
