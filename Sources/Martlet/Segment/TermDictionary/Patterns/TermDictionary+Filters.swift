/// The filters of a dictionary's blocks.
extension TermDictionary {
  /// Returns the first of the blocks `range` whose terms may have what `grams` has; nil if none
  /// may.
  ///
  /// - Complexity: some nanoseconds per block.
  func firstBlock(
    in range: Range<Int>, having grams: GramFilter
  ) throws(SearchError) -> Int? {
    guard !range.isEmpty, !grams.isEmpty, let filters else { return range.first }
    let lower = filters.lowerBound + range.lowerBound * GramFilter.byteCount
    let upper = filters.lowerBound + range.upperBound * GramFilter.byteCount
    guard upper <= filters.upperBound else { throw damaged(range.lowerBound) }
    try section.verify(lower..<upper)
    let bytes = section.bytes
    for number in range {
      let start = filters.lowerBound &+ number &* GramFilter.byteCount
      let isPossible = (0..<4).allSatisfy { word in
        bytes.uint64(at: start &+ 8 &* word) & grams.words[word] == grams.words[word]
      }
      if isPossible { return number }
    }
    return nil
  }

  /// Returns the filter of the block `number`; nil if the dictionary has none.
  func filter(ofBlock number: Int) throws(SearchError) -> GramFilter? {
    guard let filters else { return nil }
    let start = filters.lowerBound + number * GramFilter.byteCount
    guard start + GramFilter.byteCount <= filters.upperBound else { throw damaged(number) }
    try section.verify(start..<(start + GramFilter.byteCount))
    var filter = GramFilter()
    for word in 0..<4 { filter.words[word] = section.bytes.uint64(at: start + 8 * word) }
    return filter
  }
}
