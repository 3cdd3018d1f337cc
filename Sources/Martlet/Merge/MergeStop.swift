/// A check whether a running merge is to be cancelled.
///
/// A merge checks every few milliseconds, wherever its time grows with the segments, so that
/// closing an index never waits for a merge.
struct MergeStop: Sendable {
  /// Returns true if the merge is to be cancelled.
  let isAsked: @Sendable () -> Bool

  /// Creates a check with which a merge continues as long as `isAsked` returns false.
  init(_ isAsked: @escaping @Sendable () -> Bool = { false }) { self.isAsked = isAsked }

  /// Throws `cancelled` if the merge is to be cancelled.
  func check() throws(SearchError) {
    if isAsked() { throw SearchError(.cancelled, "the merge was asked to stop") }
  }

  /// Calls ``check()`` if `count` is a multiple of `interval`, which is a power of two.
  @inline(__always)
  func check(every interval: Int, at count: Int) throws(SearchError) {
    if count & (interval &- 1) == 0 { try check() }
  }
}
