import MartletToolSupport

/// The lines of several inputs, one after the other.
struct InputLines {
  /// Some lines of one input.
  struct Part: Sendable {
    /// The input, for error messages.
    var name: String
    var lines: [LineReader.Line]
  }

  private var readers: [LineReader]
  private var current = 0
  /// The number of bytes of the inputs before the current one.
  private var bytesBefore = 0

  /// The size of all inputs in bytes; nil if one of them is unknown.
  let totalBytes: Int?

  /// Opens the files at `paths`; `-` is the standard input.
  ///
  /// - Throws: ``ToolFailure`` if one of them cannot be opened.
  init(paths: [String]) throws {
    readers = try paths.map { try LineReader(path: $0) }
    let sizes = readers.compactMap(\.totalBytes)
    totalBytes = sizes.count == readers.count ? sizes.reduce(0, +) : nil
  }

  /// The number of bytes read so far, of all inputs.
  var byteCount: Int {
    bytesBefore + (current < readers.count ? readers[current].byteCount : 0)
  }

  /// Returns the next lines, whose ends are counted from the first input, or nil at the end.
  ///
  /// - Throws: ``ToolFailure`` if the input cannot be read, or a line is too long.
  mutating func nextPart(upTo size: Int = 1 << 20) throws -> Part? {
    while current < readers.count {
      if var lines = try readers[current].nextPart(upTo: size) {
        for index in lines.indices { lines[index].end += bytesBefore }
        return Part(name: readers[current].name, lines: lines)
      }
      bytesBefore += readers[current].byteCount
      current += 1
    }
    return nil
  }
}
