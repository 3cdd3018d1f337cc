extension TermDictionary {
  /// Calls `body` with the infos of the terms in `ordinals`, in the order of the terms, whose bytes
  /// are not decoded.
  ///
  /// - Precondition: The dictionary has these terms.
  /// - Complexity: O(1) per term, and for the terms before the first in its block.
  @inline(__always)
  func forEachInfo(
    in ordinals: Range<Int>, _ body: (TermInfo) throws(SearchError) -> Void
  ) throws(SearchError) {
    precondition(
      ordinals.lowerBound >= 0 && ordinals.upperBound <= termCount,
      "terms \(ordinals) are beyond the \(termCount) terms")
    var next = ordinals.lowerBound
    var passed: TermEntryCursor?
    while next < ordinals.upperBound {
      let number = next / TermDictionaryFormat.termsPerBlock
      let first = number &* TermDictionaryFormat.termsPerBlock
      let end = min(ordinals.upperBound, first &+ TermDictionaryFormat.termsPerBlock)
      // SAFETY: the block borrows the section's bytes, and this value keeps the section.
      let block = try unsafe block(number)
      var entries = unsafe TermEntryCursor(block)
      // If blocks could share a list, going through all of them would take time quadratic in the
      // image's size.
      if let passed = unsafe passed, unsafe !entries.follows(passed) { throw damaged(number) }
      unsafe try Self.forEachInfo(
        of: block, &entries, upTo: end &- first, orDamaged: { damaged(number) },
        { (index, info) throws(SearchError) in
          if first &+ index >= next { try body(info) }
        })
      unsafe passed = entries
      next = end
    }
  }

  /// Calls `body` with the infos of the first `count` terms of a block, and their indices.
  @unsafe @inline(__always)
  private static func forEachInfo(
    of block: TermBlock, _ entries: inout TermEntryCursor, upTo count: Int,
    orDamaged damage: () -> SearchError, _ body: (Int, TermInfo) throws(SearchError) -> Void
  ) throws(SearchError) {
    var singleCount = 0
    for index in 0..<count {
      if unsafe block.singles &>> UInt16(truncatingIfNeeded: index) & 1 == 1 {
        try unsafe body(index, block.single(singleCount))
        singleCount &+= 1
      } else {
        guard let info = unsafe entries.next(block) else { throw damage() }
        try body(index, info)
      }
    }
  }
}
