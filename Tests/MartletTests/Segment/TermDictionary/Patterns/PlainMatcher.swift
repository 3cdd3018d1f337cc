@testable import Martlet

/// What patterns mean, in the plainest way: by a table of matches, and by one of distances.
enum PlainMatcher {
  /// True if the pattern describes the word.
  static func matches(_ pattern: TermPattern, _ word: String) -> Bool {
    switch pattern {
    case .wildcards(let pattern): matches(pattern.parts, Array(word.unicodeScalars))
    case .fuzzy(let text, let edits):
      distance(
        Array(String(decoding: text, as: UTF8.self).unicodeScalars), Array(word.unicodeScalars))
        <= edits
    case .misspelt(let misspelling):
      isMeant(
        by: String(decoding: misspelling.word, as: UTF8.self), word, edits: misspelling.edits,
        isUnfinished: misspelling.isPrefix)
    }
  }

  /// True if a person who typed `text` may have meant `word`, or if it is unfinished a word that
  /// begins like `word` does.
  static func isMeant(by text: String, _ word: String, isUnfinished: Bool = false) -> Bool {
    let length = text.unicodeScalars.count
    guard length >= 5, text.allSatisfy(\.isLetter) else {
      return isUnfinished ? word.hasPrefix(text) : word == text
    }
    return isMeant(by: text, word, edits: length < 9 ? 1 : 2, isUnfinished: isUnfinished)
  }

  private static func isMeant(
    by text: String, _ word: String, edits: Int, isUnfinished: Bool
  ) -> Bool {
    let (left, right) = (Array(text.unicodeScalars), Array(word.unicodeScalars))
    return ((isUnfinished ? 0 : right.count)...right.count).contains { count in
      // An edit of the first letter counts as two.
      let other = left.first == right.first ? 0 : 1
      return distance(left, Array(right.prefix(count))) + other <= edits
    }
  }

  /// True if all of `parts` are all of `word`, by a table of the beginnings of the word that the
  /// parts so far can be.
  private static func matches(_ parts: [WildcardPattern.Part], _ word: [Unicode.Scalar]) -> Bool {
    var ends = (0...word.count).map { $0 == 0 }
    for part in parts {
      switch part {
      case .text(let bytes):
        let text = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        ends = ends.indices.map { end in
          let start = end - text.count
          return start >= 0 && ends[start] && Array(word[start..<end]) == text
        }
      case .one: ends = [false] + ends.dropLast()
      case .any: ends = ends.indices.map { ends[...$0].contains(true) }
      }
    }
    return ends[word.count]
  }

  /// The number of insertions, deletions, changes and swaps of neighbours that turn one word into
  /// the other.
  static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var table = (0...left.count).map { i in (0...right.count).map { i == 0 ? $0 : $0 == 0 ? i : 0 }
    }
    for i in left.indices {
      for j in right.indices {
        var best = min(
          table[i][j] + (left[i] == right[j] ? 0 : 1), table[i][j + 1] + 1, table[i + 1][j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          best = min(best, table[i - 1][j - 1] + 1)
        }
        table[i + 1][j + 1] = best
      }
    }
    return table[left.count][right.count]
  }
}
