import Martlet
import MartletToolSupport

/// A query that would take careless code long.
struct HostileQuery: Sendable {
  let name: String
  /// Returns the request, given words of the texts with the most frequent first.
  let request: @Sendable ([String]) -> SearchRequest

  init(_ name: String, request: @escaping @Sendable ([String]) -> SearchRequest) {
    self.name = name
    self.request = request
  }

  init(_ name: String, _ query: @escaping @Sendable ([String]) -> Query) {
    self.init(name, request: { SearchRequest(query($0)) })
  }

  /// A text in the strict syntax.
  init(_ name: String, strict text: @escaping @Sendable ([String]) -> String) {
    self.init(name) { (words: [String]) in (try? Query(parsing: text(words))) ?? .nothing }
  }

  /// A text that a person typed.
  init(_ name: String, typed text: @escaping @Sendable ([String]) -> String) {
    self.init(name, request: { SearchRequest(text($0)) })
  }

  static let all = sets + words + patterns + trees + typed + positional

  /// Returns the query called `name`.
  static func named(_ name: String) throws(ToolFailure) -> HostileQuery {
    guard let query = all.first(where: { $0.name == name }) else {
      throw ToolFailure(
        "there is no query \"\(name)\"" + Spelling.suggestion(name, among: all.map(\.name)))
    }
    return query
  }

  /// Values, keys and synonyms in large numbers.
  private static let sets = [
    HostileQuery("10,000 known values") { _ in .anyOf("value", (0..<10_000).map { "\($0)" }) },
    HostileQuery("10,000 unknown values") { _ in .anyOf("value", (0..<10_000).map { "x\($0)" }) },
    HostileQuery("10,000 numbers") { _ in .anyOf("number", 0..<10_000) },
    HostileQuery("10,000 known keys") { _ in .keys((0..<10_000).map { "\($0)" }) },
    HostileQuery("10,000 unknown keys") { _ in .keys((0..<10_000).map { "x\($0)" }) },
    HostileQuery("10,000 values of a text") { words in .anyOf("text", words.prefix(10_000)) },
    HostileQuery("a value of 100,000 words") { words in
      .is("text", many(words.prefix(10_000), 100_000).joined(separator: " "))
    },
    HostileQuery("10,000 synonyms") { words in .synonyms(Array(words.prefix(10_000))) },
    HostileQuery("10,000 unknown synonyms") { _ in .synonyms((0..<10_000).map { "qqx\($0)" }) },
    HostileQuery("1,000 synonyms of two words") { words in
      .synonyms((0..<1_000).map { "\(words[$0 % 30])-\(words[$0 / 30])" })
    },
    HostileQuery("100,000 times one synonym") { words in
      .synonyms(Array(repeating: words[0], count: 100_000))
    },
  ]

  /// Words in large numbers.
  private static let words = [
    HostileQuery("any of 1,000 words") { words in .any(words.prefix(1_000).map { .word($0) }) },
    HostileQuery("any of 10,000 words") { words in .any(words.prefix(10_000).map { .word($0) }) },
    HostileQuery("any of 10,000 unknown words") { _ in .any((0..<10_000).map { .word("qqx\($0)") })
    },
    HostileQuery("any of 10,000 words, half of them unknown") { words in
      .any(words.prefix(5_000).flatMap { [.word($0), .word("qqx\($0)")] })
    },
    HostileQuery("all of 10,000 words") { words in .all(words.prefix(10_000).map { .word($0) }) },
    HostileQuery("none of 10,000 words") { words in
      .all(words.prefix(10_000).map { !.word($0) })
    },
    HostileQuery("500 of 1,000 words") { words in
      .any(atLeast: 500, words.prefix(1_000).map { .word($0) })
    },
    HostileQuery("10,000 boosted words") { words in
      .any(words.prefix(10_000).enumerated().map { .word($1).boosted(by: Double($0 + 2)) })
    },
    HostileQuery("10,000 times one word") { words in
      .any(Array(repeating: .word(words[0]), count: 10_000))
    },
    HostileQuery("not everything") { _ in !(.everything || .everything) },
    HostileQuery("nothing but a word") { words in !.word(words[0]) },
  ]

