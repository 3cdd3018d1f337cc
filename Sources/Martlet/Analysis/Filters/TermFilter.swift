/// A step of an analyzer on the bytes of one term: folding, stop words, stems, synonyms.
///
/// This is the form of a filter inside the library; users' filters are ``TokenFilter`` and run in a
/// ``CustomFilter``. A pure function of the term, called once per distinct word.
protocol TermFilter: Sendable {
  /// The step's name and parameters; equal signatures mean equal results.
  var signature: String { get }

  /// A description of the step, for explanations.
  var summary: String { get }

  /// Appends the terms that replace `term`: none, the same one, or several. The offset of an
  /// appended term counts from the word, so it is the offset of `term` for an alternative.
  func apply(_ term: AnalyzedTerm, for use: TokenUse, into terms: inout [AnalyzedTerm])

  /// The letters at the end of terms that may differ from those of their words; nil if any may.
  ///
  /// Case and marks do not count, nor does an `e` that makes an umlaut of a vowel. Words with an
  /// apostrophe, and with scalars that ``ScalarFolding/isOrdinary(_:)`` does not know, are exempt.
  /// All others take one position.
  var rewrittenEnd: RewrittenEnd? { get }
}

/// The numbers of letters at the ends of terms that may differ from those of their words.
///
/// Terms keep the first letter in any case.
struct RewrittenEnd: Sendable {
  var ofWords = 0
  var ofStems = 0

  /// One letter more than the rules for suffixes of any language replace at the end of a stem, such
  /// as *ant* for *amment* and *ente* for *enza*.
  static let suffix = 3
}

extension TermFilter {
  var summary: String { signature }
  var rewrittenEnd: RewrittenEnd? { nil }
}

/// A user's filter as a step of an analyzer.
struct CustomFilter: TermFilter {
  private let filter: any TokenFilter

  init(_ filter: any TokenFilter) { self.filter = filter }

  var signature: String { "custom(\(filter.name))" }
  var summary: String { filter.name }

  func apply(_ term: AnalyzedTerm, for use: TokenUse, into terms: inout [AnalyzedTerm]) {
    guard term.form == .word else {
      terms.append(term)
      return
    }
    let token = Token(
      text: term.text, range: 0..<term.bytes.count, position: term.positionOffset)
    filter.apply(token, for: use) { result in
      guard !result.text.isEmpty else { return }
      let offset = min(max(result.position, 0), Self.largestOffset)
      var found = AnalyzedTerm(bytes: Array(result.text.utf8), positionOffset: offset)
      if offset == term.positionOffset { found.positionCount = term.positionCount }
      terms.append(found)
    }
  }

  /// The limit on the positions that one word can take, whatever a filter returns.
  static let largestOffset = Limits.termByteCount
}
