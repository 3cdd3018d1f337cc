/// Stops the program when an invariant of this library is broken.
///
/// Only for mistakes of this library. A caller's mistake is a `precondition`, and a fault of the
/// disk, a document or a query is a thrown ``SearchError``. Compiled out of release builds.
@inline(__always)
func checkInvariant(
  _ condition: @autoclosure () -> Bool,
  _ message: @autoclosure () -> String,
  file: StaticString = #fileID,
  line: UInt = #line
) {
  assert(condition(), message(), file: file, line: line)
}
