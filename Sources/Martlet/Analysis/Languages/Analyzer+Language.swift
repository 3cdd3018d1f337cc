extension Analyzer {
  /// Returns an analyzer for the words of a language and their stems: `Analyzer.language("de")`.
  ///
  /// - Words are found and folded as by ``standard``. In Turkish and Azerbaijani, `I` is the
  ///   capital of `ı`.
  /// - A word and its stem share a position, if the language has rules for stems
  ///   (``stemmedLanguages``). Plain words of a query find all forms and rank the exact form first,
  ///   and an unfinished word finds them and what begins so; wildcards and words in quotes find
  ///   only what is written.
  /// - A query of several words leaves out the language's stop words
  ///   (``StopWords/init(language:)``), which are in the index nevertheless.
  /// - In French, Italian and Catalan, the word after an elided article is found too.
  ///
  /// - Parameter code: An ISO 639-1 code, with or without a region: `de`, `de-AT`. Unknown
  ///   languages are analysed as by ``standard``.
  public static func language(_ code: String) -> Analyzer {
    let analyzer = languages([code])
    guard let words = StopWords(language: code) else { return analyzer }
    return analyzer.stopWords(words)
  }

  /// Returns an analyzer for several languages in one field. Each word has one stem for every
  /// language in whose script it is written. There are no stop words: a stop word of German (*die*)
  /// may be significant in English.
  ///
  /// With `field`, each document names its language in that field: `Analyzer.languages(["en",
  /// "de"], chosenBy: "lang")` keeps German stems out of a document whose field `lang` is `en`. A
  /// word that has no stem in that language has those of the others. A document that names no
  /// language, or another one, has all stems, and so has a query, because its language is not
  /// known. Changing `field` requires building the index again.
  ///
  /// - Parameters:
  ///   - codes: ISO 639-1 codes.
  ///   - field: A keyword field of the same schema whose value is such a code, with or without a
  ///     region.
  public static func languages(_ codes: [String], chosenBy field: FieldRef? = nil) -> Analyzer {
    var analyzer = languages(codes)
    analyzer.languageField = field?.name
    return analyzer
  }

  private static func languages(_ codes: [String]) -> Analyzer {
    let codes = codes.map(StopWords.primaryCode)
    let isTurkic = !codes.isEmpty && codes.allSatisfy { $0 == "tr" || $0 == "az" }
    let full = isTurkic ? Folding.full.turkish : Folding.full
    let rules = codes.compactMap { StemmingLanguage(code: $0) }
    let elisions = codes.compactMap { ElisionFilter(language: $0) }
    guard !rules.isEmpty || !elisions.isEmpty else {
      return standard(folding: full)
    }
    let lower = FoldingFilter(isTurkic ? Folding.caseOnly.turkish : Folding.caseOnly)
    let folded = FoldingFilter(full, splits: true)
    var analyzer = Analyzer(name: "language", tokenizer: StandardTokenizer(), filters: [folded])
    let stems = rules.map { rules in
      StemFilter.Language(
        rules: rules,
        unstemmed: StopWords(language: rules.rawValue).map(analyzer.terms) ?? StopTerms())
    }
    let stemming = stems.isEmpty ? [] : [StemFilter(stems, folding: full)]
    analyzer.filters = [lower] + elisions + stemming + [folded]
    return analyzer.wordParts(.signs)
  }

  /// An analyzer for words of any language: like ``standard``, with stems where the script alone
  /// decides the rules, which is Russian's rules for Cyrillic.
  public static let automatic = languages(["ru"])

  /// The ISO 639-1 codes of the languages that have rules for stems, in order.
  public static var stemmedLanguages: [String] {
    StemmingLanguage.allCases.filter { $0 != .porter }.map(\.rawValue).ordered(by: <)
  }

  /// Returns this analyzer for documents that are known to be in one of its languages. Every word
  /// keeps at least one of the stems that a query asks for.
  func narrowed(to code: String) -> Analyzer {
    var copy = self
    copy.filters = filters.map { ($0 as? StemFilter)?.preferring(code) ?? $0 }
    return copy
  }

  /// Returns the language that a document with the value `language` is analysed in; empty if it is
  /// none of the analyzer's languages.
  func languageChosen(by language: String) -> String {
    let code = StopWords.primaryCode(language)
    return filters.contains { ($0 as? StemFilter)?.has(code) == true } ? code : ""
  }
}
