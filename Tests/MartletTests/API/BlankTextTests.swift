import Martlet
import MartletTestSupport
import Testing

/// Texts of which no field makes a word.
@Suite("Texts without words")
struct BlankTextTests {
  private struct Page: SearchDocument {
    var id: Int
    var title: String
    var body: String
    var tag: String

    var searchKey: Int { id }

    static let searchSchema = Schema<Page>(fields: [
      .text("title", \.title), .text("body", \.body), .keyword("tag", \.tag),
    ])
  }

  private static func index() throws -> SearchIndex<Page> {
    let index = SearchIndex<Page>.inMemory()
    try index.writeSync { batch in
      try batch.put(Page(id: 1, title: "storm", body: "the sea", tag: "$"))
      try batch.put(Page(id: 2, title: "calm", body: "the end", tag: "100"))
    }
    return index
  }

  private static let texts = [
    "$", "™ ", "...", "\u{200B}", "，", "$ ...", "-$", "$ OR ...", "($)", "\"$\"", "title:$", "$*",
    "{$ ...}",
  ]

  @Test("find nothing or everything, as an empty text does, and say so", arguments: texts)
  func blank(text: String) throws {
    let index = try Self.index()
    let nothing = try index.searchSync(SearchRequest(.user(text)))
    #expect(nothing.hits.isEmpty)
    #expect(nothing.diagnostics.map(\.kind) == [.noWords])
    let options = UserQueryOptions(emptyFindsEverything: true)
    let all = try index.searchSync(SearchRequest(.user(text, options: options)))
    #expect(all.hits.count == 2)
    #expect(all.diagnostics.map(\.kind) == [.noWords])
    #expect(all.interpreted == "*")
  }

  @Test("do not find everything if a part of them has a word or a value")
  func words() throws {
    let index = try Self.index()
    let options = UserQueryOptions(emptyFindsEverything: true)
    for (text, ids) in [
      ("$ storm", [1]), ("$100", []), ("tag:$", [1]), ("the ", [1, 2]), ("$ -storm", [2]),
      ("tag:.", []), ("none:$", []),
    ] {
      let found = try index.searchSync(SearchRequest(.user(text, options: options)))
      #expect(found.hits.map(\.id) == ids, "\(text)")
      #expect(!found.diagnostics.contains { $0.kind == .noWords }, "\(text)")
    }
  }
}