  /// Patterns, beginnings and misspelt words.
  private static let patterns = [
    HostileQuery("1,000 beginnings") { words in .any(words.prefix(1_000).map { .prefix($0) }) },
    HostileQuery("all short beginnings") { _ in .any(beginnings.map { .prefix($0) }) },
    HostileQuery("200 patterns") { words in .any(words.prefix(200).map { .matching("*\($0)*") }) },
    HostileQuery("200 misspelt words") { words in
      .any(words.filter { $0.count > 7 }.prefix(200).map { .fuzzy($0) })
    },
    HostileQuery("a word of 1,024 bytes, misspelt") { _ in .fuzzy(text("a", 1_024), edits: 2) },
    HostileQuery("a word of 60,000 bytes, misspelt") { _ in .fuzzy(text("ab", 30_000), edits: 2) },
    HostileQuery("1,000 stars") { _ in .matching(text("*", 1_000) + "e") },
    HostileQuery("1,000 stars and letters") { _ in .matching(text("*e", 1_000)) },
    HostileQuery("20 stars and letters") { _ in .matching(text("*e", 5) + text("*a", 15) + "*z") },
    HostileQuery("4 stars and letters") { _ in .matching("*e*a*i*o*") },
    HostileQuery("1,000 question marks") { _ in .matching(text("?", 1_000) + "e") },
    HostileQuery("8 question marks") { _ in .matching("?????" + "e" + "??*") },
    HostileQuery("stars and question marks") { _ in .matching(text("*?", 500) + "e*") },
    HostileQuery("any letter") { _ in .matching("*e*") },
  ]

  /// Deep and broad trees.
  private static let trees = [
    HostileQuery("deep ranges") { _ in
      (0..<160).reduce(.range("number", 0..<70_000)) { tree, level in
        level.isMultiple(of: 2)
          ? .all([.range("number", level..<70_000), !tree]) : tree || .range("number", 0..<level)
      }
    },
    HostileQuery("deep groups") { words in
      (0..<250).reduce(.word(words[0])) { tree, level in
        level.isMultiple(of: 2) ? tree && .word(words[level]) : tree || .word(words[level])
      }
    },
    HostileQuery("deep exclusion") { words in
      (0..<125).reduce(.word(words[0])) { tree, level in .word(words[level]) && !tree }
    },
    HostileQuery("deep preference") { words in
      (0..<250).reduce(.word(words[0])) { tree, level in .word(words[level]).preferring(tree) }
    },
    HostileQuery("1,000 groups of 10 words") { words in
      .all((0..<1_000).map { group in .any((0..<10).map { .word(words[group + $0]) }) })
    },
    HostileQuery("1,000 ranges") { _ in
      .any((0..<1_000).map { .range("number", (60 * $0)..<(60 * $0 + 30)) })
    },
    HostileQuery("1,000 phrases") { words in
      .any((0..<1_000).map { .phrase("\(words[$0 % 30]) \(words[$0 / 30])") })
    },
    HostileQuery("strict: 21,000 letters without spaces", strict: { _ in text("東", 21_000) }),
    HostileQuery("strict: 1,024 words", strict: { $0.prefix(1_024).joined(separator: " OR ") }),
    HostileQuery(
      "strict: 255 brackets", strict: { _ in text("(a OR ", 255) + "b" + text(")", 255) }),
  ]

  /// Texts that a person typed.
  private static let typed = [
    HostileQuery(
      "typed: 64 frequent words", typed: { many($0.prefix(64), 64).joined(separator: " ") }),
    HostileQuery("typed: 64 rare words", typed: { $0.suffix(64).joined(separator: " ") }),
    HostileQuery("typed: quotes", typed: { _ in text("\"", 4_096) }),
    HostileQuery("typed: open phrases", typed: { _ in text("\"the ", 800) }),
    HostileQuery("typed: brackets", typed: { _ in text("(", 2_048) + text(")", 2_048) }),
    HostileQuery("typed: 1,300 letters without spaces", typed: { _ in text("東", 1_300) }),
    HostileQuery("typed: 1,300 signs of four words", typed: { _ in text("\u{FDFA}", 1_300) }),
    HostileQuery("typed: signs", typed: { _ in text("-(", 2_048) }),
    HostileQuery("typed: letters", typed: { _ in letters.map { "\($0)*" }.joined(separator: " ") }),
    HostileQuery(
      "typed: patterns", typed: { _ in letters.map { "*\($0)*" }.joined(separator: " ") }),
    HostileQuery(
      "typed: 64 misspelt words",
      request: { words in
        SearchRequest(
          words.filter { $0.count > 7 }.prefix(64).map { "\($0)x" }.joined(separator: " ")
        ) {
          $0.typos = .auto
        }
      }),
    HostileQuery(
      "typed: 64 near words",
      request: { words in
        SearchRequest(words.prefix(64).joined(separator: " ")) { $0.proximity = .standard }
      }),
    HostileQuery(
      "typed: 64 words by rules",
      request: { words in
        SearchRequest(words.prefix(64).joined(separator: " ")) {
          $0.rules = RankRule.allCases
          $0.typos = .auto
        }
      }),
  ]

  static let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)

  /// All texts of two letters.
  private static let beginnings = letters.flatMap { first in letters.map { first + $0 } }

  static func text(_ part: String, _ count: Int) -> String {
    String(repeating: part, count: count)
  }

  /// Returns `count` words, all of them in turn.
  static func many(_ words: ArraySlice<String>, _ count: Int) -> [String] {
    (0..<count).map { words[words.startIndex + $0 % words.count] }
  }
}
