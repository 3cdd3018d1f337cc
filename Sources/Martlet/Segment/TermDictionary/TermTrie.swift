/// Finds the block of a term: the trie over the blocks' separators, read where it lies.
///
/// Trusts no byte: a node must lie in the trie, and a child always lies after its parent, so that
/// every walk ends. See ``TermDictionaryFormat`` for the nodes.
///
/// - Complexity: one or two cache lines per level; a dictionary of some million terms has about
///   six levels.
struct TermTrie: Sendable {
  let section: Section
  /// The bytes of the trie in the section.
  let range: Range<Int>
  /// The number of separators.
  let blockCount: Int

  /// One node, with what the walk must know to go on.
  private struct Node {
    var start: Int
    /// The number of the first separator in or below the node, and of the first after it.
    var first: Int
    var end: Int
  }

  /// What one node says about the key.
  private enum Step {
    case block(Int)
    case child(Node)
  }

  /// The block in which `key` is, or would be: that of the last separator not greater than it.
  ///
  /// With `pastPrefix`, the block in which the last term that starts with `key` would be.
  ///
  /// - Precondition: there is a block.
  /// - Throws: `corrupted`.
  @unsafe @inline(__always)
  func block(of key: TermKey, pastPrefix: Bool) throws(SearchError) -> Int {
    var node = Node(start: range.lowerBound, first: 0, end: blockCount)
    var matched = 0
    while true {
      switch unsafe try step(node, key, &matched, pastPrefix: pastPrefix) {
      case .child(let child):
        node = child
      case .block(let block):
        guard block >= 0, block < blockCount else { throw outside(block, at: node.start) }
        return block
      }
    }
  }

  @unsafe @inline(__always)
  private func step(
    _ node: Node, _ key: TermKey, _ matched: inout Int, pastPrefix: Bool
  ) throws(SearchError) -> Step {
    guard node.start < range.upperBound else { throw outside(node.start, at: node.start) }
    // The slack after the trie makes two bytes readable; the rest of the node is checked below.
    try section.touch(node.start..<(node.start &+ 2))
    // SAFETY: in bounds (checked by `touch`).
    let bytes = unsafe section.bytes.base + node.start
    let head = unsafe bytes.load(as: UInt8.self)
    let widthCode = Int(head &>> 5) & 3
    let pathCount = Int(head) & TermDictionaryFormat.maximumPathByteCount
    let childCount =
      widthCode == 0 ? 0 : Int(unsafe bytes.load(fromByteOffset: 1, as: UInt8.self)) &+ 1
    let width = (1 &<< widthCode) &>> 1
    let path = widthCode == 0 ? 1 : 2
    let labels = path &+ pathCount
    let pairs = labels &+ childCount
    let size = pairs &+ max(0, childCount &- 1) &* 2 &* width
    guard size <= range.upperBound &- node.start else { throw outside(size, at: node.start) }
    try section.touch(node.start..<(node.start &+ size))

    // SAFETY: the node lies in the trie (checked above), and slack follows it.
    let shared = unsafe key.sharedByteCount(from: matched, with: bytes + path, limit: pathCount)
    matched &+= shared
    if shared < pathCount {
      if unsafe matched == key.count { return .block(pastPrefix ? node.end &- 1 : node.first &- 1) }
      let label = unsafe bytes.load(fromByteOffset: path &+ shared, as: UInt8.self)
      return .block(unsafe key.byte(at: matched) < label ? node.first &- 1 : node.end &- 1)
    }
    let ownCount = Int(head &>> 7)
    if unsafe matched == key.count {
      return .block(pastPrefix ? node.end &- 1 : node.first &+ ownCount &- 1)
    }
    if childCount == 0 { return .block(node.end &- 1) }

    let label = unsafe key.byte(at: matched)
    let index = unsafe Self.firstIndex(notBelow: label, in: bytes + labels, count: childCount)
    if index == childCount { return .block(node.end &- 1) }
    var child = Node(start: node.start &+ size, first: node.first &+ ownCount, end: node.end)
    // SAFETY: all pairs lie in the node.
    if index > 0 {
      let pair = unsafe bytes + (pairs &+ (index &- 1) &* 2 &* width)
      child.start &+= unsafe Self.number(pair, widthCode)
      child.first = unsafe node.first &+ Self.number(pair + width, widthCode)
    }
    if unsafe bytes.load(fromByteOffset: labels &+ index, as: UInt8.self) != label {
      return .block(child.first &- 1)
    }
    if index &+ 1 < childCount {
      let pair = unsafe bytes + (pairs &+ index &* 2 &* width)
      child.end = unsafe node.first &+ Self.number(pair + width, widthCode)
    }
    matched &+= 1
    return .child(child)
  }

  /// The number of 1, 2 or 4 bytes, for the width codes 1, 2 and 3.
  @unsafe @inline(__always)
  private static func number(_ bytes: UnsafeRawPointer, _ widthCode: Int) -> Int {
    // SAFETY: slack follows the trie, so that four bytes are readable.
    let word = unsafe UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
    return Int(word & (UInt32.max &>> UInt32(truncatingIfNeeded: 32 &- (4 &<< widthCode))))
  }

  /// The index of the first of the rising `labels` that is not below `label`; `count` if none.
  ///
  /// Compares eight bytes at a time: the subtraction leaves a byte's high bit set where its low
  /// seven bits are not below the label's, and the high bits themselves decide where they differ.
  @unsafe @inline(__always)
  private static func firstIndex(
    notBelow label: UInt8, in labels: UnsafeRawPointer, count: Int
  ) -> Int {
    let high: UInt64 = 0x8080_8080_8080_8080
    let wanted = UInt64(label) &* 0x0101_0101_0101_0101
    var index = 0
    while index < count {
      // SAFETY: slack follows the trie, so that eight bytes are readable from any of its bytes.
      let word = unsafe UInt64(
        littleEndian: labels.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let lowNotBelow = (word | high) &- (wanted & ~high)
      let notBelow = ((word & ~wanted) | (~(word ^ wanted) & lowNotBelow)) & high
      if notBelow != 0 { return min(count, index &+ (notBelow.trailingZeroBitCount &>> 3)) }
      index &+= 8
    }
    return count
  }

  @inline(never)
  private func outside(_ value: Int, at offset: Int) -> SearchError {
    section.corrupted("the trie of the term dictionary leads to \(value)", at: offset)
  }
}
