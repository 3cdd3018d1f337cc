import Foundation
import Testing

@testable import MartletToolSupport

@Suite("Reading lines")
struct LineReaderTests {
  /// Returns the result of `body` for a file with `contents`.
  private func withFile<R>(_ contents: String, _ body: (String) throws -> R) throws -> R {
    try withFile(Array(contents.utf8), body)
  }

  private func withFile<R>(_ contents: [UInt8], _ body: (String) throws -> R) throws -> R {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(contents).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(url.path)
  }

  private func lines(of contents: String) throws -> [String] {
    try withFile(contents, lines(path:))
  }

  private func lines(path: String) throws -> [String] {
    var reader = try LineReader(path: path)
    var lines: [String] = []
    var line: [UInt8] = []
    while try reader.next(into: &line) { lines.append(String(decoding: line, as: UTF8.self)) }
    #expect(reader.lineNumber == lines.count)
    #expect(reader.byteCount == reader.totalBytes)
    return lines
  }

  @Test("the size is that of the file, also behind a link; a pipe has none")
  func size() throws {
    try withFile("a line\n") { path in
      let link = "\(path).link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      defer { try? FileManager.default.removeItem(atPath: link) }
      #expect(try InputFile(path: link).size == 7)
      #expect(try InputFile(path: path).size == 7)
    }
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    #expect(try InputFile(path: "/dev/fd/\(descriptor)").size == nil)
  }

  @Test(
    "lines end with a line feed, with or without a carriage return, or with the file",
    arguments: [
      ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\r\nb", ["a", "b"]), ("\n\nx\n", ["", "", "x"]),
    ])
  func ends(contents: String, expected: [String]) throws {
    #expect(try lines(of: contents) == expected)
  }

  @Test(
    "parts have all lines but empty ones, with their numbers and ends", arguments: [1, 7, 1_000])
  func parts(size: Int) throws {
    try withFile("a\n\nbb\r\n  \nccc\n\td\n\n") { path in
      var reader = try LineReader(path: path)
      var lines: [LineReader.Line] = []
      var partCount = 0
      while let part = try reader.nextPart(upTo: size) {
        lines += part
        partCount += 1
      }
      #expect(lines.map { String(decoding: $0.bytes, as: UTF8.self) } == ["a", "bb", "ccc", "\td"])
      #expect(lines.map(\.number) == [1, 3, 5, 6])
      #expect(lines.map(\.end) == [2, 7, 14, 17])
      #expect(reader.byteCount == reader.totalBytes)
      #expect(partCount == [1: 4, 7: 3, 1_000: 1][size])
    }
  }

  @Test("a line longer than what is read at once is whole")
  func longLines() throws {
    let long = String(repeating: "0123456789", count: 250_000)
    #expect(try lines(of: "short\n\(long)\nlast") == ["short", long, "last"])
  }

  @Test("a missing file and a folder are refused by name")
  func missing() {
    #expect(throws: ToolFailure("there is no file at /no/such/file")) {
      try LineReader(path: "/no/such/file")
    }
    let folder = FileManager.default.temporaryDirectory.path
    #expect(throws: ToolFailure("\(folder) is a folder, not a file")) {
      try LineReader(path: folder)
    }
  }

  #if os(Linux)
    @Test("what the system refuses to read is a failure with the name and the reason")
    func unreadable() throws {
      // The first page of a process is never mapped.
      var reader = try LineReader(path: "/proc/self/mem")
      var line: [UInt8] = []
      let message = "/proc/self/mem cannot be read (system error 5)"
      #expect(throws: ToolFailure(message)) { try reader.next(into: &line) }
    }
  #endif

  @Test("a byte order mark is no part of the first line")
  func byteOrderMark() throws {
    #expect(try lines(of: "\u{FEFF}a\n\u{FEFF}b") == ["a", "\u{FEFF}b"])
    #expect(try lines(of: "\u{FEFF}") == [""])
  }

  @Test("values of JSON lines are read over empty lines; a bad one is refused with its line")
  func jsonLines() throws {
    try withFile("{\"a\": 1}\n\n  \n{\"b\": 2}\r\n{\"a\" 3}\n") { path in
      var lines = try JSONLines(path: path)
      let values = try (0..<2).map { _ in try lines.next([String: Int].self) }
      #expect(values == [["a": 1], ["b": 2]])
      let message = "\(path), line 5: expected one JSON object per line"
      #expect(throws: ToolFailure(message)) { try lines.next([String: Int].self) }
    }
  }

  @Test("bytes that are not UTF-8 are refused with their line, also where nothing is read from")
  func invalidUTF8() throws {
    let bad = Array("{\"a\": 1}\n{\"a\": 2, \"b\": \"".utf8) + [0xFF] + Array("\"}\n".utf8)
    try withFile(bad) { path in
      var lines = try JSONLines(path: path)
      struct Line: Decodable { var a: Int }
      #expect(try lines.next(Line.self)?.a == 1)
      #expect(throws: ToolFailure("\(path), line 2: expected UTF-8")) { try lines.next(Line.self) }
    }
  }
}
