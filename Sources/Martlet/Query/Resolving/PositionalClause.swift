/// Terms of one field that have to stand at certain positions: near each other, in loose order, or
/// at the beginning.
///
/// A tree of *spans*: each node has, in every document, the stretches of the text that it matches.
struct PositionalClause: Sendable, Hashable {
  /// A node of the tree.
  enum Node: PostorderNode, Sendable, Hashable {
    /// Each occurrence of any of the terms.
    case terms([[UInt8]])
    /// Each occurrence of a term that begins with this one.
    case prefix([UInt8])
    /// Each occurrence of a word that the pattern describes.
    case pattern(TermPattern)
    /// The children, each one term long, at these offsets from each other; moved against each other
    /// by at most `slop` positions. With a slop, the shortest match from each beginning counts.
    case phrase(offsets: [UInt32], slop: Int)
    /// The spans of any of the children.
    case any(count: Int)
    /// Two spans that do not overlap, with at most `distance` positions between them, and all from
    /// the first to the last.
    case near(distance: Int, inOrder: Bool)
    /// The spans of the child that begin at the first position of the field.
    case start
    /// The spans of the child, each with some positions after it, which the last term covers as
    /// well: a pair of letters that of the second one, a word with parts those of its parts.
    case widened(by: Int)

    var childCount: Int {
      switch self {
      case .terms, .prefix, .pattern: 0
      case .phrase(let offsets, _): offsets.count
      case .any(let count): count
      case .near: 2
      case .start, .widened: 1
      }
    }
  }

  var field: FieldID
  /// The tree in postorder.
  var nodes: [Node]
  var boost: Float
}

extension PositionalClause.Node {
  /// True for the node that adds positions to its child.
  var isWidened: Bool {
    if case .widened = self { true } else { false }
  }
}

extension PositionalClause {
  /// True if all that the clause matches counts as one word: it is one, or any of several.
  var isOneWord: Bool {
    var last = nodes.count - 1
    while last > 0, nodes[last] == .start || nodes[last].isWidened { last -= 1 }
    return switch nodes[last] {
    case .terms, .prefix, .pattern, .any: true
    default: false
    }
  }
}
