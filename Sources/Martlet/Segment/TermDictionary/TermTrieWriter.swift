/// Turns the separators of a dictionary's blocks into the trie of ``TermDictionaryFormat``.
///
/// The nodes are written from the last to the first, and each from its last byte to its first. So
/// the sizes of a node's children are known when it is written, and its numbers can be as narrow as
/// possible. The bytes are reversed at the end.
///
/// - Complexity: O(bytes of all separators).
struct TermTrieWriter {
  /// A node on the path to the current separator, not yet written.
  private struct Node {
    /// The number of bytes from the root.
    var depth: Int
    var endsSeparator: Bool
    /// The number of topmost elements of `children` that belong to the node.
    var childCount = 0
  }

  /// A written node, as its parent needs it.
  private struct Child {
    var label: UInt8
    /// The number of bytes written up to and including the node.
    var end: Int
    /// The number of its first separator.
    var number: Int
  }

  private var separators: [UInt8] = []
  /// The end of each separator in `separators`.
  private var ends: [Int] = []
  private var path: [Node] = []
  /// The written children of all nodes of the path, each node's in descending order.
  private var children: [Child] = []
  private var reversed: [UInt8] = []

  /// Adds the separator of the next block, greater than all before it; the first is empty.
  mutating func append(_ separator: some Collection<UInt8>) {
    separators.append(contentsOf: separator)
    ends.append(separators.count)
  }

  /// Writes the trie and returns its size.
  mutating func write(to output: ByteWriter) -> Int {
    guard let last = ends.indices.last else { return 0 }
    path.append(Node(depth: range(last).count, endsSeparator: true))
    for number in stride(from: last - 1, through: 0, by: -1) {
      let shared = sharedByteCount(number)
      close(to: shared, number: number + 1)
      if range(number).count == shared {
        path[path.count - 1].endsSeparator = true
      } else {
        path.append(Node(depth: range(number).count, endsSeparator: true))
      }
    }
    writeNode(path.removeLast(), path: 0..<0, number: 0)
    reversed.reverse()
    output.append(reversed)
    return reversed.count
  }

  private func range(_ number: Int) -> Range<Int> {
    (number == 0 ? 0 : ends[number - 1])..<ends[number]
  }

  /// Returns the number of bytes that separator `number` shares with the one after it.
  private func sharedByteCount(_ number: Int) -> Int {
    let (left, right) = (range(number), range(number + 1))
    let limit = min(left.count, right.count)
    var shared = 0
    while shared < limit,
      separators[left.lowerBound + shared] == separators[right.lowerBound + shared]
    {
      shared += 1
    }
    return shared
  }

  /// Writes the nodes of the path deeper than `depth`, which lead to separator `number`, and makes
  /// sure that there is a node at `depth`.
  private mutating func close(to depth: Int, number: Int) {
    let separator = range(number).lowerBound
    while let node = path.last, node.depth > depth {
      path.removeLast()
      if (path.last?.depth ?? -1) < depth {
        path.append(Node(depth: depth, endsSeparator: false))
      }
      let parent = path[path.count - 1].depth
      writeBranch(
        node, path: (separator + parent + 1)..<(separator + node.depth), number: number)
      children.append(
        Child(label: separators[separator + parent], end: reversed.count, number: number))
      path[path.count - 1].childCount += 1
    }
  }

  /// Writes `node`, and where its path is too long for one node, nodes with one child above it.
  private mutating func writeBranch(_ node: Node, path: Range<Int>, number: Int) {
    var node = node
    var path = path
    while path.count > TermDictionaryFormat.maximumPathByteCount {
      let cut = path.upperBound - TermDictionaryFormat.maximumPathByteCount
      writeNode(node, path: cut..<path.upperBound, number: number)
      children.append(Child(label: separators[cut - 1], end: reversed.count, number: number))
      node = Node(depth: 0, endsSeparator: false, childCount: 1)
      path = path.lowerBound..<(cut - 1)
    }
    writeNode(node, path: path, number: number)
  }

  /// Writes one node from its last byte to its first, and removes its children from `children`.
  private mutating func writeNode(_ node: Node, path: Range<Int>, number: Int) {
    let size = reversed.count
    let own = children.suffix(node.childCount)
    let largest = own.map { max(size - $0.end, $0.number - number) }.max() ?? 0
    let widthCode = own.isEmpty ? 0 : largest < 1 << 8 ? 1 : largest < 1 << 16 ? 2 : 3
    let width = (1 << widthCode) / 2
    reversed.append(contentsOf: separators[path].reversed())
    for child in own {
      appendReversed(child.number - number, byteWidth: width)
      appendReversed(size - child.end, byteWidth: width)
    }
    reversed.append(contentsOf: own.map(\.label))
    if !own.isEmpty { reversed.append(UInt8(own.count - 1)) }
    let separatorBit = node.endsSeparator ? TermDictionaryFormat.separatorBit : 0
    reversed.append(separatorBit | UInt8(widthCode << 5) | UInt8(path.count))
    children.removeLast(node.childCount)
  }

  private mutating func appendReversed(_ value: Int, byteWidth: Int) {
    for index in stride(from: byteWidth - 1, through: 0, by: -1) {
      reversed.append(UInt8(truncatingIfNeeded: value >> (index * 8)))
    }
  }
}
