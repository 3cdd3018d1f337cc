/// The parts of a word, or joined words, that are found beside the tokenizer's words.
///
/// The index has the parts at positions of their own, one behind the other, and the whole at the
/// first. A plain word of a query asks for the whole or for its parts next to each other; in
/// quotes, and where it is unfinished, for what is written.
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

  /// `++` and `#` behind a word, and a period before one, as in names of programming languages and
  /// hidden files. ``Analyzer/standard`` and the languages have them.
  public static let signs = WordParts(rawValue: 1)
  /// Words joined by hyphens also without them.
  public static let hyphens = WordParts(rawValue: 2)
  /// Words with an apostrophe also without it.
  public static let apostrophes = WordParts(rawValue: 4)
  /// The parts between underscores.
  public static let underscores = WordParts(rawValue: 8)
  /// Words that begin with a capital within a word, and runs of capitals.
  public static let camelCase = WordParts(rawValue: 16)
  /// The parts between periods within a word, next to letters.
  public static let periods = WordParts(rawValue: 32)

  /// All of them.
  public static let all: WordParts = [
    .signs, .hyphens, .apostrophes, .underscores, .camelCase, .periods,
  ]

  /// Those that ``JoinedWordSink`` reads from the text; the others come from the word itself.
  static let joined: WordParts = [.signs, .hyphens]

  /// The names of those that are set.
  var names: String {
    let all: [(WordParts, String)] = [
      (.signs, "signs"), (.hyphens, "hyphens"), (.apostrophes, "apostrophes"),
      (.underscores, "underscores"), (.camelCase, "camelCase"), (.periods, "periods"),
    ]
    return all.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}

extension Analyzer {
  /// Source code and text about it: ``standard`` with all ``WordParts``.
  public static let code = standard.wordParts(.all)

  /// This analyzer with `parts` of words found as well.
  ///
  /// ``WordParts/signs`` and ``WordParts/hyphens`` take effect with ``StandardTokenizer``, on which
  /// all built-in analyzers but ``whitespace`` and ``keyword`` rest.
  public func wordParts(_ parts: WordParts) -> Analyzer {
    var copy = self
    copy.joinedParts.formUnion(parts.intersection(.joined))
    var own = parts.subtracting(.joined)
    if let filter = filters.first as? WordPartFilter {
      own.formUnion(filter.parts)
      copy.filters.removeFirst()
    }
    if !own.isEmpty { copy.filters.insert(WordPartFilter(own), at: 0) }
    return copy
  }
}
