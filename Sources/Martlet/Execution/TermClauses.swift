/// The words of a group that has nothing else, by what they are to it: leaves of the plan that are one list
/// in a segment, also phrases of which it keeps such a list.
///
/// Words within an inner group of which any will do count as words of the group itself where that is
/// the same: among those that only add to the score, or that are prohibited.
struct TermClauses: Sendable {
  /// The words in the order of the clauses.
  private let words: [QueryPlan.Node]
  /// Where the words of each demand end, and then those that add to the score; empty when each clause is one
  /// word.
  private let ends: [Int]
  private let counts: ClauseCounts
  /// True when one of the demands can be met by no document.
  let isImpossible: Bool

  /// The words of the tree `nodes`; nil when its root is no group, or there is something else in it.
  ///
  /// - Parameter isList: Returns true for a word or phrase that is one list, which may be empty.
  init?(_ nodes: [QueryPlan.Node], isList: (QueryPlan.Node) -> Bool) {
    guard case .boolean(let counts) = nodes.last else { return nil }
    self.counts = counts
    if nodes.count == counts.total + 1, nodes.dropLast().allSatisfy(\.isWord) {
      guard nodes.dropLast().allSatisfy(isList) else { return nil }
      (words, ends, isImpossible) = (nodes, [], false)
      return
    }
    var rest = nodes.dropLast()
    var (words, sizes): ([QueryPlan.Node], [Int]) = ([], [])
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

  /// The demands, for each of which a document must have a word.
  var requiredCount: Int { counts.required }

  /// The words of a demand.
  func required(_ index: Int) -> ArraySlice<QueryPlan.Node> {
    if ends.isEmpty { return words[index..<(index + 1)] }
    return words[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  /// Words that add to the score; without required ones, any of them will do.
  var optional: ArraySlice<QueryPlan.Node> {
    if ends.isEmpty { return words[counts.required...].prefix(counts.optional) }
    return words[(counts.required == 0 ? 0 : ends[counts.required - 1])..<ends[counts.required]]
  }

  /// Words that a document must not have.
  var prohibited: ArraySlice<QueryPlan.Node> {
    if ends.isEmpty { return words[(counts.total - counts.prohibited)..<counts.total] }
    return words[ends[counts.required]...]
  }

  /// Removes the last subtree, and puts its words behind the others, when any of them will do.
  ///
  /// - Returns: False when it is something else.
  private static func popWords(
    _ nodes: inout ArraySlice<QueryPlan.Node>, _ isList: (QueryPlan.Node) -> Bool,
    into words: inout [QueryPlan.Node]
  ) -> Bool {
    guard let node = nodes.popLast() else { return false }
    guard case .boolean(let counts) = node else { return take(node, isList, into: &words) }
    guard counts.isAny else { return false }
    for _ in 0..<counts.optional {
      guard let word = nodes.popLast(), take(word, isList, into: &words) else { return false }
    }
    return true
  }

  /// Puts a word behind the others; false when it is something else.
  private static func take(
    _ node: QueryPlan.Node, _ isList: (QueryPlan.Node) -> Bool, into words: inout [QueryPlan.Node]
  ) -> Bool {
    if case .nothing = node { return true }
    guard node.isWord, isList(node) else { return false }
    words.append(node)
    return true
  }
}

extension QueryPlan.Node {
  /// True for a word or phrase.
  fileprivate var isWord: Bool {
    switch self {
    case .term, .phrase: true
    case .nothing, .everything, .boolean: false
    }
  }
}
