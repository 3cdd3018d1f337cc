import Foundation
import Testing

@testable import Martlet

/// Compares what is read in real pages with what a program of another hand reads, of which
/// `Fixtures/Sources/make-words.py` has kept the numbers.
@Suite("Reading real pages")
struct CorpusReadingTests {
  private struct Page: Decodable {
    var body: String
  }

  @Test("HTML of Stack Exchange has the words that Python's parser finds")
  func stackExchange() throws {
    guard let data = SharedCorpora.file("corpora/stackexchange-html.jsonl") else { return }
    try compare(data, .html, with: "stackexchange-words", step: 1)
  }

  @Test("Markdown of MDN has the words that another implementation of CommonMark shows")
  func mdn() throws {
    guard let data = SharedCorpora.unpacked("corpora/mdn-en-4k.jsonl.xz") else { return }
    try compare(data, .markdown, with: "mdn-words", step: 20)
  }

  /// Compares every `step`th document.
  private func compare(
    _ data: Data, _ source: TextSource, with name: String, step: Int
  ) throws {
    let expected = try TestData.fixture("Sources/\(name).txt")
    let lines = Array(data).split(separator: UInt8(ascii: "\n"))
    let pages = stride(from: 0, to: lines.count, by: step).map { lines[$0] }
    #expect(pages.count == expected.count)
    for (number, (page, line)) in zip(pages, expected).enumerated() {
      let body = try JSONDecoder().decode(Page.self, from: Data(page)).body
      #expect(
        Self.summary(of: source.text(of: body)) == line, "document \(number * step), line \(number)"
      )
    }
  }

  /// The number of words, and FNV-1a of them, each followed by a line feed.
  private static func summary(of text: String) -> String {
    var (count, hash): (Int, UInt64) = (0, 0xCBF2_9CE4_8422_2325)
    func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    var isInside = false
    for scalar in text.unicodeScalars {
      let isWord =
        scalar.isASCII
        ? UInt8(truncatingIfNeeded: scalar.value).isASCIIAlphanumeric : scalar.value != 0xA0
      if isWord {
        if !isInside { count += 1 }
        add(Array(UTF8.encode(scalar) ?? .init()))
      } else if isInside {
        add([0x0A])
      }
      isInside = isWord
    }
    if isInside { add([0x0A]) }
    let digits = String(hash, radix: 16)
    return "\(count) \(String(repeating: "0", count: 16 - digits.count))\(digits)"
  }
}
