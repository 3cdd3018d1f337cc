/// The lines of a file or of the standard input, one at a time, in memory that does not grow with
/// the file.
///
/// A line ends with `\n` or `\r\n`; the last one may lack its end. Bytes are given as they are, but
/// for the mark that some editors put at the start of UTF-8.
package struct LineReader {
  private static let lineEnd = [UInt8(ascii: "\n")]
  private static let byteOrderMark = Array("\u{FEFF}".utf8)
  /// The most bytes of a line: what never ends is no text, and would take all memory.
  private static let longestLine = 1 << 28

  /// A line of a part.
  package struct Line: Sendable {
    /// The line without its end.
    package var bytes: [UInt8]
    /// Counted from 1.
    package var number: Int
    /// The bytes of the input up to the end of the line.
    package var end: Int
  }

  private let file: InputFile
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private var failure: (any Error)?

  /// The lines given so far, and so the number of the last one, counted from 1.
  package private(set) var lineNumber = 0
  /// The bytes given so far, with line ends.
  package private(set) var byteCount = 0
  /// The size of the whole file; nil when it is not known.
  package var totalBytes: Int? { file.size }
  /// The path, or that it is the standard input, for a complaint.
  package var name: String { file.name }

  /// The lines of the file at `path`; `-` is the standard input.
  ///
  /// - Throws: ``ToolFailure`` when there is no such file, it is a folder, or it may not be read.
  package init(path: String) throws {
    file = try InputFile(path: path)
  }

  /// Puts the next line into `line`, without its end. False when there is none.
  ///
  /// - Throws: ``ToolFailure`` when the file cannot be read, or the line is longer than 256 MiB.
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
          "\(name), line \(lineNumber + 1): expected lines of at most \(Self.longestLine) bytes")
      }
      try fill()
    }
  }

  /// The next lines, up to `size` bytes of them but at least one, or all that are left; nil when there
  /// is none. Lines of white space are left out.
  ///
  /// - Throws: As ``next(into:)``, once the lines before have been given.
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

  /// Keeps what has not been given and reads more behind it.
  private mutating func fill() throws {
    buffer.removeSubrange(..<position)
    position = 0
    isAtEnd = try !file.readMore(into: &buffer)
  }
}
