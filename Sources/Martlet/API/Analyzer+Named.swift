extension Analyzer {
  /// The analyzer that a schema in words names, nil when there is none.
  ///
  ///     standard               words of any script, without case and diacritics
  ///     standard:case          without case, with diacritics
  ///     standard:exact         with case and diacritics
  ///     whitespace             what stands between white space, unchanged
  ///     keyword                the whole value, unchanged
  ///
  /// Lists of stop words may follow, each a code of ``StopWords/languages`` or `mysql`, and `-stop`:
  /// `standard:de-stop:en-stop`.
  public static func named(_ name: String) -> Analyzer? {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    var analyzer: Analyzer
    var options = parts.dropFirst()
    switch parts.first {
    case "standard":
      analyzer = .standard
      if options.first == "case" { analyzer = .standard(folding: .caseOnly) }
      if options.first == "exact" { analyzer = .standard(folding: .exact) }
      if options.first == "case" || options.first == "exact" { options = options.dropFirst() }
    case "whitespace": analyzer = .whitespace
    case "keyword": analyzer = .keyword
    default: return nil
    }
    for option in options {
      guard let words = StopWords.option(option) else { return nil }
      analyzer = analyzer.stopWords(words)
    }
    return analyzer
  }
}

extension StopWords {
  /// The list that an analyzer's name asks for.
  fileprivate static func option(_ text: Substring) -> StopWords? {
    guard text.hasSuffix("-stop") else { return nil }
    let name = String(text.dropLast("-stop".count))
    if name == "mysql" { return .mysql }
    return languages.contains(name) ? StopWords(language: name) : nil
  }
}
