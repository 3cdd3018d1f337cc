/// Stops the program when a promise of our own code is broken.
///
/// Only for mistakes of this library. What a caller does wrong is a `precondition`, and what the
/// disk, a document or a query brings is a thrown ``SearchError``. Compiled out of release builds.
@inline(__always)
func checkInvariant(
  _ condition: @autoclosure () -> Bool,
  _ message: @autoclosure () -> String,
  file: StaticString = #fileID,
  line: UInt = #line
) {
  assert(condition(), message(), file: file, line: line)
}
