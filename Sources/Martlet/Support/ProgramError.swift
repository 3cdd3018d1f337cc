/// Ends the program because it uses the library in a way that can only be a mistake in its code.
///
/// Unlike a precondition, this prints its message in release builds too.
func programError(
  _ message: String, file: StaticString = #fileID, line: UInt = #line
) -> Never {
  fatalError(message, file: file, line: line)
}

/// Ends the program with a message unless `condition` is true.
func requireOfProgram(
  _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID,
  line: UInt = #line
) {
  if !condition { programError(message(), file: file, line: line) }
}
