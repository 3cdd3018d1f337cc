import Martlet
import MartletTestSupport
import Testing

/// Completions of words for which it matters what else there is, and where they stand.
@Suite("Completions in their places")
struct PlacedCompletionTests {
  private struct Text: SearchDocument {
    var searchKey: Int
    let text: String
    static let searchSchema = Schema<Text>(fields: [
      .text("text", \.text, analyzer: .language("en"))
    ])
  }

  private static let texts = [
    "red or blue", "on red or blue", "red onion, with red wine after", "onion red", "or not",
  ]

  @Test(
    "count the documents that a search for the completed text finds",
    arguments: [
      ("on or", [("on or", 1)]),
      ("with or", []),
      ("red or", [("red or", 2)]),
      ("on re", [("on red", 4)]),
      ("^on", [("^on", 1), ("^onion", 1)]),
      ("red ^o", [("red ^on", 1), ("red ^onion", 1)]),
      ("^\"red o", [("^\"red onion", 1), ("^\"red or", 1)]),
      ("onion BEFORE re", [("onion BEFORE red", 2)]),
      ("wine BEFORE o", []),
      ("red NEAR/0 on", [("red NEAR/0 onion", 2), ("red NEAR/0 on", 1)]),
    ])
  func placed(text: String, expected: [(String, Int)]) throws {
    let index = SearchIndex<Text>.inMemory()
    try index.writeSync { batch in
      for (number, text) in Self.texts.enumerated() {
        try batch.put(Text(searchKey: number, text: text))
      }
    }
    let found = try index.completionsSync(of: text, in: "text")
    #expect(found.map(\.text) == expected.map(\.0))
    #expect(found.map(\.documentCount) == expected.map(\.1))
    for completion in found {
      let options = UserQueryOptions(combine: .all, lastWordIsUnfinished: false)
      let query = Query.user(completion.text, options: options)
      let results = try index.searchSync(SearchRequest(query) { $0.counting = .exact })
      // A search leaves stop words out where there are others.
      let isStop = completion.text == "red or"
      #expect(results.total.number == (isStop ? 4 : completion.documentCount), "\(completion)")
    }
  }
}
