import Foundation
import Testing

/// Compares bytes with the worked example in the comment that describes their layout, so that the
/// comment, the constants and the bytes can only change together.
struct WorkedExample {
  private var lines: [String] = []
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Explains the next `count` bytes.
  mutating func add(_ count: Int, _ meaning: String) {
    let hex = bytes.dropFirst(offset).prefix(count).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    let number = String(offset)
    let padding = String(repeating: " ", count: max(0, 3 - number.utf8.count))
    lines.append("///     \(padding)\(number)  \(hex.joined(separator: " "))   \(meaning)")
    offset += count
  }

  /// Looks for the example in the file at `path` below the library's sources.
  func expect(in path: String, testFile: String = #filePath) throws {
    #expect(offset == bytes.count, "the example explains all bytes")
    let root = testFile.components(separatedBy: "/Tests/MartletTests/")[0]
    let source = try String(contentsOfFile: root + "/Sources/Martlet/" + path, encoding: .utf8)
    let example = lines.joined(separator: "\n")
    let isThere = source.contains(example)
    #expect(isThere, "\(path) should contain:\n\(example)")
  }
}
