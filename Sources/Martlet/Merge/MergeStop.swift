/// Lets a merge be given up while it runs.
///
/// A merge asks every few milliseconds, wherever its time grows with the segments, so that closing
/// an index never waits for one.
struct MergeStop: Sendable {
  /// Whether the merge is to be given up.
  let isAsked: @Sendable () -> Bool

  /// A merge that goes on while `isAsked` answers false.
  init(_ isAsked: @escaping @Sendable () -> Bool = { false }) { self.isAsked = isAsked }

  /// - Throws: `cancelled` when the merge is to be given up.
  func check() throws(SearchError) {
    if isAsked() { throw SearchError(.cancelled, "the merge was asked to stop") }
  }

  /// Asks when `count` is a multiple of `interval`, a power of two.
  @inline(__always)
  func check(every interval: Int, at count: Int) throws(SearchError) {
    if count & (interval &- 1) == 0 { try check() }
  }
}
