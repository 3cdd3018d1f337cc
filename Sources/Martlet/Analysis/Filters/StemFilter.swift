/// Adds the stem of a word at the word's position.
///
/// Plain words of a query ask for both, so the word itself ranks higher; unfinished words,
/// wildcards and words in quotes ask for the word alone. The stem is added even if it is spelled
/// like the word, so the list of a stem has every form, with the frequency and rarity of all of
/// them together.
///
/// Expects words in lower case with their diacritics, which the rules of many languages need, and
/// so comes before full folding. A word with diacritics has a second stem, by the rules for the
/// word without them, if that differs: *résumé* is also found as *resume*. So words that fold to
/// the same spelling share their last stem, and a document that has the word has that stem.
///
/// Words with digits or signs, and words in another script than the language's, have no stem.
/// Function words have none either: they are nearly half of all text and have no forms that a
/// search should join.
///
/// - Complexity: About linear in the word's length, once per distinct word.
struct StemFilter: TermFilter {
  /// One language with rules for stems.
  struct Language: Sendable {
    let rules: StemmingLanguage
    /// The words without a stem, folded.
    let unstemmed: StopTerms

    /// Returns true if the rules are for words like this one.
    func stems(_ folded: [UInt8], in script: StemmingScript) -> Bool {
      rules.script == script && !unstemmed.contains(folded)
    }
  }

  private let languages: [Language]
  private let folding: Folding
  /// The language whose stems are sufficient for words that have any in it.
  private var preferred: StemmingLanguage?

  /// Creates a filter that adds stems by the rules of each language in whose script a word is
  /// written.
  ///
  /// - Parameter folding: The folding of words, and so of stems, after this step.
  init(_ languages: [Language], folding: Folding) {
    self.languages = languages
    self.folding = folding
  }

  var signature: String {
    let names = languages.map { "\($0.rules.rawValue) without \($0.unstemmed.signature)" }
    return "stems 1 (\(names.joined(separator: "; ")))"
  }

  var summary: String {
    "stems (\(languages.map(\.rules.rawValue).joined(separator: ", ")))"
  }

  /// The rules of Dutch remove the *ge* of participles; all others change the ends of words.
  var rewrittenEnd: RewrittenEnd? {
    guard !languages.contains(where: { $0.rules == .dutch }) else { return nil }
    return RewrittenEnd(ofStems: languages.map(\.rules.rewrittenEnd).max() ?? 0)
  }

  /// Returns true if the filter has the rules of this language.
  func has(_ code: String) -> Bool {
    languages.contains { $0.rules == StemmingLanguage(code: code) }
  }

  /// Returns this filter with the stems of only one language for words that have a stem in it.
  func preferring(_ code: String) -> StemFilter {
    var copy = self
    copy.preferred = has(code) ? StemmingLanguage(code: code) : nil
    return copy
  }

  func apply(_ term: AnalyzedTerm, for use: TokenUse, into terms: inout [AnalyzedTerm]) {
    terms.append(term)
    guard term.form == .word, use == .indexing || use == .query,
      let (letters, script) = StemmingScript.letters(of: term.bytes)
    else { return }
    let folded = folding.fold(letters)
    var isPreferred = false
    if let preferred, let language = languages.first(where: { $0.rules == preferred }) {
      isPreferred = language.stems(folded, in: script)
    }
    // Appended behind the word, so that no list of stems is made for most words, which have one.
    let first = terms.count
    for language in languages where !isPreferred || language.rules == preferred {
      guard language.stems(folded, in: script) else { continue }
      let stemmer = language.rules.stemmer
      if folded != letters {
        appendStem(stemmer.stem(utf8: letters), of: term, after: first, to: &terms)
      }
      appendStem(stemmer.stem(utf8: folded), of: term, after: first, to: &terms)
    }
  }

  /// Appends a stem, folded. A stem that is there already moves to the end.
  private func appendStem(
    _ stem: [UInt8], of term: AnalyzedTerm, after first: Int, to terms: inout [AnalyzedTerm]
  ) {
    let folded = folding.fold(stem)
    guard !folded.isEmpty else { return }
    if terms.count > first,
      let known = terms[first...].firstIndex(where: { $0.bytes.dropFirst().elementsEqual(folded) })
    {
      terms.remove(at: known)
    }
    terms.append(term.stem(folded))
  }
}

/// The scripts of the languages that have rules for stems.
enum StemmingScript: Sendable {
  case latin, cyrillic

  /// Returns the letters of a word as stemmers expect them, with plain apostrophes and without
  /// invisible signs; nil unless all letters are of one of the scripts.
  static func letters(of word: [UInt8]) -> (letters: [UInt8], script: StemmingScript)? {
    if word.allSatisfy(isPlainASCII) { return word.isEmpty ? nil : (word, .latin) }
    var letters: [UInt8] = []
    letters.reserveCapacity(word.count)
    var script: StemmingScript?
    for scalar in String(decoding: word, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x61...0x7A, 0xDF...0xF6, 0xF8...0x24F, 0x1E00...0x1EFF:
        guard script != .cyrillic else { return nil }
        script = .latin
      case 0x430...0x52F:
        guard script != .latin else { return nil }
        script = .cyrillic
      case 0x300...0x36F: break
      case _ where isApostrophe(scalar):
        letters.append(UInt8(ascii: "'"))
        continue
      case 0xAD, 0x200B...0x200D, 0x2060: continue
      default: return nil
      }
      letters += scalar.utf8
    }
    return script.map { (letters, $0) }
  }

  /// Returns true for the apostrophes of keyboards and typesetters.
  static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x27, 0x2018, 0x2019, 0x2BC, 0xFF07: true
    default: false
    }
  }

  @inline(__always)
  private static func isPlainASCII(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "'")
  }
}

extension StemmingLanguage {
  /// The script in which the language is written.
  var script: StemmingScript { self == .russian ? .cyrillic : .latin }

  /// The number of letters at the end of a stem that its word may not have.
  ///
  /// English adds an *e* (*hoping*), or has another letter instead of the last (*happy*,
  /// *ability*); only in *dying* and the like it has two others.
  var rewrittenEnd: Int { self == .english ? 2 : RewrittenEnd.suffix }
}
