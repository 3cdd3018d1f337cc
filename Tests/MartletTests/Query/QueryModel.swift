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

  /// The meaning of a part: true if it matches, nil without words; and where it does.
  private struct Part {
    var matches: Bool?
    var spans: Set<SpanModel.Span> = []

    init(_ matches: Bool?) { self.matches = matches }

    init(_ nodes: [PositionalClause.Node]?, _ document: [String]) {
      spans = nodes.map { SpanModel.spans($0, in: document) } ?? []
      matches = nodes.map { _ in !spans.isEmpty }
    }
  }

  /// Returns true if the document matches, nil when the query has no words.
  static func matches(_ query: Query, _ document: [String]) -> Bool? {
    query.nodes.folded { (node: QueryNode, children: ArraySlice<Part>) -> Part in
      if let part = positional(node, children, document) { return part }
      return Part(matches(node, children.compactMap(\.matches), document))
    }.matches
  }

  private static func matches(
    _ node: QueryNode, _ children: [Bool], _ document: [String]
  ) -> Bool? {
    switch node {
    case .everything: true
    case .value(let text, _, _): text.split { !$0.isLetter }.map(String.init) == document
    case .all: children.isEmpty ? nil : children.allSatisfy { $0 }
    case .any(let atLeast, _):
      children.isEmpty ? nil : children.filter { $0 }.count >= min(atLeast, children.count)
    case .preferring, .boost, .constantScore: children.first
    case .not: children.first.map { !$0 }
    default: false
    }
  }

  /// The meaning of what has positions; nil for anything else.
  private static func positional(
    _ node: QueryNode, _ children: ArraySlice<Part>, _ document: [String]
  ) -> Part? {
    switch node {
    case .word(let text, _): return Part(phrase(text), document)
    case .typed(let text, _), .prefix(let text, _): return Part(phrase(text, true), document)
    case .phrase(let text, let lastIsPrefix, _): return Part(phrase(text, lastIsPrefix), document)
    case .sloppyPhrase(let text, let slop, let lastIsPrefix, _):
      return Part(phrase(text, lastIsPrefix, slop: slop), document)
    case .pattern(let pattern, _): return Part([.pattern(.wildcards(pattern))], document)
    case .fuzzy(let text, let edits, _):
      return Part([.pattern(.fuzzy(Array(text.utf8), edits: edits ?? 1))], document)
    case .synonyms(let words, _):
      let nodes = words.compactMap { phrase($0) }
      return Part(
        nodes.isEmpty ? nil : nodes.flatMap(\.self) + [.any(count: nodes.count)], document)
    case .any(atLeast: 1, _):
      let found = children.filter { $0.matches != nil }
      var part = Part(found.isEmpty ? nil : found.contains { $0.matches == true })
      part.spans = found.reduce(into: []) { $0.formUnion($1.spans) }
      return part
    case .near(let distance, let inOrder):
      let found = children.filter { $0.matches != nil }
      guard found.count == 2, let left = found.first, let right = found.last else {
        return found.first ?? Part(nil)
      }
      var part = left
      part.spans = SpanModel.near(left.spans, right.spans, distance, inOrder: inOrder)
      part.matches = !part.spans.isEmpty
      return part
    case .anchored:
      guard var part = children.first, part.matches != nil else { return Part(nil) }
      part.spans = part.spans.filter { $0.first == 0 }
      part.matches = !part.spans.isEmpty
      return part
    default: return nil
    }
  }

  private static func phrase(
    _ text: String, _ lastIsPrefix: Bool = false, slop: Int = 0
  ) -> [PositionalClause.Node]? {
    let words = text.split { !$0.isLetter }.map { Array($0.utf8) }
    guard let last = words.last else { return nil }
    let leaves =
      words.dropLast().map { PositionalClause.Node.terms([$0]) }
      + [lastIsPrefix ? .prefix(last) : .terms([last])]
    if leaves.count == 1 { return leaves }
    return leaves + [.phrase(offsets: leaves.indices.map { UInt32($0) }, slop: slop)]
  }
}
