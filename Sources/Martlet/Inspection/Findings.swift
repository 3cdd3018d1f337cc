/// The distinct errors that a check has found so far, up to a limit.
///
/// One damaged page makes everything that reads it fail with the same error; that is one finding.
/// Used by one thread.
///
/// - Complexity: ``add(_:)`` is O(1).
final class Findings {
  /// The largest number of errors that are kept; further ones are counted.
  static let limit = 100

  private var errors: [SearchError] = []
  private var known: Set<SearchError> = []
  private var omittedCount = 0

  /// The number of additions so far, to see whether a step added any.
  private(set) var additionCount = 0

  /// Adds an error, unless it is already known.
  func add(_ error: SearchError) {
    additionCount += 1
    guard !known.contains(error) else { return }
    guard errors.count < Self.limit else {
      omittedCount += 1
      return
    }
    known.insert(error)
    errors.append(error)
  }

  /// Runs `body`, and adds the error that it throws.
  @inline(never)
  func attempt(_ body: () throws(SearchError) -> Void) {
    do throws(SearchError) {
      try body()
    } catch {
      add(error)
    }
  }

  /// The errors, followed by one with the number of further errors.
  var report: [SearchError] {
    guard omittedCount > 0 else { return errors }
    return errors + [.corrupted("and \(omittedCount) more errors")]
  }
}
