import Foundation
import Martlet
import MartletTestSupport
import Testing

@testable import Martlet

/// Rules in requests, against the same over lists of words.
@Suite("Rules")
struct RuleTests {
  /// A document with two fields of words, of which the second is more important.
  private struct Page: SearchDocument {
    var id: Int
    var body: String
    var title: String
    var year: Int

    var searchKey: Int { id }

    static let searchSchema = Schema<Page>(fields: [
      .text("body", \.body), .text("title", \.title, weight: 2), .number("year", \.year),
    ])

    /// The words of each field, those of the important one first.
    var fields: [[String]] { [title, body].map { $0.split(separator: " ").map(String.init) } }
  }

  private static let vocabulary = ["storm", "strom", "stormy", "harbour", "harbor", "sea", "the"]
  private static let queries = ["storm", "harbour", "sea"]

  private static func text(_ random: inout SeededRandom, _ most: Int) -> String {
    (0..<random.int(in: 0..<most)).map { _ in vocabulary[random.int(in: 0..<7)] }
      .joined(separator: " ")
  }

  /// The least number of edits and swaps that the test's words need is one.
  private static func isMeant(_ word: String, _ found: String) -> Bool {
    word == found || [["storm", "strom"], ["harbour", "harbor"]].contains([word, found])
      || [word, found] == ["storm", "stormy"]
  }

  /// The number by which a rule orders a page; the least is the best.
  private static func number(
    _ rule: RankRule, _ words: [String], _ page: Page, isMisspelt: Bool
  ) -> Int {
    let fields = page.fields
    func has(_ word: String, _ field: [String]) -> Bool {
      field.contains { isMisspelt ? isMeant(word, $0) : $0 == word }
    }
    let matched = words.count { word in fields.contains { has(word, $0) } }
    let exact = words.count { word in fields.contains { $0.contains(word) } }
    switch rule {
    case .words: return -matched
    case .typos: return matched - exact
    case .exactness: return -exact
    case .field:
      return words.reduce(0) { sum, word in sum + (fields.firstIndex { has(word, $0) } ?? 2) }
    case .proximity:
      return zip(words, words.dropFirst()).reduce(0) { sum, pair in
        sum + (fields.map { distance(pair.0, pair.1, $0) }.min() ?? 8)
      }
    }
  }

  private static func distance(_ first: String, _ second: String, _ words: [String]) -> Int {
    var least = 8
    for one in words.indices where words[one] == first {
      for other in words.indices where words[other] == second {
        least = min(least, other > one ? other - one - 1 : one - other)
      }
    }
    return least
  }

  @Test(
    "order hits as the same over an array, and scores order what is equal",
    arguments: 0..<(6 * TestSeed.factor))
  func randomRequests(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let index = SearchIndex<Page>.inMemory()
    var pages: [Int: Page] = [:]
    for _ in 0..<3 {
      try index.writeSync { batch in
        for _ in 0..<40 {
          let page = Page(
            id: random.int(in: 0..<150), body: Self.text(&random, 12),
            title: Self.text(&random, 4), year: random.int(in: 0..<3))
          pages[page.id] = page
          try batch.put(page)
        }
      }
    }
    for _ in 0..<40 {
      let words = Array(Self.queries.shuffled(using: &random).prefix(random.int(in: 1..<4)))
      let isMisspelt = random.oneIn(2)
      let options = UserQueryOptions(
        combine: random.oneIn(2) ? .any : .all, lastWordIsUnfinished: false)
      var request = SearchRequest(.user(words.joined(separator: " "), options: options)) {
        $0.typos = isMisspelt ? .auto : .none
        $0.limit = 1_000
        $0.counting = .exact
        if random.oneIn(3) { $0.filter = .range("year", 1...) }
      }
      let plain = try index.searchSync(request)
      request.rules = Array(
        RankRule.allCases.shuffled(using: &random).prefix(random.int(in: 1..<6)))
      var expected = Array(plain.hits.map(\.id).enumerated())
      expected.sort { left, right in
        for rule in request.rules {
          let numbers = [left, right].map { hit in
            pages[hit.element].map { Self.number(rule, words, $0, isMisspelt: isMisspelt) } ?? 0
          }
          if numbers[0] != numbers[1] { return numbers[0] < numbers[1] }
        }
        return left.offset < right.offset
      }
      request.limit = random.int(in: 1..<40)
      request.offset = random.int(in: 0..<20)
      let found = try index.searchSync(request)
      let ids = expected.dropFirst(request.offset).prefix(request.limit).map(\.element)
      #expect(found.hits.map(\.id) == ids, "seed \(seed): \(request.rules) \(words) \(isMisspelt)")
      #expect(found.total == .exactly(plain.hits.count))
      for hit in found.hits {
        #expect(hit.score == plain.hits.first { $0.id == hit.id }?.score)
      }
    }
  }

  @Test("pages follow one another, and a cursor of other rules is refused")
  func pages() throws {
    var random = SeededRandom(seed: TestSeed.value)
    let index = SearchIndex<Page>.inMemory()
    try index.writeSync { batch in
      for id in 0..<90 {
        try batch.put(
          Page(id: id, body: "storm " + Self.text(&random, 9), title: "sea", year: id))
      }
    }
    var request = SearchRequest("storm sea ") {
      $0.rules = [.proximity, .field]
      $0.limit = 100
    }
    let all = try index.searchSync(request).hits.map(\.id)
    request.limit = 7
    var found: [Int] = []
    repeat {
      let page = try index.searchSync(request)
      found += page.hits.map(\.id)
      request.after = page.next
    } while request.after != nil
    #expect(found == all && found.count == 90)
    request.after = try index.searchSync(request).next
    request.rules = [.field]
    #expect { try index.searchSync(request) } throws: {
      ($0 as? SearchError)?.code == .invalidRequest
    }
  }

  @Test("beside an order or groups are errors")
  func errors() throws {
    let index = SearchIndex<Page>.inMemory()
    var request = SearchRequest("storm") { $0.rules = [.words] }
    _ = try index.searchSync(request)
    request.sort = [.ascending("year")]
    #expect { try index.searchSync(request) } throws: {
      ($0 as? SearchError)?.code == .invalidRequest
    }
    request.sort = []
    request.collapse = Collapse(by: "year")
    #expect { try index.searchSync(request) } throws: {
      ($0 as? SearchError)?.code == .invalidRequest
    }
  }
}
