/// The JSON values of a file or of the standard input, one per line; empty lines are skipped.
package struct JSONLines {
  private var lines: LineReader
  private var line: [UInt8] = []
  private let name: String

  /// Opens the file at `path`; `-` is the standard input.
  ///
  /// - Throws: ``ToolFailure`` when it cannot be opened.
  package init(path: String) throws {
    lines = try LineReader(path: path)
    name = path == "-" ? "standard input" : path
  }

  /// The bytes read so far.
  package var byteCount: Int { lines.byteCount }

  /// The size of the whole file; nil when it is not known.
  package var totalBytes: Int? { lines.totalBytes }

  /// The next value, nil at the end.
  ///
  /// - Throws: ``ToolFailure`` with the line and the byte in it, both counted from 1, where a line
  ///   is not JSON.
  package mutating func next() throws -> JSONValue? {
    while try lines.next(into: &line) {
      if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
      do {
        return try JSONParser.parse(line)
      } catch {
        throw failure("\(error.message) (byte \(error.offset + 1))")
      }
    }
    return nil
  }

  /// An error in the line that was given last.
  package func failure(_ message: String) -> ToolFailure {
    ToolFailure("\(name), line \(lines.lineNumber): \(message)")
  }
}
