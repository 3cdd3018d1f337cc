/// The trie over the blocks' separators, which finds the block of a term. Read in place.
///
/// Trusts no byte: a node must lie in the trie, and a child always lies after its parent, so every
/// walk ends. See ``TermDictionaryFormat`` for the nodes.
///
/// - Complexity: one or two cache lines per level; a dictionary of some million terms has about
///   six levels.
@unsafe
struct TermTrie {
  private let bytes: SectionBytes
  /// The range of the trie in the section.
  private let range: Range<Int>
  /// The number of separators.
  let blockCount: Int

  /// Creates a trie of `range` of `bytes`, which lies in the section and is followed by slack.
  init(_ bytes: SectionBytes, range: Range<Int>, blockCount: Int) {
    unsafe self.bytes = bytes
    unsafe self.range = range
    unsafe self.blockCount = blockCount
  }

  /// A node on the way down.
  private struct Node {
    /// The offset of the node, in 64 bits because a damaged offset may exceed an `Int` of 32.
    var start: UInt64
    /// The number of the first separator in or below the node, and of the first after all of them.
    var first: Int
    var end: Int
  }

  /// The layout of a node with children.
  private struct Layout {
    let childCount: Int
    /// The bit width of one number, and the mask of a number's bits.
    let numberBits: UInt64
    let numberMask: UInt64
    /// The binary logarithm of the byte count of a pair.
    let pairShift: Int
    /// Offsets from the node's start, and the node's size.
    let pairs: Int
    let path: Int
    let size: Int

    static var labels: Int { 2 }

    @inline(__always)
    init(_ start: UnsafeRawPointer, widthCode: Int, pathCount: Int) {
      // SAFETY: slack follows the trie, so that two bytes are readable.
      childCount = unsafe Int(start.load(fromByteOffset: 1, as: UInt8.self)) &+ 1
      pairShift = widthCode
      numberBits = 4 &<< UInt64(truncatingIfNeeded: widthCode)
      numberMask = (1 &<< numberBits) &- 1
      pairs = Self.labels &+ childCount
      path = pairs &+ childCount &<< widthCode
      size = path &+ pathCount
    }
  }

  /// The outcome of comparing the key with one node.
  private enum Step {
    case block(Int)
    case child(Node)
  }

  /// Returns the block of `key`: that of the last separator not greater than it.
  ///
  /// With `pastPrefix`, returns the block in which the last term that starts with `key` would be.
  /// Returns nil when the trie is so damaged that the walk does not lead to a block.
  ///
  /// - Precondition: There is a block.
  @inline(__always)
  func block(of key: TermKey, pastPrefix: Bool) throws(SearchError) -> Int? {
    var node = unsafe Node(start: UInt64(range.lowerBound), first: 0, end: blockCount)
    var matched = 0
    while unsafe node.start < UInt64(range.upperBound) {
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
    // Most nodes are shorter than a cache line, so one check of their pages is enough.
    let lower = Int(truncatingIfNeeded: node.start)
    let rest = unsafe range.upperBound &- lower
    let probe = min(64, rest)
    try unsafe bytes.verify(lower, lower &+ probe)
    let start = unsafe bytes.base + lower
    // SAFETY: the node starts in the trie.
    let head = unsafe start.load(as: UInt8.self)
    let pathCount = Int(head) & TermDictionaryFormat.maximumPathByteCount
    let widthCode = Int(head &>> 5) & 3
    if widthCode == 0 {
      guard pathCount < rest else { return .block(-1) }
      return unsafe follow(start + 1, pathCount, key, &matched, node, pastPrefix)
        ?? .block(node.end &- 1)
    }

    let layout = unsafe Layout(start, widthCode: widthCode, pathCount: pathCount)
    if layout.size > probe {
      guard layout.size <= rest else { return .block(-1) }
      try unsafe bytes.verify(lower, lower &+ layout.size)
    }
    if pathCount > 0,
      let step = unsafe follow(start + layout.path, pathCount, key, &matched, node, pastPrefix)
    {
      return step
    }
    if unsafe matched == key.count {
      let own = Int(head &>> 7)
      return .block(pastPrefix ? node.end &- 1 : node.first &+ own &- 1)
    }
    let label = unsafe key.byte(at: matched)
    matched &+= 1
    return unsafe child(of: node, start, layout, label)
  }

  /// Compares the key with a node's path of `count` bytes; returns nil when the key goes on after
  /// it.
  @inline(__always)
  private func follow(
    _ path: UnsafeRawPointer, _ count: Int, _ key: TermKey, _ matched: inout Int, _ node: Node,
    _ pastPrefix: Bool
  ) -> Step? {
    // SAFETY: the path lies in the trie, and slack follows it.
    let shared = unsafe key.sharedByteCount(from: matched, with: path, limit: count)
    matched &+= shared
    if shared == count { return nil }
    if unsafe matched == key.count { return .block(pastPrefix ? node.end &- 1 : node.first &- 1) }
    let byte = unsafe path.load(fromByteOffset: shared, as: UInt8.self)
    return .block(unsafe key.byte(at: matched) < byte ? node.first &- 1 : node.end &- 1)
  }

  /// Returns the child of the node at `start` with the edge `label`, or the block before that edge.
  @inline(__always)
  private func child(
    of node: Node, _ start: UnsafeRawPointer, _ layout: Layout, _ label: UInt8
  ) -> Step {
    // SAFETY: labels and pairs lie in the trie, and after its last byte 15 more are readable.
    let labels = unsafe start + Layout.labels
    let index = unsafe Self.firstIndex(notBelow: label, in: labels, count: layout.childCount)
    if index == layout.childCount { return .block(node.end &- 1) }
    let pair = unsafe start + (layout.pairs &+ index &<< layout.pairShift)
    let numbers = unsafe UInt64(littleEndian: pair.loadUnaligned(as: UInt64.self))
    let offset = numbers & layout.numberMask
    let first = Int(truncatingIfNeeded: numbers &>> layout.numberBits & layout.numberMask)
    if unsafe labels.load(fromByteOffset: index, as: UInt8.self) != label {
      return .block(node.first &+ first &- 1)
    }
    let next = unsafe pair + (1 &<< layout.pairShift)
    let nextNumbers = unsafe UInt64(littleEndian: next.loadUnaligned(as: UInt64.self))
    let end = Int(truncatingIfNeeded: nextNumbers &>> layout.numberBits & layout.numberMask)
    return .child(
      Node(
        start: node.start &+ UInt64(truncatingIfNeeded: layout.size) &+ offset,
        first: node.first &+ first,
        end: index &+ 1 < layout.childCount ? node.first &+ end : node.end))
  }

  /// Returns the index of the first of the rising `labels` not less than `label`; `count` if none.
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
