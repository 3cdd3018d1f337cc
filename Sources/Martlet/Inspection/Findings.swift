/// What a check has found so far: different errors, only so many of them kept.
///
/// One damaged block makes everything that reads it fail in the same words; that is one finding.
/// Used by one thread.
///
/// - Complexity: ``add(_:)`` is O(1).
final class Findings {
  /// The most errors that are kept; the others are counted.
  static let limit = 100

  private var errors: [SearchError] = []
  private var known: Set<SearchError> = []
  private var omittedCount = 0

  /// All additions so far, to see whether a step added any.
  private(set) var additionCount = 0

  /// Takes one error.
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

  /// Runs `body`, and takes the error that it throws.
  func attempt(_ body: () throws(SearchError) -> Void) {
    do throws(SearchError) {
      try body()
    } catch {
      add(error)
    }
  }

  /// The errors, and after them one that says how many more there were.
  var report: [SearchError] {
    guard omittedCount > 0 else { return errors }
    return errors + [.corrupted("and \(omittedCount) more errors")]
  }
}
