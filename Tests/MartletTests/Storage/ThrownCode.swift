import Testing

@testable import Martlet

/// The code of the error that `body` throws; nil when it throws none.
func thrownCode<Result>(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
) -> SearchError.Code? {
  do {
    _ = try body()
    return nil
  } catch let error as SearchError {
    return error.code
  } catch {
    Issue.record("expected a SearchError, found \(error)", sourceLocation: sourceLocation)
    return nil
  }
}
