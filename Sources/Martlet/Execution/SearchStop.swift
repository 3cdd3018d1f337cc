/// Lets a search be given up while it runs: because its task was cancelled, or its time is over.
///
/// Strategies say how many postings they are about to read, and only after every few thousand of them
/// is anybody asked; so asking costs nothing, and no list is too long to be left. Used by one thread.
final class SearchStop {
  /// Postings between two questions: some ten microseconds.
  static let interval = 4_096

  private var budget: Int
  private let isCancelled: (() -> Bool)?
  private let isOver: (() -> Bool)?
  /// Set when the search ended because its time was over.
  private(set) var isOutOfTime = false

  /// - Parameters:
  ///   - isCancelled: whether nobody wants the answer any more.
  ///   - isOver: whether the answer is wanted now, as far as it goes.
  init(isCancelled: (() -> Bool)? = nil, isOver: (() -> Bool)? = nil) {
    self.isCancelled = isCancelled
    self.isOver = isOver
    budget = isCancelled == nil && isOver == nil ? .max : Self.interval
  }

  /// Says that about `count` postings are read.
  ///
  /// - Throws: `cancelled` when the search is to end; then ``isOutOfTime`` tells why.
  @inline(__always)
  func spend(_ count: Int) throws(SearchError) {
    budget &-= count
    if budget < 0 { try check() }
  }

  /// Asks at once.
  ///
  /// - Throws: As ``spend(_:)``.
  @inline(never)
  func check() throws(SearchError) {
    guard isCancelled != nil || isOver != nil else { return budget = .max }
    budget = Self.interval
    if isCancelled?() == true {
      throw SearchError(.cancelled, "the task was cancelled before the search was done")
    }
    if isOver?() == true {
      isOutOfTime = true
      throw SearchError(.cancelled, "the time for the search is over")
    }
  }
}
