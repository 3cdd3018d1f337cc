import Foundation

/// A thread of its own for work that waits, or that would wait behind other tests for each turn.
package enum OwnThread {
  /// Runs `body` on a new thread, and returns its result; the task gives its own thread back
  /// meanwhile.
  package static func run<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Swift.Result { try body() })
      }
    }
  }
}
