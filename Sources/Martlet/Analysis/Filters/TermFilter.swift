/// A step of an analyzer on the bytes of one term: folding, stop words, stems, synonyms.
///
/// The form of a filter inside this library; filters of users are ``TokenFilter`` and run through
/// ``CustomFilter``. A pure function of the term, called once per distinct word.
protocol TermFilter: Sendable {
  /// The step's name and parameters; equal signatures mean equal results.
  var signature: String { get }

  /// A description of the step, for people who look at an analyzer.
  var summary: String { get }

  /// Appends what `term` becomes: nothing, itself, or several terms. The offset of an appended
  /// term counts from the word, so it is the offset of `term` for an alternative.
  func apply(_ term: AnalyzedTerm, for use: TokenUse, into terms: inout [AnalyzedTerm])
}

extension TermFilter {
  var summary: String { signature }
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
      terms.append(AnalyzedTerm(bytes: Array(result.text.utf8), positionOffset: offset))
    }
  }

  /// Bounds the positions that one word can take, whatever a filter says.
  static let largestOffset = Limits.termByteCount
}
