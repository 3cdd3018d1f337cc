import Foundation
import Testing

@testable import MartletToolSupport

@Suite("Reading lines")
struct LineReaderTests {
  /// What `body` makes of a file with `contents`.
  private func withFile<R>(_ contents: String, _ body: (String) throws -> R) throws -> R {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(contents.utf8).write(to: url)
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

  @Test(
    "lines end with a line feed, with or without a carriage return, or with the file",
    arguments: [
      ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\r\nb", ["a", "b"]), ("\n\nx\n", ["", "", "x"]),
    ])
  func ends(contents: String, expected: [String]) throws {
    #expect(try lines(of: contents) == expected)
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

  @Test("values of JSON lines are read over empty lines; a bad one is refused with its place")
  func jsonLines() throws {
    try withFile("{\"a\": 1}\n\n  \n[2]\r\n{\"a\" 3}\n") { path in
      var lines = try JSONLines(path: path)
      let values = [try lines.next(), try lines.next()]
      #expect(values == [.object([JSONMember("a", .number(1))]), .array([.number(2)])])
      let message = "\(path), line 5: expected \":\", found \"3\" (byte 6)"
      #expect(throws: ToolFailure(message)) { try lines.next() }
    }
  }
}
