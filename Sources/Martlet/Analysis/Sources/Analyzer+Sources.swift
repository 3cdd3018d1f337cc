extension Analyzer {
  /// This analyzer for documents whose values `source` reads: tags and other markup are no words.
  ///
  /// Queries stay plain text: what a person types is never read as markup.
  public func source(_ source: TextSource) -> Analyzer {
    var copy = self
    copy.source = source
    return copy
  }

  /// The tokens of a document's value, with ranges in the value, markup included: a word with markup
  /// inside has the range from its first letter to its last.
  func tokensOfSource(in value: String) -> [Token] {
    let text = ReadText()
    source.read(value, into: text)
    return source(.plain).tokens(in: text.string).map { token in
      var token = token
      token.range = text.originalRange(of: token.range)
      return token
    }
  }
}
