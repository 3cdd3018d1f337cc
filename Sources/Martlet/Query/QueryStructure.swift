/// Reading the tree without recursion.
extension Query {
  /// Computes a value of every node from the values of its children, bottom up, and gives the
  /// root's.
  ///
  /// - Parameter value: Gets the node and the values of its children in order.
  /// - Complexity: O(nodes).
  func folded<Value, Failure: Error>(
    _ value: (QueryNode, ArraySlice<Value>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var values: [Value] = []
    for node in nodes {
      // The slice is gone before the array changes; a name for it would make each change a copy.
      let result = try value(node, values.suffix(node.childCount))
      values.removeLast(node.childCount)
      values.append(result)
    }
    return values[0]
  }

  /// The longest way from the root to a leaf, 1 for a leaf alone.
  var depth: Int { folded { _, children in (children.max() ?? 0) + 1 } }

  /// For each node the index of the first node of its subtree.
  ///
  /// The last child of node `i` is node `i - 1`, the child before a child `c` is node
  /// `starts[c] - 1`.
  ///
  /// - Complexity: O(nodes).
  func subtreeStarts() -> [Int] {
    var starts: [Int] = []
    starts.reserveCapacity(nodes.count)
    var roots: [Int] = []
    for (index, node) in nodes.enumerated() {
      let start = node.childCount == 0 ? index : starts[roots[roots.count - node.childCount]]
      roots.removeLast(node.childCount)
      roots.append(index)
      starts.append(start)
    }
    return starts
  }

  /// Whether every node has its children before it, and one root is left.
  static func isOneTree(_ nodes: [QueryNode]) -> Bool {
    var roots = 0
    for node in nodes {
      guard node.childCount <= roots else { return false }
      roots += 1 - node.childCount
    }
    return roots == 1
  }
}
