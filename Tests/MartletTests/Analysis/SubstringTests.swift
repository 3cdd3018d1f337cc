import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

/// Scripts without spaces: what stands in a text finds it, wherever it is cut out.
@Suite("Substrings of texts without spaces")
struct SubstringTests {
  private struct Page: Decodable {
    var body: String
    var lang: String?
  }

  /// The search texts, and the documents that have them.
  private typealias Samples = [String: Set<String>]

  private static let longest = 6
  private static let sampleCount = 300

  @Test("sentences are found by any of their parts", arguments: ["zh", "ja", "ko", "th"])
  func sentences(language: String) throws {
    guard let pages = try Self.pages("corpora/lingua-sentences.jsonl.xz") else { return }
    try check(pages.filter { $0.lang == language }.map(\.body))
  }

  @Test("poems are found by any of their parts")
  func poems() throws {
    guard let pages = try Self.pages("corpora/chinese-poetry-20k.jsonl.xz") else { return }
    try check(stride(from: 0, to: pages.count, by: 12).map { pages[$0].body })
  }

  private static func pages(_ path: String) throws -> [Page]? {
    guard let data = SharedCorpora.unpacked(path) else { return nil }
    return try Array(data).split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Page.self, from: Data($0))
    }
  }

  private func check(_ texts: [String]) throws {
    #expect(texts.count > 400)
    let index = try SearchIndex<Record>.inMemory(schema: RecordSchema(fields: [.text("t")]))
    try index.writeSync { batch in
      for (number, text) in texts.enumerated() {
        try batch.put(Record(key: "\(number)", fields: ["t": .string(text)]))
      }
    }
    let samples = Self.samples(of: texts)
    #expect(samples.count > Self.sampleCount / 2)
    for (part, documents) in samples {
      let exact = try Self.keys(index, .phrase(part))
      try #require(documents.isSubset(of: exact), "\(part), seed \(TestSeed.value)")
      let folded = Folding.full.fold(Array(part.utf8))
      for key in exact.subtracting(documents) {
        let text = Folding.full.fold(Array(texts[Int(key) ?? 0].utf8))
        try #require(Self.contains(text, folded), "\(part) is not in \(key)")
      }
      try #require(documents.isSubset(of: Self.keys(index, .user(part))), "\(part) as typed")
    }
  }

  private static func keys(_ index: SearchIndex<Record>, _ query: Query) throws -> Set<String> {
    Set(try index.searchSync(SearchRequest(query) { $0.limit = 10_000 }).hits.map(\.id))
  }

  /// Random runs of letters, each with the documents in which these characters stand so.
  private static func samples(of texts: [String]) -> Samples {
    var random = SeededRandom(seed: TestSeed.value)
    let runs = texts.map { text in
      text.split { !isUnspaced($0) }.map(Array.init)
    }
    let places = runs.indices.filter { !runs[$0].isEmpty }
    var samples: Samples = [:]
    for _ in 0..<sampleCount {
      let document = runs[places[random.int(in: 0..<places.count)]]
      let run = document[random.int(in: 0..<document.count)]
      let start = random.int(in: 0..<run.count)
      let end = min(run.count, start + random.int(in: 1..<longest + 1))
      samples[String(run[start..<end])] = []
    }
    for (number, document) in runs.enumerated() {
      for run in document {
        for start in run.indices {
          for end in start + 1...min(run.count, start + longest) {
            samples[String(run[start..<end])]?.insert("\(number)")
          }
        }
      }
    }
    return samples
  }

  /// Returns true if the character is a letter of a script that is searched without spaces.
  private static func isUnspaced(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    switch scalar.value {
    case 0x0E01...0x0E30, 0x0E32...0x0E33, 0x0E40...0x0E44: return true
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3: return true
    default: return false
    }
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }
}
