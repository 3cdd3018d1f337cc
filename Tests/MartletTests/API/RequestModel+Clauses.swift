import Foundation
import MartletTestSupport

@testable import Martlet

/// Clauses of the other kinds, each as a query and as a closure.
extension RequestModel {
  /// The words of a title.
  private static func words(_ exhibit: Exhibit) -> [String] {
    exhibit.title.split(separator: " ").map(String.init)
  }

  /// Returns a condition on the words of the title.
  private static func onWords(
    _ query: Query, _ holds: @escaping ([String]) -> Bool
  ) -> Condition {
    Condition(query: query) { holds(words($0)) }
  }

  /// A clause about words that are like others, or near them.
  mutating func clause() -> Condition {
    let (one, other) = (word(), word())
    switch random.int(in: 0..<11) {
    case 10:
      var clause = clause()
      clause.query = clause.query.constantScore(2.5)
      return clause
    case 0: return pattern()
    case 1:
      let typed = ["strom", "nigh", "boats", "sae", "harbor"][random.int(in: 0..<5)]
      return Self.onWords(.fuzzy(typed, edits: 1)) { words in
        words.contains { PlainMatcher.matches(.fuzzy(Array(typed.utf8), edits: 1), $0) }
      }
    case 2: return near(one, other)
    case 3: return Self.onWords(.anchored(.word(one))) { $0.first == one }
    case 4:
      return Self.onWords(.synonyms([one, other])) { $0.contains(one) || $0.contains(other) }
    case 5:
      let text = random.oneIn(2) ? one : "\(one) \(other)"
      return Condition(query: .is("title", text)) { $0.title == text }
    case 6:
      let letter = String(other.prefix(1))
      return Self.onWords(.phrase(one, endingWith: "\(letter)*")) { words in
        zip(words, words.dropFirst()).contains { $0 == one && $1.hasPrefix(letter) }
      }
    case 7:
      let asked = [one, other, word()]
      return Self.onWords(.any(atLeast: 2, asked.map { .word($0) })) { words in
        asked.count { words.contains($0) } >= 2
      }
    case 8:
      return Self.onWords(.word(one).preferring(.word(other))) { $0.contains(one) }
    default:
      let start = String(one.prefix(2))
      return Self.onWords(.prefix(start)) { words in
        words.contains { $0.hasPrefix(start) }
      }
    }
  }

  private mutating func pattern() -> Condition {
    let patterns: [(String, (String) -> Bool)] = [
      ("*o*", { $0.contains("o") }), ("s*", { $0.hasPrefix("s") }), ("*t", { $0.hasSuffix("t") }),
      ("?ea", { $0.count == 3 && $0.hasSuffix("ea") }),
      ("st*m", { $0.hasPrefix("st") && $0.hasSuffix("m") }), ("*zz*", { _ in false }),
    ]
    let (pattern, holds) = patterns[random.int(in: 0..<patterns.count)]
    return Self.onWords(.matching(pattern)) { $0.contains(where: holds) }
  }

  private mutating func near(_ one: String, _ other: String) -> Condition {
    let (distance, inOrder) = (random.int(in: 0..<3), random.oneIn(2))
    return Self.onWords(.near([.word(one), .word(other)], within: distance, inOrder: inOrder)) {
      words in
      words.indices.contains { first in
        words.indices.contains { second in
          first != second && words[first] == one && words[second] == other
            && abs(first - second) - 1 <= distance && (!inOrder || first < second)
        }
      }
    }
  }

  /// A part of a filter that is no value or range of numbers.
  mutating func otherFilter() -> (field: FieldRef, condition: Condition) {
    switch random.int(in: 0..<5) {
    case 0: return ("title", clause())
    case 1:
      let lower = ["A", "B", "a", "c", "zoe"][random.int(in: 0..<5)]
      let upper = lower + "~"
      return (
        "artist",
        Condition(query: .range("artist", lower...upper)) { exhibit in
          guard let artist = exhibit.artist?.utf8 else { return false }
          return !artist.lexicographicallyPrecedes(lower.utf8)
            && !upper.utf8.lexicographicallyPrecedes(artist)
        }
      )
    case 2:
      return (
        "artist",
        Condition(query: .matching("*n*", in: "artist")) { $0.artist?.contains("n") ?? false }
      )
    case 3:
      let tags = (0..<random.int(in: 1..<6)).map { _ in "tag \(random.int(in: 0..<40))" }
      return (
        "tag", Condition(query: .anyOf("tag", tags)) { $0.tags.contains(where: tags.contains) }
      )
    default:
      let date = Date(timeIntervalSince1970: Double(random.int(in: -900..<900)) * 86_400)
      return (
        "sold", Condition(query: .range("sold", date...)) { $0.sold.map { $0 >= date } ?? false }
      )
    }
  }
}
