/// Queries as people type them, made of the words of the texts that are searched: rare, common and
/// frequent words, pairs of words, and beginnings of words.
///
/// The same texts give the same queries on every platform.
struct QueryMix: Equatable, Sendable {
  /// The queries. All words of a query must match; the last one may be unfinished.
  let queries: [[String]]

  /// Makes `count` queries, or as many as the texts have words for.
  init(texts: some Sequence<String>, count: Int) {
    let (words, firstPairs) = Self.words(texts)
    guard !words.isEmpty else {
      queries = []
      return
    }
    var queries: [[String]] = []
    for index in 0..<count {
      // Even steps through the words from rare to frequent.
      let word = words[index * (words.count - 1) / max(1, count - 1)]
      switch index % 4 {
      case 1: queries.append([word, firstPairs[word] ?? word])
      case 3: queries.append([String(word.prefix(3))])
      default: queries.append([word])
      }
    }
    self.queries = queries
  }

  /// Returns the words of three letters or more, the rarest first, and for each a word of the first
  /// text that has it.
  private static func words(
    _ texts: some Sequence<String>
  ) -> (ordered: [String], companions: [String: String]) {
    var counts: [String: Int] = [:]
    var companions: [String: String] = [:]
    for text in texts {
      let words = Set(
        text.lowercased().split { !($0.isLetter && $0.isASCII) }.filter { $0.count >= 3 }
      ).sorted()
      for (index, word) in words.enumerated() {
        counts[String(word), default: 0] += 1
        if companions[String(word)] == nil {
          companions[String(word)] = String(words[(index + words.count / 2) % words.count])
        }
      }
    }
    let ordered = counts.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
    return (ordered, companions)
  }
}
