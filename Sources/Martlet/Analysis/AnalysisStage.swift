/// The result of one step of an analyzer, which helps to find out why a search finds too much or
/// too little.
public struct AnalysisStage: Sendable, Hashable {
  /// The role of a term in a search.
  public enum Kind: Sendable, Hashable {
    /// A word, which words in quotes and unfinished words of a query ask for.
    case word
    /// A stem, which plain words of a query ask for too.
    case stem
    /// A word that queries leave out if they have other words.
    case stopWord
  }

  /// One term after the step.
  public struct Row: Sendable, Hashable {
    /// The term, its source range, and its position.
    public var token: Token
    /// The number of positions that the term covers: more than 1 if its parts are terms too.
    public var positionCount: Int
    /// The role of the term in a search.
    public var kind: Kind
  }

  /// The name of the step.
  public let name: String
  /// The terms after the step, in order.
  public let rows: [Row]
}

extension Analyzer {
  /// Returns the result of each step for `text`, in the order of the steps: from the tokenizer's
  /// words to the terms that the index or a query receives.
  ///
  /// - Complexity: O(`text` · steps). For inspection, not for searching.
  public func explain(_ text: String, for use: TokenUse = .indexing) -> [AnalysisStage] {
    if use == .indexing, !source.isPlain { return explainSource(text) }
    var collector = ExplainedWords()
    text.withBytes { text in
      forEachWord(in: text, for: use) { collector.accept($0, in: $1) }
    }
    var words = collector.words
    var stages = [stage(scannerSummary, words)]
    for filter in filters {
      for index in words.indices {
        var next: [AnalyzedTerm] = []
        for term in words[index].terms { filter.apply(term, for: use, into: &next) }
        words[index].terms = next
      }
      stages.append(stage(filter.summary, words))
    }
    if !droppedWords.isEmpty || !queryStopWords.isEmpty {
      for index in words.indices where use != .prefix {
        words[index].terms = droppedWords.dropped(from: words[index].terms)
      }
      stages.append(stage("stop words", words, marks: true))
    }
    for index in words.indices {
      words[index].terms = words[index].isTooLong ? [] : limited(words[index].terms, for: use)
    }
    return stages + [stage("result", words, marks: true)]
  }

  private func stage(
    _ name: String, _ words: [ExplainedWord], marks: Bool = false
  ) -> AnalysisStage {
    var rows: [AnalysisStage.Row] = []
    var positions = PositionCounter()
    for word in words {
      let start = positions.advance(by: word.positionIncrement, over: word.terms)
      for term in word.terms {
        let token = Token(
          text: term.text, range: word.range, position: start + term.positionOffset)
        let isStop = marks && term.form == .word && isStopWord(term.bytes)
        rows.append(
          AnalysisStage.Row(
            token: token, positionCount: max(term.positionCount, word.positionCount),
            kind: term.form == .stem ? .stem : isStop ? .stopWord : .word))
      }
    }
    return AnalysisStage(name: name, rows: rows)
  }
}

/// A word with the terms that the steps so far have made of it.
private struct ExplainedWord {
  var terms: [AnalyzedTerm]
  /// True if the result has none of the terms, because of the word's length before the filters.
  let isTooLong: Bool
  let range: Range<Int>
  let positionIncrement: Int
  let positionCount: Int
}

/// Copies of the tokenizer's words.
private struct ExplainedWords {
  var words: [ExplainedWord] = []

  mutating func accept(_ word: FoundWord, in text: Span<UInt8>) {
    let term = AnalyzedTerm(bytes: Array(copying: text.extracting(word.bytes)))
    words.append(
      ExplainedWord(
        terms: [term], isTooLong: term.bytes.count > Limits.wordByteCount, range: word.range,
        positionIncrement: word.positionIncrement, positionCount: word.positionCount))
  }
}
