/// The parts of words, or joined words, that are found in addition to the tokenizer's words.
///
/// The index has the parts at consecutive positions of their own, and the whole word at the first.
/// A plain word of a query asks for the whole word or for its parts next to each other; a word in
/// quotes and an unfinished word ask for what is written.
///
/// | in a document | without | with | plain words that then find it |
/// |---|---|---|---|
/// | `C++`, `C#`, `g++` | `c`, `g` | ``signs`` | `C++` finds this only, `C` finds all three |
/// | `.NET`, `.gitignore` | `net`, `gitignore` | ``signs`` | `.NET` finds this only, `net` too |
/// | `e-mail` | `e` `mail` | ``hyphens`` | `e-mail`, `email`, `mail` |
/// | `don't`, `O'Reilly` | `don't`, `o'reilly` | ``apostrophes`` | `don't`, `dont`; `OReilly` |
/// | `user_id` | `user_id` | ``underscores`` | `user_id`, `userId` (``camelCase``), `id` |
/// | `parseHTTPRequest` | all in lower case | ``camelCase`` | the same, `http`, `HTTP request` |
/// | `www.example.com` | itself | ``periods`` | the same, `example.com`, `example` |
/// | `jo.doe@example.com` | `jo.doe` `example.com` | ``periods`` | the same, `doe`, `example` |
/// | `https://host.org/a?b=1` | `https` `host.org` `a` `b` `1` | ``periods`` | the same, `host` |
/// | `10:30` | `10` `30` | | `10:30`, `10 30`, `30` |
/// | `3.14`, `1,000.5`, `v1.2.3`, `h2o` | itself | | itself |
public struct WordParts: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `++` after a word, `#` after one of one or two letters, and a period before one, as in names
  /// of programming languages and hidden files. ``Analyzer/standard`` and the language analyzers
  /// use them.
  public static let signs = WordParts(rawValue: 1)
  /// Words joined by hyphens, also spelled without the hyphens.
  public static let hyphens = WordParts(rawValue: 2)
  /// Words with an apostrophe, also spelled without it.
  public static let apostrophes = WordParts(rawValue: 4)
  /// The parts of a word between underscores.
  public static let underscores = WordParts(rawValue: 8)
  /// The parts of a word that begin with a capital, and runs of capitals.
  public static let camelCase = WordParts(rawValue: 16)
  /// The parts of a word between periods, next to letters.
  public static let periods = WordParts(rawValue: 32)

  /// All kinds of parts.
  public static let all: WordParts = [
    .signs, .hyphens, .apostrophes, .underscores, .camelCase, .periods,
  ]

  /// The kinds that ``JoinedWordSink`` reads from the text; the others come from the word itself.
  static let joined: WordParts = [.signs, .hyphens]

  /// The names of the kinds that are set.
  var names: String {
    let all: [(WordParts, String)] = [
      (.signs, "signs"), (.hyphens, "hyphens"), (.apostrophes, "apostrophes"),
      (.underscores, "underscores"), (.camelCase, "camelCase"), (.periods, "periods"),
    ]
    return all.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}

extension Analyzer {
  /// An analyzer for source code and text about it: ``standard`` with all ``WordParts``.
  public static let code = standard.wordParts(.all)

  /// Returns this analyzer with `parts` of words found in addition.
  ///
  /// ``WordParts/signs`` and ``WordParts/hyphens`` take effect with ``StandardTokenizer``, which
  /// all built-in analyzers except ``whitespace`` and ``keyword`` use.
  public func wordParts(_ parts: WordParts) -> Analyzer {
    var copy = self
    copy.joinedParts.formUnion(parts.intersection(.joined))
    var own = parts.subtracting(.joined)
    if let filter = filters.first as? WordPartFilter {
      own.formUnion(filter.parts)
      copy.filters.removeFirst()
    }
    // Joined words have no parts.
    if copy.joinedParts.contains(.hyphens), own.contains(.camelCase) {
      copy.joinedParts.insert(.camelCase)
    }
    if !own.isEmpty { copy.filters.insert(WordPartFilter(own), at: 0) }
    return copy
  }
}
