/// A node of a ``WindowTree``.
///
/// The children of a group come before it, required ones first, then optional, then prohibited. The
/// first is not prohibited: a group without required clauses and without a minimum of optional ones
/// matches nothing, and nodes that match nothing are left out.
final class WindowNode {
  /// The kind of a node.
  enum Kind {
    case everything
    case term(TermScorer)
    case group(ClauseCounts)
  }

  /// The role of a node in its group.
  enum Role {
    case required
    case optional
    case prohibited
  }

  let kind: Kind
  /// The index of the first node of this subtree.
  let start: Int
  /// The documents of the current window that match.
  let bits = WindowBits()
  /// A set of documents for intermediate results of a group.
  let scratch = WindowBits()

  /// The index of the group; nil for the root.
  private(set) var parent: Int?
  private(set) var role = Role.required
  /// True if the node is the first of its role in its group; ``isLast`` is true for the last one.
  private(set) var isFirst = true
  private(set) var isLast = true
  /// True if the next child of the group is prohibited.
  private(set) var isBeforeProhibited = false

  init(_ kind: Kind, start: Int) {
    self.kind = kind
    self.start = start
  }

  /// Makes this node child `number` of a group at `parent`.
  func join(_ counts: ClauseCounts, at parent: Int, number: Int) {
    let needed = counts.required + counts.optional
    let range: Range<Int>
    switch number {
    case ..<counts.required: (role, range) = (.required, 0..<counts.required)
    case ..<needed: (role, range) = (.optional, counts.required..<needed)
    default: (role, range) = (.prohibited, needed..<counts.total)
    }
    self.parent = parent
    isFirst = number == range.lowerBound
    isLast = number == range.upperBound - 1
    isBeforeProhibited = number + 1 >= needed && number + 1 < counts.total
  }

  /// Finds the documents that a leaf matches in the window.
  func matchLeaf(from start: DocumentID, to end: DocumentID) throws(SearchError) {
    switch kind {
    case .everything: bits.fill(count: Int(end &- start))
    case .term(let scorer):
      bits.removeAll()
      try scorer.mark(from: start, to: end, in: bits)
    case .group: break
    }
  }
}
