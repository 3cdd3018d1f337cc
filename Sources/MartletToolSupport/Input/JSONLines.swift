package import Foundation

/// The JSON values of a file or of the standard input, one per line. Empty lines are skipped.
package struct JSONLines {
  private let decoder = JSONDecoder()
  private var lines: LineReader
  private var line: [UInt8] = []

  /// Opens the file at `path`; `-` is the standard input.
  ///
  /// - Throws: ``ToolFailure`` if it cannot be opened.
  package init(path: String) throws {
    lines = try LineReader(path: path)
  }

  /// The number of bytes read so far.
  package var byteCount: Int { lines.byteCount }

  /// The size of the whole file in bytes; nil if it is unknown.
  package var totalBytes: Int? { lines.totalBytes }

  /// Returns the next value, or nil at the end.
  ///
  /// - Parameter expected: The expected content of each line, for error messages.
  /// - Throws: ``ToolFailure`` with the line, counted from 1, that has another content.
  package mutating func next<Value: Decodable>(
    _ type: Value.Type, expected: String = "one JSON object per line"
  ) throws -> Value? {
    while try lines.next(into: &line) {
      if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
      do {
        return try Self.value(type, of: line, decoder, expected: expected)
      } catch {
        throw failure(error.message)
      }
    }
    return nil
  }

  /// Returns the value of a line.
  ///
  /// - Throws: ``ToolFailure`` without the number of the line, if it has another content.
  package static func value<Value: Decodable>(
    _ type: Value.Type, of line: [UInt8], _ decoder: JSONDecoder,
    expected: String = "one JSON object per line"
  ) throws(ToolFailure) -> Value {
    // The decoder reads only the members that are requested, and guesses UTF-16 from zero bytes
    // among the first four.
    guard String(validating: line, as: UTF8.self) != nil, !line.prefix(4).contains(0) else {
      throw ToolFailure("expected UTF-8")
    }
    do {
      return try decoder.decode(type, from: Data(line))
    } catch {
      throw ToolFailure("expected \(expected)")
    }
  }

  /// Returns an error in the last line that was read.
  package func failure(_ message: String) -> ToolFailure {
    ToolFailure("\(lines.name), line \(lines.lineNumber): \(message)")
  }
}
