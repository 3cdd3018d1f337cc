/// The indexes whose write closures run on the current thread, for finding a write within a write,
/// which would wait for itself.
enum WriteScope {
  @TaskLocal private static var writers: [ObjectIdentifier] = []

  /// Runs `body`, the closure of a write to the index with these turns.
  static func run<Result>(
    _ turns: WriterTurns, _ body: () throws -> Result
  ) rethrows -> Result {
    try $writers.withValue(writers + [ObjectIdentifier(turns)], operation: body)
  }

  /// Ends the program if the closure of a write to the same index is running.
  static func requireOutside(_ turns: WriterTurns) {
    guard writers.contains(ObjectIdentifier(turns)) else { return }
    programError(
      "a write within the closure of a write to the same index would wait for itself: make all "
        + "changes in the batch of the outer write")
  }
}
