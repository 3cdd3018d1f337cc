/// A node of a tree that is stored as an array in postorder: the children of a node come directly
/// before it, each with its own subtree, and the last node is the root.
///
/// So a tree of any depth is copied, compared, hashed and destroyed without recursion. It is read
/// with ``Swift/Array/folded(_:)``, or from both ends with ``Swift/Array/subtreeStarts()``.
protocol PostorderNode {
  /// The number of subtrees before this node that are its children.
  var childCount: Int { get }
}

extension Array where Element: PostorderNode {
  /// Computes a value for every node from the values of its children, bottom up, and returns the
  /// root's value.
  ///
  /// - Parameter value: A closure that returns the value of a node, given the values of its
  ///   children in order.
  /// - Complexity: O(nodes).
  func folded<Value, Failure: Error>(
    _ value: (Element, ArraySlice<Value>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var values: [Value] = []
    if count > 1 { values.reserveCapacity(Swift.min(count, 8)) }
    if count == 1, self[0].childCount == 0 { return try value(self[0], []) }
    for node in self {
      // A leaf, as most nodes are, takes no slice and removes nothing.
      guard node.childCount > 0 else {
        values.append(try value(node, []))
        continue
      }
      // The slice is released before the array changes; a variable for it would make each change a
      // copy.
      let result = try value(node, values.suffix(node.childCount))
      values.removeLast(node.childCount)
      values.append(consume result)
    }
    return values[0]
  }

  /// The number of nodes on the longest path from the root to a leaf; 1 for a single leaf.
  var depth: Int { folded { _, children in (children.max() ?? 0) + 1 } }

  /// Returns for each node the index of the first node of its subtree.
  ///
  /// The last child of node `i` is node `i - 1`, and the child before a child `c` is node
  /// `starts[c] - 1`.
  ///
  /// - Complexity: O(nodes).
  func subtreeStarts() -> [Int] {
    var starts: [Int] = []
    starts.reserveCapacity(count)
    var roots: [Int] = []
    for (index, node) in enumerated() {
      let start = node.childCount == 0 ? index : starts[roots[roots.count - node.childCount]]
      roots.removeLast(node.childCount)
      roots.append(index)
      starts.append(start)
    }
    return starts
  }

  /// The ranges of the subtrees of the root's children, in order.
  ///
  /// - Complexity: O(nodes).
  var childRanges: [Range<Int>] {
    guard let root = last else { return [] }
    let starts = subtreeStarts()
    var ranges: [Range<Int>] = []
    var end = count - 1
    for _ in 0..<root.childCount {
      ranges.append(starts[end - 1]..<end)
      end = starts[end - 1]
    }
    return ranges.reversed()
  }

  /// True if every node follows its children, and there is one root.
  var isOneTree: Bool {
    var roots = 0
    for node in self {
      guard node.childCount <= roots else { return false }
      roots += 1 - node.childCount
    }
    return roots == 1
  }
}
