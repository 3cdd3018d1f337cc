/// A destination for the numbers of a term's positions, as ``PositionsFormat`` stores them.
protocol PositionSink {
  /// Makes sure that there is room for another block.
  ///
  /// - Throws: `limitExceeded` when the term's positions take too many bytes.
  func requireRoom() throws(SearchError)

  /// Appends the next `count` numbers of the term: a first position or a difference each, below
  /// 2^31.
  // SAFETY: the numbers are lent for the call.
  @unsafe
  func append(_ numbers: UnsafePointer<UInt32>, count: Int)
}
