import Foundation
import Martlet
import Testing

@Suite("README")
struct ReadmeTests {
  /// The lines of each block of Swift in a Markdown text, without indentation and empty lines.
  private static func swiftBlocks(_ markdown: String) -> [[String]] {
    markdown.components(separatedBy: "```swift\n").dropFirst().map { part in
      lines(part.components(separatedBy: "```")[0])
    }
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  private static func contains(_ lines: [String], _ block: [String]) -> Bool {
    lines.indices.contains { lines[$0...].starts(with: block) }
  }

  @Test("every block of Swift stands in a file that is compiled, word for word")
  func blocks() throws {
    let blocks = Self.swiftBlocks(try PackageFolder.text("README.md"))
    let compiled = Self.lines(try PackageFolder.text("Tests/MartletTests/Tidy/ReadmeExample.swift"))
    #expect(blocks.count == 2)
    for block in blocks {
      #expect(Self.contains(compiled, block), "not compiled:\n\(block.joined(separator: "\n"))")
    }
  }

  @Test("the example finds what the README says")
  func example() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("martlet-readme-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try await readmeExample(folder: folder).hits.map(\.id) == ["2"])
  }

  @Test("a block that differs in one word is seen")
  func canFail() {
    let blocks = Self.swiftBlocks("a\n```swift\nlet a = 1\n\n  let b = 2\n```\nb\n")
    #expect(blocks == [["let a = 1", "let b = 2"]])
    #expect(Self.contains(["x", "let a = 1", "let b = 2"], blocks[0]))
    #expect(!Self.contains(["let a = 1", "let b = 3"], blocks[0]))
  }

  @Test("the commands that the README names are there")
  func commands() throws {
    let readme = try PackageFolder.text("README.md")
    #expect(readme.contains("\n    swift test\n"))
    #expect(readme.contains("\n    swift run -c release mart demo\n"))
  }
}
