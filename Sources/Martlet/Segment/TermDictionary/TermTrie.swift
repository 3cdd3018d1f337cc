/// Finds the block of a term: the trie over the blocks' separators, read where it lies.
///
/// Trusts no byte: a node must lie in the trie, and a child always lies after its parent, so that
/// every walk ends. See ``TermDictionaryFormat`` for the nodes.
///
/// - Complexity: one or two cache lines per level; a dictionary of some million terms has about
///   six levels.
@unsafe
struct TermTrie {
  private let bytes: SectionBytes
  /// The bytes of the trie in the section.
  private let range: Range<Int>
  /// The number of separators.
  let blockCount: Int

  /// The trie in `range` of `bytes`, which lies in the section and is followed by slack.
  init(_ bytes: SectionBytes, range: Range<Int>, blockCount: Int) {
    unsafe self.bytes = bytes
    unsafe self.range = range
    unsafe self.blockCount = blockCount
  }

  /// A place on the way down.
  private struct Node {
    var start: Int
    /// The number of the first separator in or below the node, and of the first after all of them.
    var first: Int
    var end: Int
  }

  /// Where the parts of a node are, in bytes from its start.
  private struct Layout {
    let widthCode: Int
    let pathCount: Int
    let childCount: Int
    let labels: Int
    let pairs: Int
    let size: Int
    /// 1 when a separator ends at the node, else 0.
    let ownCount: Int

    var path: Int { labels &- pathCount }

    /// Where the pair of the child `index`, which is not the first, starts.
    @inline(__always)
    func pair(_ index: Int) -> Int { pairs &+ ((index &- 1) &<< widthCode) }

    @inline(__always)
    init(_ node: UnsafeRawPointer) {
      // SAFETY: slack follows the trie, so that two bytes are readable.
      let head = unsafe Int(node.load(as: UInt8.self))
      let count = unsafe Int(node.load(fromByteOffset: 1, as: UInt8.self))
      widthCode = head &>> 5 & 3
      ownCount = head &>> 7
      pathCount = head & TermDictionaryFormat.maximumPathByteCount
      childCount = widthCode == 0 ? 0 : count &+ 1
      labels = pathCount &+ (widthCode == 0 ? 1 : 2)
      pairs = labels &+ childCount
      size = widthCode == 0 ? labels : pairs &+ ((childCount &- 1) &<< widthCode)
    }
  }

  /// What one node says about the key.
  private enum Step {
    case block(Int)
    case child(Node)
  }

  /// The block in which `key` is, or would be: that of the last separator not greater than it.
  ///
  /// With `pastPrefix`, the block in which the last term that starts with `key` would be. Nil when
  /// the trie is damaged so that it leads nowhere.
  ///
  /// - Precondition: there is a block.
  /// - Throws: `corrupted`.
  @inline(__always)
  func block(of key: TermKey, pastPrefix: Bool) throws(SearchError) -> Int? {
    var node = unsafe Node(start: range.lowerBound, first: 0, end: blockCount)
    var matched = 0
    while unsafe node.start < range.upperBound {
      switch unsafe try step(node, key, &matched, pastPrefix: pastPrefix) {
      case .child(let child): node = child
      case .block(let block): return unsafe block >= 0 && block < blockCount ? block : nil
      }
    }
    return nil
  }

  @inline(__always)
  private func step(
    _ node: Node, _ key: TermKey, _ matched: inout Int, pastPrefix: Bool
  ) throws(SearchError) -> Step {
    // Most nodes are shorter than a cache line, so that one touch is enough for them.
    let probe = unsafe min(64, range.upperBound &- node.start)
    try unsafe bytes.touch(node.start, node.start &+ probe)
    let start = unsafe bytes.base + node.start
    let layout = unsafe Layout(start)
    if layout.size > probe {
      guard unsafe layout.size <= range.upperBound &- node.start else { return .block(-1) }
      try unsafe bytes.touch(node.start, node.start &+ layout.size)
    }

    // SAFETY: the node lies in the trie (checked above), and slack follows it.
    let shared = unsafe key.sharedByteCount(
      from: matched, with: start + layout.path, limit: layout.pathCount)
    matched &+= shared
    if shared < layout.pathCount {
      if unsafe matched == key.count { return .block(pastPrefix ? node.end &- 1 : node.first &- 1) }
      let byte = unsafe start.load(fromByteOffset: layout.path &+ shared, as: UInt8.self)
      return .block(unsafe key.byte(at: matched) < byte ? node.first &- 1 : node.end &- 1)
    }
    if unsafe matched == key.count {
      return .block(pastPrefix ? node.end &- 1 : node.first &+ layout.ownCount &- 1)
    }
    if layout.childCount == 0 { return .block(node.end &- 1) }
    let label = unsafe key.byte(at: matched)
    matched &+= 1
    return unsafe child(of: node, start, layout, label)
  }

  /// The child of the node at `start` with the edge `label`, or the block before its place.
  @inline(__always)
  private func child(
    of node: Node, _ start: UnsafeRawPointer, _ layout: Layout, _ label: UInt8
  ) -> Step {
    // SAFETY: labels and pairs lie in the trie, and slack follows it.
    let labels = unsafe start + layout.labels
    let index = unsafe Self.firstIndex(notBelow: label, in: labels, count: layout.childCount)
    if index == layout.childCount { return .block(node.end &- 1) }
    var child = Node(
      start: node.start &+ layout.size, first: node.first &+ layout.ownCount, end: node.end)
    let width = 1 &<< (layout.widthCode &- 1)
    if index > 0 {
      let pair = unsafe start + layout.pair(index)
      child.start &+= unsafe Self.number(pair, layout.widthCode)
      child.first = unsafe node.first &+ Self.number(pair + width, layout.widthCode)
    }
    if unsafe labels.load(fromByteOffset: index, as: UInt8.self) != label {
      return .block(child.first &- 1)
    }
    if index &+ 1 < layout.childCount {
      let pair = unsafe start + layout.pair(index &+ 1)
      child.end = unsafe node.first &+ Self.number(pair + width, layout.widthCode)
    }
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
}
