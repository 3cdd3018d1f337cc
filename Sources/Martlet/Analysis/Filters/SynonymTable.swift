/// Synonyms, as terms of an analyzer.
///
/// A key is the forms of one or several words: with stems, `cars` finds what `car` finds.
struct SynonymTable: Sendable {
  private var texts: [[[UInt8]]: [String]] = [:]
  /// The number of words of the longest key; 0 if there is none.
  private(set) var longestKey = 0

  /// Creates a table without synonyms.
  init() {}

  /// Creates a table of the synonyms as `analyzer` reads them. Texts without a word are ignored.
  init(_ synonyms: Synonyms, _ analyzer: Analyzer) {
    var known: [[[UInt8]]: Set<String>] = [:]
    for rule in synonyms.rules {
      let key = AnalyzedText(rule.text, analyzer, for: .query).forms
      guard !key.isEmpty else { continue }
      longestKey = max(longestKey, key.count)
      for other in rule.finds where known[key, default: []].insert(other).inserted {
        texts[key, default: []].append(other)
      }
    }
  }

  /// Returns the texts that the words with these forms also find.
  func others(_ key: [[UInt8]]) -> [String] { texts[key] ?? [] }
}

extension Analyzer {
  /// Returns this analyzer with these synonyms in queries, in place of any that it had.
  public func synonyms(_ synonyms: Synonyms) -> Analyzer {
    var copy = self
    copy.synonymTable = SynonymTable(synonyms, self)
    return copy
  }
}
