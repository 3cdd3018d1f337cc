/// The queries to try when no document has all the words that a person typed: documents with all
/// the bare words but one, then but two, and so on. Each step finds everything that the one before
/// it finds.
///
/// Phrases, groups, and words with a sign or a field stay as they are; if there are any, the last
/// step allows all bare words to be missing. A boosted word is a bare word, and keeps its boost.
/// There are no steps if the person has said how words combine, or if a single bare word is all.
///
/// Steps are computed when they are asked for, because most texts have results as they are. No
/// `Collection`, which would add 14 kB to each program.
///
/// - Complexity: a step is O(words), of which a typed text has at most
///   ``QueryLimits/lenientWordCount``.
struct QueryRelaxations: Sendable {
  /// A query that requires fewer than all of the words that a person typed.
  struct Step: Sendable, Equatable {
    var query: Query
    /// The number of optional words that the query requires.
    var wordCount: Int
    /// The number of words that may be missing.
    var allWordCount: Int
  }

  /// A text within a tree: its query, and its steps.
  struct Text: Sendable {
    let query: Query
    let steps: QueryRelaxations

    /// Returns the text's step `step`, or its last one if it has fewer steps; the text itself if it
    /// has none.
    func relaxed(_ step: Int) -> Step {
      steps.isEmpty
        ? Step(query: query, wordCount: 0, allWordCount: 0)
        : steps[min(step, steps.count - 1)]
    }
  }

  private enum Source: Sendable {
    case none
    /// Bare words, as leaves.
    case words(ArraySlice<QueryNode>)
    /// All operands between the spaces of a text.
    case neighbours([QueryOperand])
    /// Texts within a tree, in the order of its `user` nodes.
    case texts([Text], tree: [QueryNode])
  }

  private let source: Source

  /// An empty collection of steps.
  static let none = QueryRelaxations(source: .none)

  private init(source: Source) { self.source = source }

  /// Creates the steps of a text of bare words.
  init(ofWords leaves: ArraySlice<QueryNode>) { self.init(source: .words(leaves)) }

  /// Creates the steps of a text of these operands.
  init(of neighbours: [QueryOperand]) { self.init(source: .neighbours(neighbours)) }

  /// Creates the steps of all texts in `tree` at once.
  init(of texts: [Text], in tree: [QueryNode]) {
    self.init(source: .texts(texts, tree: tree))
  }

  /// Returns the same steps for parts that `change` has changed, each of which stays a leaf if it
  /// is one.
  func mapped(_ change: (Query) -> Query) -> QueryRelaxations {
    switch source {
    case .none: self
    case .words(let leaves):
      QueryRelaxations(ofWords: leaves.flatMap { change(Query(nodes: [$0])).nodes }[...])
    case .neighbours(let items):
      QueryRelaxations(
        of: items.map { item in
          var item = item
          item.query = change(item.query)
          return item
        })
    case .texts(let texts, let tree):
      QueryRelaxations(
        of: texts.map { Text(query: change($0.query), steps: $0.steps.mapped(change)) }, in: tree)
    }
  }

  /// True if there is no step.
  var isEmpty: Bool { count == 0 }

  /// The number of steps.
  var count: Int {
    switch source {
    case .none: return 0
    case .words(let leaves): return max(0, leaves.count - 1)
    case .neighbours(let items):
      let looseCount = items.count { $0.isLoose }
      return looseCount == 0 ? 0 : looseCount - 1 + (items.contains(where: \.isNeeded) ? 1 : 0)
    case .texts(let texts, _): return texts.map(\.steps.count).max() ?? 0
    }
  }

  @inline(never)
  subscript(step: Int) -> Step {
    precondition(step >= 0 && step < count, "step \(step) is beyond the \(count) steps")
    switch source {
    case .none: preconditionFailure("step \(step) of an empty collection")
    case .words(let leaves):
      return Self.step(
        step, leaves.map { QueryOperand(query: Query(nodes: [$0]), isLoose: true) })
    case .neighbours(let items): return Self.step(step, items)
    case .texts(let texts, let tree): return Self.step(step, texts, tree)
    }
  }

  private static func step(_ step: Int, _ items: [QueryOperand]) -> Step {
    let loose = items.filter(\.isLoose).map(\.query)
    let needed = items.filter(\.isNeeded).map(\.query)
    let excluded = items.filter { $0.mark == .excluded }.map(\.query)
    let count = loose.count - 1 - step
    let query: Query =
      count > 0
      ? .all(needed + [.any(atLeast: count, loose)] + excluded)
      : .all([Query.all(needed).preferring(.any(loose))] + excluded)
    return Step(query: query, wordCount: count, allWordCount: loose.count)
  }

  @inline(never)
  private static func step(
    _ step: Int, _ texts: [Text], _ tree: [QueryNode]
  ) -> Step {
    let relaxed = texts.map { $0.relaxed(step) }
    let counts = counts(of: relaxed, in: tree)
    return Step(
      query: .replacingUsers(in: tree, by: relaxed.map(\.query)), wordCount: counts.required,
      allWordCount: counts.all)
  }

  /// Returns the number of words that every document of a tree with these texts has, and the number
  /// of words that may be missing.
  private static func counts(
    of texts: [Step], in tree: [QueryNode]
  ) -> (required: Int, all: Int) {
    var rest = texts[...]
    var counts: [(required: Int, all: Int)] = []
    for node in tree {
      if case .user = node, let text = rest.popFirst() {
        counts.append((text.wordCount, text.allWordCount))
        continue
      }
      var (required, all, least, partCount) = (0, 0, Int.max, 0)
      // Alternatives without such words have found nothing, or there would be no steps.
      for child in counts.suffix(node.childCount) where child.all > 0 {
        required += child.required
        all += child.all
        least = min(least, child.required)
        partCount += 1
      }
      if case .any(let atLeast, let count) = node, partCount > 0 {
        required = least * max(1, atLeast - (count - partCount))
      }
      counts.removeLast(node.childCount)
      counts.append((required, all))
    }
    return counts.last ?? (0, 0)
  }
}

extension QueryRelaxations: Equatable {
  static func == (left: QueryRelaxations, right: QueryRelaxations) -> Bool {
    left.count == right.count && (0..<left.count).allSatisfy { left[$0] == right[$0] }
  }
}
