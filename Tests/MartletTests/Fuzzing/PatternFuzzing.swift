@testable import Martlet

/// Compares the automata of patterns, and the scan of a dictionary, with the plainest reading.
///
/// An input is a byte that says what kind of pattern follows, the pattern, and words, each after a
/// line feed.
enum PatternFuzzing {
  static let seeds: [[UInt8]] = [
    "0a*b?c\nabc\nabxc\nab東c", "0*ab*\n\nab\naab", "0?*é\né\ne\u{301}é", "1swift\nswift",
    "2swift\nswfit\nswit\nswifts", "3together\ntogehter\ngather", "4martlet\nmatrlet\nbartlet",
    "5unfinished\nunfinsihed\nunfin", "6東京都\n東京\n東都", "7ab\nba\nb",
  ].map { Array($0.utf8) }

  static func violation(_ bytes: [UInt8]) -> String? {
    let lines = bytes.dropFirst().split(separator: 0x0A, omittingEmptySubsequences: false)
      .prefix(6).map { String(decoding: $0.prefix(64), as: UTF8.self) }
    guard let kind = bytes.first, let text = lines.first else { return nil }
    let pattern = pattern(kind, text)
    let matcher = PlainMatcher(pattern)
    for word in lines.dropFirst() {
      let expected = matcher.matches(Array(word.unicodeScalars))
      for accepts in answers(pattern, Array(word.utf8)) where accepts != expected {
        return "\(pattern) of \(word): \(accepts)"
      }
    }
    return scanned(pattern, matcher)
  }

  private static func pattern(_ kind: UInt8, _ text: String) -> TermPattern {
    // Nobody misspells a word without letters.
    let kind = Int(kind) % (text.isEmpty ? 4 : 8)
    switch kind {
    case 0: return .wildcards(WildcardPattern(text))
    case 1...3: return .fuzzy(Array(text.utf8), edits: kind - 1)
    default:
      return .misspelt(
        Misspelling(word: Array(text.utf8), edits: kind % 2 + 1, isPrefix: kind > 5))
    }
  }

  /// Asks each automaton that the pattern can have.
  private static func answers(_ pattern: TermPattern, _ word: [UInt8]) -> [Bool] {
    switch pattern {
    case .fuzzy(let text, let edits): [FuzzyAutomaton(text, edits: edits).accepts(word)]
    case .misspelt(let misspelling): [misspelling.accepts(word)]
    case .wildcards(let pattern):
      (pattern.leastByteCount < ShortStateSet.count
        ? [WildcardAutomaton<ShortStateSet>(pattern).accepts(word)] : [])
        + [WildcardAutomaton<LongStateSet>(pattern).accepts(word)]
    }
  }

  // MARK: - The dictionary

  /// Words that share beginnings and endings, in two blocks with filters and some more without
  /// anything in common.
  private static let terms: [[UInt8]] = {
    let beginnings = ["", "a", "ab", "to", "東", "é", "unfin", "swif"]
    let endings = ["", "b", "bc", "gether", "京都", "e\u{301}", "ished", "t"]
    let words = beginnings.flatMap { first in endings.map { Array((first + $0).utf8) } }
    return Set(words).subtracting([[]]).sorted { $0.lexicographicallyPrecedes($1) }
  }()

  private static let termScalars = terms.map {
    Array(String(decoding: $0, as: UTF8.self).unicodeScalars)
  }

  private static let dictionary: TermDictionary? = {
    let writer = TermDictionaryWriter(hasPositions: false, hasFilters: true)
    for (number, term) in terms.enumerated() {
      let info = TermInfo(
        documentFrequency: 1, totalFrequency: 1, document: UInt32(number), postings: 0..<0,
        position: 0, positions: 0..<0)
      writer.append(term, info)
    }
    return try? TermDictionary(Section(writer.finish()), hasPositions: false)
  }()

  private static func scanned(_ pattern: TermPattern, _ matcher: PlainMatcher) -> String? {
    guard let dictionary else { return "the dictionary cannot be read" }
    var found: [Int] = []
    do throws(SearchError) {
      try dictionary.forEachWord(of: pattern, willRead: { _ in }) { _, ordinal in
        found.append(ordinal)
      }
    } catch {
      return "a sound dictionary: \(error)"
    }
    let expected = termScalars.indices.filter { matcher.matches(termScalars[$0]) }
    return found == expected ? nil : "\(pattern) finds the terms \(found), not \(expected)"
  }
}
