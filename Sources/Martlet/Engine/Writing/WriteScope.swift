import Synchronization

/// The write whose closure runs, for finding a write within it, which would wait for itself.
///
/// Tasks that the closure starts inherit it, and may write: they wait for their turn like any
/// other. So a write counts as nested only in the task that runs the closure, and while that runs.
final class WriteScope: Sendable {
  @TaskLocal private static var current: WriteScope?

  private let turns: WriterTurns
  private let outer: WriteScope?
  private let task: Int?
  private let isRunning = Atomic(true)

  private init(_ turns: WriterTurns) {
    self.turns = turns
    outer = Self.current
    task = Self.currentTask
  }

  /// Runs `body`, the closure of a write to the index with these turns.
  static func run<Result>(
    _ turns: WriterTurns, _ body: () throws -> Result
  ) rethrows -> Result {
    let scope = WriteScope(turns)
    defer { scope.isRunning.store(false, ordering: .relaxed) }
    return try $current.withValue(scope, operation: body)
  }

  /// Ends the program if the caller is the closure of a write to the same index.
  static func requireOutside(_ turns: WriterTurns) {
    var scope = current
    while let inner = scope {
      if inner.turns === turns, inner.task == currentTask, inner.isRunning.load(ordering: .relaxed)
      {
        programError(
          "a write within the closure of a write to the same index would wait for itself: make all "
            + "changes in the batch of the outer write")
      }
      scope = inner.outer
    }
  }

  /// A number of the task that runs; nil outside of tasks.
  private static var currentTask: Int? {
    // SAFETY: the task is only hashed while it is lent.
    unsafe withUnsafeCurrentTask { task in unsafe task?.hashValue }
  }
}
