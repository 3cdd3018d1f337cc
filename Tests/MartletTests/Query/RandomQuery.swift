import MartletTestSupport

@testable import Martlet

/// Random trees, and random texts made of what means something to the parsers.
enum RandomQuery {
  /// A tree of at most about `size` leaves, without a text that a person typed.
  static func tree(size: Int, using random: inout SeededRandom) -> Query {
    guard size > 1 else { return leaf(using: &random) }
    let count = random.int(in: 1..<5)
    func children() -> [Query] {
      (0..<count).map { _ in tree(size: size / (count + 1), using: &random) }
    }
    switch random.int(in: 0..<9) {
    case 8:
      return tree(size: size - 1, using: &random)
        .constantScore([0, 1, 2.5, 1_000_000][random.int(in: 0..<4)])
    case 0, 1: return .all(children())
    case 2, 3: return .any(children())
    case 4: return .any(atLeast: random.int(in: 1..<count + 2), children())
    case 5: return !tree(size: size - 1, using: &random)
    case 6:
      let preferred = tree(size: size / 2, using: &random)
      return tree(size: size / 2, using: &random).preferring(preferred)
    default:
      let factor = [0, 0.001, 1.5, 2, 1e-7, 1_000_000][random.int(in: 0..<6)]
      return tree(size: size - 1, using: &random).boosted(by: factor)
    }
  }

  private static func leaf(using random: inout SeededRandom) -> Query {
    let word = text(of: pieces, count: random.int(in: 0..<5), using: &random)
    let names: [FieldRef?] = [nil, nil, nil, "title", "a.b-c", "größe", "_1"]
    let field = names[random.int(in: 0..<names.count)]
    switch random.int(in: 0..<20) {
    case 16, 17: return positions(field, using: &random)
    case 18: return .anchored(.any([positions(field, using: &random), .word(word, in: field)]))
    case 19:
      return .near(
        [.phrase(word), positions(field, using: &random), .any([.word("a"), .prefix("b")])]
          .prefix(random.int(in: 1..<4)).map(\.self),
        within: random.int(in: 0..<100), inOrder: random.oneIn(2))
    case 13: return .fuzzy(word, edits: [nil, 0, 1, 2][random.int(in: 0..<4)], in: field)
    case 14: return .matching(word, in: field)
    case 15: return .containing(word, in: field)
    case 12: return range(word, in: field ?? "year", using: &random)
    case 0: return .everything
    case 1: return .nothing
    case 2, 3: return .phrase(word, in: field, lastIsPrefix: random.oneIn(2))
    case 4, 5: return .prefix(word, in: field)
    case 6: return .typed(word, in: field)
    case 7: return .is(field ?? "genre", word)
    default: return .word(word, in: field)
    }
  }

  private static func positions(
    _ field: FieldRef?, using random: inout SeededRandom
  ) -> Query {
    let word = text(of: pieces, count: random.int(in: 1..<5), using: &random)
    let other = text(of: pieces, count: random.int(in: 1..<3), using: &random)
    switch random.int(in: 0..<3) {
    case 0:
      return .phrase(
        word + " " + other, slop: random.int(in: 0..<100), in: field, lastIsPrefix: random.oneIn(2))
    case 1:
      let phrase = Query.phrase(word, endingWith: other, in: field)
      // Of no word and a star: everything, which is not near to anything.
      return phrase == .everything ? .word("a") : phrase
    default:
      let words = [word, other].map {
        $0.filter { !QueryAlphabet.isSpace($0.unicodeScalars.first ?? " ") }
      }
      return .synonyms(words, in: field)
    }
  }

  private static func range(
    _ word: String, in field: FieldRef, using random: inout SeededRandom
  ) -> Query {
    let other = text(of: pieces, count: random.int(in: 0..<3), using: &random)
    let bounds = [word, other].map { text in
      random.oneIn(4) ? nil : ValueRange.Bound(text: text, isIncluded: random.oneIn(2))
    }
    return Query(nodes: [.range(ValueRange(lower: bounds[0], upper: bounds[1]), field: field)])
  }

  /// `count` of the pieces, one after the other.
  static func text(of pieces: [String], count: Int, using random: inout SeededRandom) -> String {
    (0..<count).map { _ in pieces[random.int(in: 0..<pieces.count)] }.joined()
  }

  /// Pieces of words, with all signs.
  static let pieces =
    ["a", "b", "é", "東", "1", "..", "AND", "OR", "NOT", "NEAR", "/5", "title", "x", "\u{301}", "👩‍💻"]
    + "*?~^{}[]|&!+-\\\"“”«»():=<>.'_,; \u{0}\u{3000}".unicodeScalars.map(String.init)

  /// The pieces of texts in the syntax, spaces first, as they are frequent.
  static let syntax =
    [
      " ", " ", " ", " ", "a", "b", "c", "AND ", " OR ", "NOT ", "(", ")", ")", "\"", "\"a b\"",
      "-",
    ]
    + [
      "+", "!", "*", "**", "|", "&", "title:", "body:(", "year:=", "year:>", "<=", "year:[", " TO ",
      "]", "1..2", "no:", "^2", "~2", ")~2", "~", "a*b", "*a", "a?b", "\\",
    ]
    + [
      "a b", "-a", " +b", "\"a\"*", "(a)", ".", ":", "é", "''", "?", " (", "NEAR/2 ", " BEFORE ",
      "{a b}", "{", " b}",
      " ^", "\"a *b\"", "\"a b\"~2", "title: ", "«", "»",
    ]
}
