import MartletTestSupport
import Testing

@testable import Martlet

/// Texts typed letter by letter.
@Suite("Typing letter by letter")
struct TypingPropertyTests {
  struct Note: SearchDocument {
    var searchKey: Int { id }
    let id: Int
    let title, text: String
    static let searchSchema = Schema<Note>(fields: [
      .text("title", \.title, weight: 2), .text("text", \.text),
    ])
  }

  private static let words = [
    "a", "at", "ate", "atelier", "über", "Ubergang", "café", "cafés", "C++", "well-known", "well",
    "known", "don't", "don", "東京", "東京都", "東京都庁", "京都", "서울", "서울시", "x2", "x20", "ﬁne", "fin",
    "finer",
    "naïve", "naive", "nave", "ŒUVRE", "oeuvres", "И", "Иван", "иванов", "I", "İstanbul",
    "istanbul",
    "ß", "ss", "Straße", "strasse", "3.14", "3", "e-mail", "email", "wi-fi", "O'Brien", "obrien",
  ]

  /// The texts that are typed, one letter more each.
  private static func typed(_ text: String) -> [String] {
    text.indices.dropFirst().map { String(text[..<$0]) } + [text]
  }

  private static func text(_ random: inout SeededRandom, _ count: Range<Int>) -> String {
    (0..<random.int(in: count)).map { _ in words[random.int(in: 0..<words.count)] }.joined(
      separator: " ")
  }

  /// Returns a text of some words in a row of a document, some of them in quotes.
  private static func query(_ notes: [Note], _ random: inout SeededRandom) -> String {
    let note = notes[random.int(in: 0..<notes.count)]
    let words = (random.oneIn(2) ? note.title : note.text).split(separator: " ")
    guard !words.isEmpty else { return text(&random, 1..<4) }
    let first = random.int(in: 0..<words.count)
    let run = words[first...].prefix(random.int(in: 1..<5)).joined(separator: " ")
    switch random.int(in: 0..<4) {
    case 0: return "\"\(run)\""
    case 1: return "\(text(&random, 1..<3)) \"\(run)\""
    default: return run
    }
  }

  private static func find(_ text: String, in index: SearchIndex<Note>) throws -> Set<Int>? {
    let results = try index.searchSync(SearchRequest(.user(text)) { $0.limit = 1_000 })
    return results.matched == .all ? Set(results.hits.map(\.id)) : nil
  }

  @Test(
    "what a longer text finds, the shorter one found, too", arguments: 0..<(12 * TestSeed.factor))
  func narrowing(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let notes = (0..<60).map {
      Note(id: $0, title: Self.text(&random, 0..<4), text: Self.text(&random, 0..<12))
    }
    let index = SearchIndex<Note>.inMemory()
    for start in stride(from: 0, to: notes.count, by: 20) {
      try index.writeSync { try $0.put(contentsOf: notes[start..<start + 20]) }
    }
    var searchCount = 0
    for _ in 0..<25 {
      let query = Self.query(notes, &random)
      var shorter: (text: String, found: Set<Int>)?
      for text in Self.typed(query) {
        // Of a text that no document has whole, those with most of the words are found.
        guard text.contains(where: { $0.isLetter || $0.isNumber }),
          let found = try Self.find(text, in: index)
        else { continue }
        if let shorter, !found.isSubset(of: shorter.found) {
          Issue.record(
            "seed \(seed): \(text) finds \(found.subtracting(shorter.found).sorted()), which \(shorter.text) did not"
          )
        }
        shorter = (text, found)
        searchCount += 1
      }
    }
    #expect(searchCount > 100, "seed \(seed): too few texts found something")
  }

  @Test("an unfinished word in quotes may become any of hundreds", arguments: 0..<2)
  func manyWords(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let notes = (0..<1_200).map { id in
      let words = (0..<random.int(in: 1..<30)).map { _ in
        random.oneIn(60)
          ? "rare"
          : random.oneIn(4) ? "the" : "a\(random.int(in: 100..<(random.oneIn(3) ? 500 : 110)))"
      }
      return Note(id: id, title: "", text: words.joined(separator: " "))
    }
    let index = SearchIndex<Note>.inMemory()
    for start in stride(from: 0, to: notes.count, by: 400) {
      try index.writeSync { try $0.put(contentsOf: notes[start..<(start + 400)]) }
    }
    for _ in 0..<2 {
      for typed in ["the a", "rare a", "rare the a", "the a1", "the a3", "a10", "rare t"] {
        let words = typed.split(separator: " ")
        let expected = notes.filter { note in
          let text = note.text.split(separator: " ")
          return text.indices.contains { start in
            let run = text[start...].prefix(words.count)
            return run.count == words.count && run.dropLast() == words.dropLast()
              && run.last?.hasPrefix(words[words.count - 1]) == true
          }
        }
        let found = try Self.find("\"" + typed, in: index)
        #expect(found == Set(expected.map(\.id).prefix(1_000)) || expected.count > 1_000)
        let count = try index.snapshot().countSync(.user("\"" + typed))
        #expect(count == expected.count, "seed \(seed): \(typed)")
      }
      try index.compactSync()
    }
  }
}
