/// Counts that the postings lists give without a search.
extension QueryPlan {
  /// Returns the number of documents that match if it is known without a search, and nil otherwise.
  func knownCount(in segments: SegmentSet) -> Int? {
    switch root {
    case .nothing: 0
    case .everything: segments.documentCount
    case .term, .phrase: count(of: root, segments)
    case .boolean(let counts):
      // Optional clauses, which only add to scores, exclude no document.
      counts.required == 1 && counts.prohibited == 0 && counts.atLeast == 0 && firstChildIsLeaf
        ? count(of: nodes[0], segments) : nil
    }
  }

  /// Returns the number of documents that have a word or a phrase. It is nil for a phrase unless
  /// every segment that may have it has a list for it and no deletions.
  private func count(of leaf: PlanNode, _ segments: SegmentSet) -> Int? {
    switch leaf {
    case .term(let number): return terms[number].documentFrequency
    case .phrase(let number):
      var count = 0
      for (pairs, segment) in zip(phrases[number].pairs, segments.segments) {
        guard let pairs, !pairs.isAbsent else { continue }
        guard let list = pairs.whole, segment.live.deletedCount == 0 else { return nil }
        count += list.info.documentFrequency
      }
      return count
    default: return nil
    }
  }

  /// True if the first child of the root has no children.
  private var firstChildIsLeaf: Bool {
    var roots = 0
    for node in nodes.dropFirst().dropLast() {
      // A node with more children than there are roots after the first child has that child among
      // its own.
      guard node.childCount <= roots else { return false }
      roots += 1 - node.childCount
    }
    return true
  }
}
