@testable import Martlet

/// The stretches of a list of words that a ``PositionalClause`` matches, by trying everything.
enum SpanModel {
  struct Span: Hashable {
    var first: Int
    var last: Int
  }

  /// A tree whose leaves are sets of words.
  struct Tree {
    fileprivate let nodes: [PositionalClause.Node]
    /// The words that each leaf stands for.
    let words: [Set<String>]

    /// - Parameter vocabulary: All words that there are.
    init(_ nodes: [PositionalClause.Node], _ vocabulary: [String]) {
      self.nodes = nodes
      words = nodes.map { node in
        switch node {
        case .terms(let terms): Set(terms.map { String(decoding: $0, as: UTF8.self) })
        case .prefix(let prefix): Set(vocabulary.filter { $0.utf8.starts(with: prefix) })
        case .pattern(let pattern): Set(vocabulary.filter { PlainMatcher.matches(pattern, $0) })
        default: []
        }
      }
    }
  }

  /// Returns the stretches.
  static func spans(_ nodes: [PositionalClause.Node], in words: [String]) -> Set<Span> {
    spans(Tree(nodes, words), in: words)
  }

  static func spans(_ tree: Tree, in words: [String]) -> Set<Span> {
    var leaf = -1
    return tree.nodes.folded { (node, children: ArraySlice<Value>) -> Value in
      leaf += 1
      switch node {
      case .terms, .prefix, .pattern:
        let found = positions(of: tree.words[leaf], in: words)
        return Value(spans: found, all: found)
      case .any: return Value(children) { $0.reduce([]) { $0.union($1) } }
      case .start: return Value(children) { $0[0].filter { $0.first == 0 } }
      case .widened(let count):
        return Value(children) { Set($0[0].map { Span(first: $0.first, last: $0.last + count) }) }
      case .near(let distance, let inOrder):
        let parts = children.map(\.all)
        let found = near(parts[0], parts[1], distance, inOrder: inOrder)
        return Value(spans: found, all: found)
      case .phrase(let offsets, let slop):
        let parts = children.map(\.all)
        return Value(
          spans: phrase(parts, offsets.map(Int.init), slop),
          all: choices(parts.map { Set($0.map(\.first)) }, offsets.map(Int.init), slop))
      }
    }.spans
  }

  /// Returns true for each document that has, for each part that all matches have, one of its
  /// words.
  ///
  /// - Parameter documents: Returns true for each document that has one of some words.
  static func candidates(_ tree: Tree, _ documents: (Set<String>) -> [Bool]) -> [Bool] {
    var leaf = -1
    return tree.nodes.folded { (node, children: ArraySlice<[Bool]>) -> [Bool] in
      leaf += 1
      var isOneEnough = false
      switch node {
      case .terms, .prefix, .pattern: return documents(tree.words[leaf])
      case .any: isOneEnough = true
      case .start, .widened, .near, .phrase: break
      }
      return children[children.startIndex].indices.map { document in
        isOneEnough
          ? children.contains { $0[document] } : children.allSatisfy { $0[document] }
      }
    }
  }

  /// The stretches of a node.
  private struct Value {
    /// Those that count by themselves.
    var spans: Set<Span>
    /// Those that count as a part of something near.
    var all: Set<Span>

    init(spans: Set<Span>, all: Set<Span>) { (self.spans, self.all) = (spans, all) }

    init(_ children: ArraySlice<Value>, _ combine: ([Set<Span>]) -> Set<Span>) {
      self.init(spans: combine(children.map(\.spans)), all: combine(children.map(\.all)))
    }
  }

  /// The number of positions at which a match begins.
  static func frequency(_ tree: Tree, in words: [String]) -> Int {
    Set(spans(tree, in: words).map(\.first)).count
  }

  private static func positions(of wanted: Set<String>, in words: [String]) -> Set<Span> {
    Set(words.indices.filter { wanted.contains(words[$0]) }.map { Span(first: $0, last: $0) })
  }

  static func near(
    _ left: Set<Span>, _ right: Set<Span>, _ distance: Int, inOrder: Bool
  ) -> Set<Span> {
    var found: Set<Span> = []
    for one in left {
      for other in right {
        let between = other.first - one.last - 1
        let back = one.first - other.last - 1
        if 0...distance ~= between { found.insert(Span(first: one.first, last: other.last)) }
        if !inOrder, 0...distance ~= back {
          found.insert(Span(first: other.first, last: one.last))
        }
      }
    }
    return found
  }

  /// Tries every window that begins with a word, and in it every choice of positions if the
  /// earliest ones are none.
  private static func phrase(
    _ children: [Set<Span>], _ offsets: [Int], _ slop: Int
  ) -> Set<Span> {
    let positions = children.map { Set($0.map(\.first)) }
    guard slop > 0 else {
      let length = offsets.last ?? 0
      let starts = positions[0].filter { start in
        zip(positions, offsets).allSatisfy { $0.contains(start + $1) }
      }
      return Set(starts.map { Span(first: $0, last: $0 + length) })
    }
    var ends: [Int: Int] = [:]
    for window in Set(zip(positions, offsets).flatMap { own, offset in own.map { $0 - offset } }) {
      let window = window...(window + slop)
      var span = choice(positions, offsets, window).map {
        Span(first: $0.min() ?? 0, last: $0.max() ?? 0)
      }
      if span == nil {
        let within = zip(positions, offsets).map { own, offset in
          own.filter { window.contains($0 - offset) }
        }
        span = choices(within, offsets, slop).min { ($0.first, $0.last) < ($1.first, $1.last) }
      }
      guard let span else { continue }
      ends[span.first] = min(ends[span.first] ?? span.last, span.last)
    }
    if ends.isEmpty { precondition(choices(positions, offsets, slop).isEmpty) }
    return Set(ends.map { Span(first: $0.key, last: $0.value) })
  }

  /// The earliest positions whose differences from the offsets are in `window`.
  private static func choice(
    _ positions: [Set<Int>], _ offsets: [Int], _ window: ClosedRange<Int>
  ) -> [Int]? {
    var chosen: [Int] = []
    for (index, offset) in offsets.enumerated() {
      let own = positions[index].filter { position in
        window.contains(position - offset) && !chosen.contains(position)
      }
      guard let position = own.min() else { return nil }
      chosen.append(position)
    }
    return chosen
  }

  /// The stretches of all choices of positions that are a match.
  private static func choices(
    _ positions: [Set<Int>], _ offsets: [Int], _ slop: Int
  ) -> Set<Span> {
    var choices: [[Int]] = [[]]
    for own in positions {
      choices = choices.flatMap { choice in
        own.compactMap { position in
          let moved = (choice + [position]).enumerated().map { $0.element - offsets[$0.offset] }
          let width = (moved.max() ?? 0) - (moved.min() ?? 0)
          return width > slop || choice.contains(position) ? nil : choice + [position]
        }
      }
    }
    return Set(choices.map { Span(first: $0.min() ?? 0, last: $0.max() ?? 0) })
  }
}
