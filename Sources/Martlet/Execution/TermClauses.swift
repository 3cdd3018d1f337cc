/// The words of a group that has nothing else, by their roles.
///
/// A word is a leaf of the plan that is one list in a segment; this includes phrases for which the
/// segment keeps such a list. A clause that is itself a group of alternative words is replaced by
/// these words: as a required clause it is met by any of them, and elsewhere they count as clauses
/// of the outer group.
struct TermClauses: Sendable {
  /// The words in the order of the clauses.
  private let words: [PlanNode]
  /// The end in `words` of each required clause, and then of the optional words; empty if each
  /// clause is one word.
  private let ends: [Int]
  private let counts: ClauseCounts
  /// True if no document can match one of the required clauses.
  let isImpossible: Bool

  /// Creates the clauses of the tree `nodes`; nil if its root is not a group, or if it has anything
  /// but words.
  ///
  /// - Parameter isList: Returns true for a word or phrase that is one list, which may be empty.
  init?(_ nodes: [PlanNode], isList: (PlanNode) -> Bool) {
    guard case .boolean(let counts) = nodes.last else { return nil }
    self.counts = counts
    if nodes.count == counts.total + 1, nodes.dropLast().allSatisfy(\.isWord) {
      guard nodes.dropLast().allSatisfy(isList) else { return nil }
      (words, ends, isImpossible) = (nodes, [], false)
      return
    }
    var rest = nodes.dropLast()
    var (words, sizes): ([PlanNode], [Int]) = ([], [])
    for _ in 0..<counts.total {
      let start = words.count
      guard Self.popWords(&rest, isList, into: &words) else { return nil }
      sizes.append(words.count - start)
    }
    sizes.reverse()
    self.words = words.reversed()
    isImpossible = sizes[..<counts.required].contains(0)
    var (ends, end) = ([Int](), 0)
    for size in sizes[..<counts.required] {
      end += size
      ends.append(end)
    }
    ends.append(end + sizes[counts.required...].prefix(counts.optional).reduce(0, +))
    self.ends = ends
  }

  /// The number of required clauses, of each of which a document must have a word.
  var requiredCount: Int { counts.required }

  /// Returns the words of a required clause.
  func required(_ index: Int) -> ArraySlice<PlanNode> {
    if ends.isEmpty { return words[index..<(index + 1)] }
    return words[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  /// The words that add to the score; without required clauses, a document must have one of them.
  var optional: ArraySlice<PlanNode> {
    if ends.isEmpty { return words[counts.required...].prefix(counts.optional) }
    return words[(counts.required == 0 ? 0 : ends[counts.required - 1])..<ends[counts.required]]
  }

  /// The words that a document must not have.
  var prohibited: ArraySlice<PlanNode> {
    if ends.isEmpty { return words[(counts.total - counts.prohibited)..<counts.total] }
    return words[ends[counts.required]...]
  }

  /// Removes the last subtree and appends its words, if it is a word or a group of alternative
  /// words.
  ///
  /// - Returns: False if the subtree is anything else.
  private static func popWords(
    _ nodes: inout ArraySlice<PlanNode>, _ isList: (PlanNode) -> Bool,
    into words: inout [PlanNode]
  ) -> Bool {
    guard let node = nodes.popLast() else { return false }
    guard case .boolean(let counts) = node else { return take(node, isList, into: &words) }
    guard counts.isAny else { return false }
    for _ in 0..<counts.optional {
      guard let word = nodes.popLast(), take(word, isList, into: &words) else { return false }
    }
    return true
  }

  /// Appends a word; returns false if the node is anything else.
  private static func take(
    _ node: PlanNode, _ isList: (PlanNode) -> Bool, into words: inout [PlanNode]
  ) -> Bool {
    if case .nothing = node { return true }
    guard node.isWord, isList(node) else { return false }
    words.append(node)
    return true
  }
}

extension PlanNode {
  /// True for a word or phrase.
  fileprivate var isWord: Bool {
    switch self {
    case .term, .phrase: true
    case .nothing, .everything, .boolean: false
    }
  }
}
