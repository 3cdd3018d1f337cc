/// Ends the program because it uses the library in a way that can only be a mistake in its code.
///
/// Unlike a precondition, this prints its message in release builds too.
func programError(
  _ message: String, file: StaticString = #fileID, line: UInt = #line
) -> Never {
  fatalError(message, file: file, line: line)
}
