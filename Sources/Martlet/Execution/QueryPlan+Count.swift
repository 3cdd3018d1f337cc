/// The number of documents that match, where the lists alone tell it.
extension QueryPlan {
  /// The number of documents that match, when nobody has to look for them; else nil.
  func knownCount(in segments: SegmentSet) -> Int? {
    switch root {
    case .nothing: 0
    case .everything: segments.documentCount
    case .term, .phrase: count(of: root, segments)
    case .boolean(let counts):
      // What only adds to scores excludes no document.
      counts.required == 1 && counts.prohibited == 0 && counts.atLeast == 0 && firstChildIsLeaf
        ? count(of: nodes[0], segments) : nil
    }
  }

  /// The number of documents that have a word, or a phrase of which all segments have a list, and no
  /// deletion.
  private func count(of leaf: Node, _ segments: SegmentSet) -> Int? {
    switch leaf {
    case .term(let place): return terms[place].documentFrequency
    case .phrase(let place):
      var count = 0
      for (pairs, segment) in zip(phrases[place].pairs, segments.segments) {
        guard let pairs, !pairs.isAbsent else { continue }
        guard let list = pairs.whole, segment.live.deletedCount == 0 else { return nil }
        count += list.info.documentFrequency
      }
      return count
    default: return nil
    }
  }

  /// True when the first child of the root has no children.
  private var firstChildIsLeaf: Bool {
    var roots = 0
    for node in nodes.dropFirst().dropLast() {
      // A node with more children than there are behind the first one has that too.
      guard node.childCount <= roots else { return false }
      roots += 1 - node.childCount
    }
    return true
  }
}
