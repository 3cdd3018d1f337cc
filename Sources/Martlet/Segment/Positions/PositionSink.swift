/// A destination for the numbers of a term's positions, as ``PositionsFormat`` stores them.
protocol PositionSink {
  /// Makes sure that there is room for another block.
  ///
  /// - Throws: `limitExceeded` when the term's positions take too many bytes.
  func requireRoom() throws(SearchError)

  /// Appends the next numbers of the term: a first position or a difference each, below 2^31.
  func append(_ numbers: Span<UInt32>)
}
