import MartletTestSupport
import Testing

@testable import Martlet

/// A card with two texts.
private struct SpelledCard: SearchDocument {
  var id: Int
  var title: String
  var body: String

  var searchKey: Int { id }

  static let searchSchema = Schema<SpelledCard>(fields: [
    .text("title", \.title, weight: 3), .text("body", \.body),
  ])
}

/// The order of documents of which some have words right and others misspelt.
@Suite("Misspelt words and right ones")
struct MisspeltOrderTests {
  private static func index(_ cards: [(title: String, body: String)]) throws
    -> SearchIndex<SpelledCard>
  {
    let index = SearchIndex<SpelledCard>.inMemory()
    try index.writeSync { batch in
      for (id, card) in cards.enumerated() {
        try batch.put(SpelledCard(id: id, title: card.title, body: card.body))
      }
    }
    return index
  }

  @Test("a document with one word right comes before one with both misspelt, however often")
  func oneOfTwo() throws {
    let filling = (0..<40).map { "word\($0)" }.joined(separator: " ")
    let index = try Self.index([
      ("", "gallary gallary michelangleo michelangleo"),
      ("", "gallery michelangleo \(filling)"), ("", "gallery"), ("", "gallery"),
    ])
    let request = SearchRequest("gallery michelangelo ") { $0.typos = .auto }
    #expect(try index.searchSync(request).hits.map(\.id) == [1, 0])
  }

  @Test("the right word in one field comes before a misspelt one in a field of more weight")
  func otherField() throws {
    let index = try Self.index([("gallary", "x"), ("x", "gallery y z"), ("gallory", "gallary")])
    for text in ["gallery~ ", "gallery~1 "] {
      #expect(try index.searchSync(SearchRequest(text)).hits.first?.id == 1, "\(text)")
    }
  }

  /// Words that only differ from one another in many letters.
  private static let words = ["elephant", "strawberry", "university", "mountain", "telescope"]

  /// Returns a word with two neighbouring letters swapped.
  private static func misspelt(_ word: String, _ random: inout SeededRandom) -> String {
    var letters = Array(word)
    let index = random.int(in: 2..<letters.count - 1)
    letters.swapAt(index, index - 1)
    return letters[index] == letters[index - 1] ? word + word.suffix(1) : String(letters)
  }

  @Test("documents are in the order of how many words they have right", arguments: 0..<20)
  func random(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    func text(_ most: Int) -> String {
      (0..<random.int(in: 0..<most)).map { _ in
        let word = Self.words[random.int(in: 0..<Self.words.count)]
        return random.oneIn(2) ? Self.misspelt(word, &random) : word
      }.joined(separator: " ")
    }
    let cards = (0..<60).map { _ in (title: text(4), body: text(12)) }
    let index = try Self.index(cards)
    for _ in 0..<10 {
      let asked = (0..<random.int(in: 1..<4)).map { _ in
        Self.words[random.int(in: 0..<Self.words.count)]
      }
      let request = SearchRequest(asked.joined(separator: " ") + " ") {
        $0.typos = .auto
        $0.limit = 60
      }
      let results = try index.searchSync(request)
      let counts = results.hits.map { hit in
        let words = Set("\(cards[hit.id].title) \(cards[hit.id].body)".split(separator: " "))
        return Set(asked).count { words.contains(Substring($0)) }
      }
      if results.matched == .all {
        #expect(counts == counts.sorted(by: >), "seed \(seed): \(asked) \(counts)")
      }
      for hit in results.hits.suffix(3) {
        let explanation = try #require(try index.explainSync(hit.id, request))
        #expect(explanation.value == hit.score, "seed \(seed): \(asked) \(explanation)")
      }
      let fuzzy = try index.searchSync(SearchRequest("\(asked[0])~ ") { $0.limit = 60 })
      let right = fuzzy.hits.map { hit in
        "\(cards[hit.id].title) \(cards[hit.id].body)".split(separator: " ")
          .contains(Substring(asked[0]))
      }
      let first = right.firstIndex(of: false) ?? right.count
      #expect(!right[first...].contains(true), "seed \(seed): \(asked[0])~ \(right)")
    }
  }
}
