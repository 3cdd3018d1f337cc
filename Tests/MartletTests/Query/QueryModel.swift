import MartletTestSupport

@testable import Martlet

/// The matches of a tree, by the plainest reading of its nodes: a document is a list of words, an
/// analyzer keeps runs of letters.
enum QueryModel {
  static func document(using random: inout SeededRandom) -> [String] {
    (0..<random.int(in: 1..<8)).map { _ in
      RandomQuery.text(of: ["a", "b"], count: random.int(in: 1..<4), using: &random)
    }
  }

  /// Returns true if the document matches, nil when the query has no words.
  static func matches(_ query: Query, _ document: [String]) -> Bool? {
    query.nodes.folded { (node: QueryNode, children: ArraySlice<Bool?>) -> Bool? in
      let children = children.compactMap(\.self)
      switch node {
      case .everything: return true
      case .nothing, .user, .range, .keys: return false
      case .word(let text, _): return contains(text, false, document)
      case .pattern(let pattern, _):
        return document.contains { PlainMatcher.matches(.wildcards(pattern), $0) }
      case .fuzzy(let text, let edits, _):
        return document.contains {
          PlainMatcher.matches(.fuzzy(Array(text.utf8), edits: edits ?? 1), $0)
        }
      case .value(let text, _, _): return text.split { !$0.isLetter }.map(String.init) == document
      case .typed(let text, _), .prefix(let text, _): return contains(text, true, document)
      case .phrase(let text, let lastIsPrefix, _): return contains(text, lastIsPrefix, document)
      case .all: return children.isEmpty ? nil : children.allSatisfy { $0 }
      case .any(let atLeast, _):
        return children.isEmpty ? nil : children.filter { $0 }.count >= min(atLeast, children.count)
      case .preferring, .boost: return children.first
      case .not: return children.first.map { !$0 }
      }
    }
  }

  private static func contains(
    _ text: String, _ lastIsPrefix: Bool, _ document: [String]
  ) -> Bool? {
    let words = text.split { !$0.isLetter }.map(String.init)
    guard let last = words.last else { return nil }
    return document.indices.contains { start in
      guard start + words.count <= document.count else { return false }
      let part = document[start..<start + words.count]
      let end = part[part.endIndex - 1]
      return part.dropLast().elementsEqual(words.dropLast())
        && (lastIsPrefix ? end.hasPrefix(last) : end == last)
    }
  }
}
