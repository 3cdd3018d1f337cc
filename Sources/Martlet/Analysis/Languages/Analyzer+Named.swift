extension Analyzer {
  /// Returns the analyzer with the given name, or nil if there is none.
  ///
  ///     standard               words of any script, without case and diacritics
  ///     standard:case          without case, with diacritics
  ///     standard:exact         with case and diacritics
  ///     language:de            words of a language with their stems, without its stop words
  ///     language:en+de         words of several languages with their stems
  ///     language:en+de@lang    in the language that the field `lang` of each document names
  ///     automatic              words of any language, with stems according to their script
  ///     whitespace             text between white space, unchanged
  ///     keyword                the whole value, unchanged
  ///     lucene-english         the terms that Lucene makes of English, for comparison
  ///
  /// Languages are codes of ``stemmedLanguages`` or ``StopWords/languages``, or of languages that
  /// are written without spaces: `ja`, `km`, `ko`, `lo`, `my`, `th`, `zh`.
  ///
  /// Options may follow, in any order, as in `standard:de-stop:en-stop` and `language:de:umlauts`:
  /// a list of stop words for queries, which is a code of ``StopWords/languages`` or `mysql`,
  /// followed by `-stop`; `no-stop` for no stop words; `parts` for all ``WordParts``; `umlauts` for
  /// ``umlautDigraphs()``.
  public static func named(_ name: String) -> Analyzer? {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    var options = parts.dropFirst()
    guard var analyzer = base(parts[0], &options) else { return nil }
    for option in options {
      switch option {
      case "no-stop": analyzer = analyzer.withoutQueryStopWords
      case "parts": analyzer = analyzer.wordParts(.all)
      case "umlauts": analyzer = analyzer.umlautDigraphs()
      default:
        guard let words = StopWords.option(option) else { return nil }
        analyzer = analyzer.stopWords(words)
      }
    }
    return analyzer
  }

  /// Returns the analyzer that the name begins with, and removes its options from `options`.
  private static func base(_ name: Substring, _ options: inout ArraySlice<Substring>) -> Analyzer? {
    switch name {
    case "standard":
      guard let folding = options.first.flatMap(folding) else { return .standard }
      options.removeFirst()
      return .standard(folding: folding)
    case "language": return options.popFirst().flatMap(language)
    case "automatic": return .automatic
    case "whitespace": return .whitespace
    case "keyword": return .keyword
    case "lucene-english": return .luceneEnglish
    default: return nil
    }
  }

  private static func folding(_ option: Substring) -> Folding? {
    switch option {
    case "case": .caseOnly
    case "exact": .exact
    default: nil
    }
  }

  /// The codes of the languages that names may have, in order, including those for which only the
  /// script matters.
  package static let namedLanguages = Set(
    stemmedLanguages + StopWords.languages + ["ja", "km", "ko", "lo", "my", "th", "zh"]
  ).ordered(by: <)

  /// Returns the analyzer for `de`, `en+de` or `en+de@lang`.
  private static func language(_ option: Substring) -> Analyzer? {
    let sides = option.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let codes = sides[0].split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    guard codes.allSatisfy({ namedLanguages.contains(StopWords.primaryCode($0)) }) else {
      return nil
    }
    if sides.count == 2 {
      return sides[1].isEmpty ? nil : languages(codes, chosenBy: FieldRef(String(sides[1])))
    }
    return codes.count == 1 ? language(codes[0]) : languages(codes)
  }
}

extension StopWords {
  /// Returns the stop words that an option names.
  fileprivate static func option(_ text: Substring) -> StopWords? {
    guard text.hasSuffix("-stop") else { return nil }
    let name = String(text.dropLast("-stop".count))
    if name == "mysql" { return .mysql }
    return languages.contains(name) ? StopWords(language: name) : nil
  }
}
