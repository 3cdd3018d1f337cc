/// The lines of a file or of the standard input, one at a time, in memory that does not grow with
/// the file.
///
/// A line ends with `\n` or `\r\n`; the last line may lack its end. Bytes are returned as they are,
/// except for a byte order mark at the start of the input, which is removed.
package struct LineReader {
  private static let lineEnd = [UInt8(ascii: "\n")]
  private static let byteOrderMark = Array("\u{FEFF}".utf8)
  /// The most bytes of a line. An input without line ends is not text, and would take all memory.
  private static let longestLine = 1 << 28

  /// A line of a part of the input.
  package struct Line: Sendable {
    /// The line without its end.
    package var bytes: [UInt8]
    /// The number of the line, counted from 1.
    package var number: Int
    /// The number of bytes of the input up to the end of the line.
    package var end: Int
  }

  private let file: InputFile
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private var failure: (any Error)?

  /// The number of lines read so far, which is the number of the last one, counted from 1.
  package private(set) var lineNumber = 0
  /// The number of bytes read so far, including line ends.
  package private(set) var byteCount = 0
  /// The size of the whole file in bytes; nil if it is unknown.
  package var totalBytes: Int? { file.size }
  /// The path, or `standard input`, for error messages.
  package var name: String { file.name }

  /// Opens the file at `path`; `-` is the standard input.
  ///
  /// - Throws: ``ToolFailure`` if there is no such file, it is a folder, or it cannot be opened.
  package init(path: String) throws {
    file = try InputFile(path: path)
  }

  /// Reads the next line into `line`, without its end. Returns false if there is none.
  ///
  /// - Throws: ``ToolFailure`` if the file cannot be read, or the line is longer than 256 MiB.
  package mutating func next(into line: inout [UInt8]) throws -> Bool {
    var searchStart = position
    while true {
      let unsearched = searchStart..<buffer.count
      if let end = ByteSearch.firstMatch(of: Self.lineEnd, in: buffer, range: unsearched) {
        take(upTo: end, into: &line, next: end + 1)
        return true
      }
      if isAtEnd {
        guard position < buffer.count else { return false }
        take(upTo: buffer.count, into: &line, next: buffer.count)
        return true
      }
      searchStart = buffer.count - position
      guard searchStart <= Self.longestLine else {
        throw ToolFailure(
          "\(name), line \(lineNumber + 1): expected at most \(Self.longestLine) bytes, found more")
      }
      try fill()
    }
  }

  /// Returns the next lines: at least one, and up to about `size` bytes, or nil at the end. Lines
  /// of white space are skipped.
  ///
  /// - Throws: The errors of ``next(into:)``, once the lines before the error have been returned.
  package mutating func nextPart(upTo size: Int = 1 << 20) throws -> [Line]? {
    if let failure { throw failure }
    var part: [Line] = []
    let end = byteCount + size
    do {
      while byteCount < end || part.isEmpty {
        var bytes: [UInt8] = []
        guard try next(into: &bytes) else { break }
        if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
        part.append(Line(bytes: bytes, number: lineNumber, end: byteCount))
      }
    } catch {
      failure = error
      if part.isEmpty { throw error }
    }
    return part.isEmpty ? nil : part
  }

  private mutating func take(upTo end: Int, into line: inout [UInt8], next: Int) {
    line.removeAll(keepingCapacity: true)
    line.append(contentsOf: buffer[position..<end])
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    if lineNumber == 0, line.starts(with: Self.byteOrderMark) { line.removeFirst(3) }
    byteCount += next - position
    lineNumber += 1
    position = next
  }

  /// Keeps the bytes that have not been returned and reads more after them.
  private mutating func fill() throws {
    buffer.removeSubrange(..<position)
    position = 0
    isAtEnd = try !file.readMore(into: &buffer)
  }
}
