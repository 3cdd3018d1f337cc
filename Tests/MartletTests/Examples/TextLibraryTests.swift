import Foundation
import MartletTestSupport
import MartletToolSupport
import Testing

import Martlet

/// Long texts in files: 1,682 of them with 42 MB at full size.
@Suite("Example: long texts")
struct TextLibraryTests {
  private let folder: TemporaryFolder
  private let texts: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    let path = folder.path(of: "texts")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    var words = try ExampleWords()
    var texts: [String: String] = [:]
    for number in 0..<ExampleSize.count(40, full: 1_682) {
      // Every third text has none of the words.
      let rarity = number % 3 == 0 ? 1_000_000 : 80
      let text = words.text(byteCount: 25_000, ["Shells", "She", "she"], oneIn: rarity)
      let name = "\(number).txt"
      try folder.put("texts/\(name)", Array(text.utf8))
      texts[name] = text
    }
    self.texts = texts
  }

  private func library() async throws -> TextLibrary {
    try await TextLibrary(
      folder: URL(fileURLWithPath: folder.path(of: "texts")),
      index: URL(fileURLWithPath: folder.path(of: "index")))
  }

  /// The words of a text as a plain program finds them.
  private static func words(_ text: String) -> [Substring] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }
  }

  @Test("she* finds She and shells, and shows them in brackets with three words")
  func brackets() async throws {
    let figures = ExampleFigures("texts")
    let library = try await library()
    let bytes = texts.values.reduce(0) { $0 + $1.utf8.count }
    let watch = Stopwatch()
    try await library.importTexts()
    figures.built(texts.count, "text", bytes: bytes, in: watch)
    #expect(library.index.statistics.documentCount == texts.count)
    let scan = NaiveScan(Array(texts.values))
    for typed in ["she", "elephant", "sea"] {
      let (scanTime, _) = Stopwatch.time { scan.count(containing: [typed]) }
      let watch = Stopwatch()
      let hits = try await library.index.search("\(typed)*").hits.count
      figures.compare("\(typed)*", scan: scanTime, index: watch.seconds, hits: hits)
    }
    let found = try await library.find("she*", limit: texts.count)
    let expected = texts.filter { text in Self.words(text.value).contains { $0.hasPrefix("she") } }
    #expect(Set(found.map(\.name)) == Set(expected.keys))
    #expect(expected.count > texts.count / 2)
    for (name, passage) in found {
      let marked = passage.matches(of: /\[([^\]]+)\]/).map { $0.1.lowercased() }
      #expect(!marked.isEmpty && marked.allSatisfy { $0.hasPrefix("she") }, "\(name): \(passage)")
      let text = passage.filter { !"[]…".contains($0) }.split(separator: " ").first
      #expect(try text.map { try library.text(name).contains($0) } == true)
    }
    try await library.index.close()
  }

  @Test("the index has no text, and a file that is gone is an error of the app")
  func withoutTexts() async throws {
    let library = try await library()
    try await library.importTexts()
    let first = try #require(try await library.index.search("she*").hits.first)
    #expect(try first.document().text == nil)
    #expect(try first.snippet("text").text == "")
    try FileManager.default.removeItem(at: library.folder.appendingPathComponent(first.id))
    await #expect(throws: (any Error).self) { _ = try await library.find("she*", limit: 1) }
    try await library.index.write { batch in batch.delete(first.id) }
    _ = try await library.find("she*")
    try await library.index.close()
  }
}
