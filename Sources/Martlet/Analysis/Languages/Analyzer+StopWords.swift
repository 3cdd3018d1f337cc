/// The scope in which stop words are left out.
public enum StopWordScope: Sendable, Hashable {
  /// Queries of several words. The index has the stop words, so they cost no precision and are
  /// found if they are all that is searched for or are in quotes: `the who`, `"to be or not to
  /// be"`. Takes effect without building the index again.
  case queries
  /// The index and all queries, to save space. Stop words are not found in any way. The other words
  /// keep their positions, so a phrase still requires the same distances.
  case index
}

extension Analyzer {
  /// Returns this analyzer with `words` left out, in addition to those that already are.
  ///
  /// The words are folded as this analyzer folds words. Entries that are not one word for it are
  /// ignored.
  public func stopWords(
    _ words: StopWords, droppedFrom scope: StopWordScope = .queries
  ) -> Analyzer {
    var copy = self
    switch scope {
    case .queries: copy.queryStopWords = queryStopWords.union(terms(of: words))
    case .index: copy.droppedWords = droppedWords.union(terms(of: words))
    }
    return copy
  }

  /// This analyzer without stop words in queries. Words that are left out of the index stay left
  /// out.
  public var withoutQueryStopWords: Analyzer {
    var copy = self
    copy.queryStopWords = StopTerms()
    return copy
  }

  /// Returns true if a query of several words leaves out this term.
  func isStopWord(_ term: [UInt8]) -> Bool { queryStopWords.contains(term) }

  /// Returns the terms that this analyzer makes of the words.
  func terms(of words: StopWords) -> StopTerms {
    var folded: [AnalyzedTerm] = []
    for word in words.words {
      var collector = TermCollector(analyzer: self)
      word.withBytes { word in
        forEachWord(in: word, for: .phrase) { collector.accept($0, in: $1) }
      }
      if collector.wordCount == 1 { folded += collector.terms }
    }
    return StopTerms(folded)
  }
}

/// Collects the terms of all words.
private struct TermCollector {
  let analyzer: Analyzer
  var terms: [AnalyzedTerm] = []
  var wordCount = 0

  init(analyzer: Analyzer) { self.analyzer = analyzer }

  mutating func accept(_ word: FoundWord, in text: Span<UInt8>) {
    wordCount += 1
    terms += analyzer.terms(of: text.extracting(word.bytes), for: .phrase)
  }
}
