extension Analyzer {
  /// Returns this analyzer for documents whose values are read by `source`, so that tags and other
  /// markup are not words.
  ///
  /// Queries stay plain text: what a person types is never read as markup.
  public func source(_ source: TextSource) -> Analyzer {
    var copy = self
    copy.source = source
    return copy
  }

  /// Returns the tokens of a document's value, with ranges in the value, including markup: a word
  /// with markup inside has the range from its first letter to its last.
  func tokensOfSource(in value: String) -> [Token] {
    let text = read(value)
    return source(.plain).tokens(in: text.string).map { text.original($0) }
  }

  /// Returns the result of each step for a document's value, with ranges in the value.
  func explainSource(_ value: String) -> [AnalysisStage] {
    let text = read(value)
    return source(.plain).explain(text.string).map { stage in
      AnalysisStage(
        name: stage.name,
        rows: stage.rows.map { row in
          var row = row
          row.token = text.original(row.token)
          return row
        })
    }
  }

  private func read(_ value: String) -> ReadText {
    let text = ReadText()
    source.read(value, into: text)
    return text
  }
}

extension ReadText {
  /// Returns the token with its range in the value that was read.
  fileprivate func original(_ token: Token) -> Token {
    var token = token
    token.range = originalRange(of: token.range)
    return token
  }
}
