@testable import Martlet

/// What patterns mean, in the plainest way that is quick enough for millions of words: by trying,
/// and by a table of distances.
struct PlainMatcher {
  private enum Meaning {
    case wildcards([Sign])
    case fuzzy([Unicode.Scalar], edits: Int)
    case misspelt([Unicode.Scalar], edits: Int, isUnfinished: Bool)
  }

  private enum Sign: Equatable {
    case scalar(Unicode.Scalar)
    case one
    case any
  }

  private let meaning: Meaning

  init(_ pattern: TermPattern) {
    switch pattern {
    case .wildcards(let pattern):
      meaning = .wildcards(
        pattern.elements.flatMap { (part) -> [Sign] in
          switch part {
          case .text(let bytes): Self.scalars(bytes).map(Sign.scalar)
          case .one: [.one]
          case .any: [.any]
          }
        })
    case .fuzzy(let text, let edits): meaning = .fuzzy(Self.scalars(text), edits: edits)
    case .misspelt(let misspelling):
      meaning = .misspelt(
        Self.scalars(misspelling.word), edits: misspelling.edits,
        isUnfinished: misspelling.isPrefix)
    }
  }

  private static func scalars(_ bytes: [UInt8]) -> [Unicode.Scalar] {
    Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
  }

  /// True if the pattern describes the word.
  static func matches(_ pattern: TermPattern, _ word: String) -> Bool {
    PlainMatcher(pattern).matches(Array(word.unicodeScalars))
  }

  /// True if the pattern describes the word.
  func matches(_ word: [Unicode.Scalar]) -> Bool {
    switch meaning {
    case .wildcards(let signs): Self.matches(signs, word)
    case .fuzzy(let text, let edits):
      abs(text.count - word.count) <= edits && Self.distance(text, word) <= edits
    case .misspelt(let text, let edits, let isUnfinished):
      Self.isMeant(by: text, word, edits: edits, isUnfinished: isUnfinished)
    }
  }

  /// True if a person who typed `text` may have meant `word`, or if it is unfinished a word that
  /// begins like `word` does.
  static func isMeant(by text: String, _ word: String, isUnfinished: Bool = false) -> Bool {
    let length = text.unicodeScalars.count
    guard length >= 5, text.allSatisfy(\.isLetter) else {
      return isUnfinished ? word.hasPrefix(text) : word == text
    }
    return isMeant(
      by: Array(text.unicodeScalars), Array(word.unicodeScalars), edits: length < 9 ? 1 : 2,
      isUnfinished: isUnfinished)
  }

  private static func isMeant(
    by text: [Unicode.Scalar], _ word: [Unicode.Scalar], edits: Int, isUnfinished: Bool
  ) -> Bool {
    guard text.count <= word.count + edits else { return false }
    let distances = distances(text, word)
    // An edit of the first letter counts as two.
    let other = text.first == word.first ? 0 : 1
    return distances[(isUnfinished ? 0 : word.count)...].contains { $0 + other <= edits }
  }

  /// True if `signs` describe all of `word`. A star first stands for nothing, and for one character
  /// more whenever what follows it fits no further; stars before the last one need not be changed.
  private static func matches(_ signs: [Sign], _ word: [Unicode.Scalar]) -> Bool {
    var (sign, place) = (0, 0)
    var star: (sign: Int, place: Int)?
    while place < word.count {
      if sign < signs.count, signs[sign] == .any {
        star = (sign, place)
        sign += 1
      } else if sign < signs.count, signs[sign] == .one || signs[sign] == .scalar(word[place]) {
        sign += 1
        place += 1
      } else if let last = star {
        star = (last.sign, last.place + 1)
        (sign, place) = (last.sign + 1, last.place + 1)
      } else {
        return false
      }
    }
    return signs[sign...].allSatisfy { $0 == .any }
  }

  /// The number of insertions, deletions, changes and swaps of neighbours that turn one word into
  /// the other.
  static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    distances(left, right)[right.count]
  }

  /// The distances of `left` to the first 0, 1, … scalars of `right`: the last row of a table that
  /// has a row for each beginning of `left`, of which three are needed at a time.
  private static func distances(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> [Int] {
    var row = Array(0...right.count)
    var (above, twoAbove) = (row, row)
    for i in left.indices {
      (twoAbove, above, row) = (above, row, twoAbove)
      row[0] = i + 1
      for j in right.indices {
        var best = min(
          above[j] + (left[i] == right[j] ? 0 : 1), above[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          best = min(best, twoAbove[j - 1] + 1)
        }
        row[j + 1] = best
      }
    }
    return row
  }
}
