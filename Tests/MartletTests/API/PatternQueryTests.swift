import Martlet
import MartletTestSupport
import Testing

/// A plant with words in several scripts.
private struct Plant: SearchDocument {
  var id: Int
  var name: String
  var text = ""
  var tag = ""
  var height: Double?

  var searchKey: Int { id }

  static let searchSchema = Schema<Plant>(fields: [
    .text("name", \.name, weight: 3),
    .text("text", \.text, analyzer: .language("en")),
    .keyword("tag", \.tag),
    .number("height", \.height),
  ])
}

@Suite("Wildcards and misspelt words")
struct PatternQueryTests {
  private static func index(_ plants: [Plant]) throws -> SearchIndex<Plant> {
    let index = SearchIndex<Plant>.inMemory()
    for plant in plants { try index.writeSync { try $0.put(plant) } }
    return index
  }

  private static func find(_ query: Query, in index: SearchIndex<Plant>) throws -> [Int] {
    let results = try index.searchSync(SearchRequest(query) { $0.counting = .exact })
    #expect(results.total == .exactly(results.hits.count), "\(query)")
    return results.hits.map(\.id)
  }

  @Test("a question mark beside a star is a wildcard, and at the end of what was typed a question")
  func questionMarkAndStar() throws {
    let index = try Self.index([Plant(id: 1, name: "acorn"), Plant(id: 2, name: "ac")])
    func typed(_ text: String) throws -> [Int] {
      try index.searchSync(text).hits.map(\.id).sorted()
    }
    for text in ["ac?* ", "*?orn ", "*??orn "] {
      #expect(try typed(text) == [1] && index.searchSync(text).diagnostics.isEmpty, "\(text)")
    }
    #expect(try typed("*cor?") == [] && typed("*corn?") == [1] && typed("a*n?") == [1])
    #expect(try typed("?corn") == [])
  }

  private static let berries = [
    Plant(id: 1, name: "Strawberry", text: "It runs and flies.", tag: "very sweet"),
    Plant(id: 2, name: "Blueberries", text: "Bluer than the sky.", tag: "Very sour", height: 2),
    Plant(id: 3, name: "Berry", text: "Café au lait", tag: "sweet", height: 12),
    Plant(id: 4, name: "東京都庁", text: "대한민국 사람", tag: "都庁"),
    Plant(id: 5, name: "C++ of the multi-agent", text: "x_y 3.14 don't", tag: "a*b"),
  ]

  static let found: [(Query, [Int])] = [
    (.matching("*berry"), [1, 3]), (.matching("*BÉRRY"), [1, 3]), (.matching("b*s"), [2]),
    (.matching("東*庁"), [4]), (.matching("庁*東"), []), (.matching("대*국"), [4]),
    (.matching("국*대"), []), (.matching("京都*", in: "name"), [4]),
    (.matching("b?rry"), [3]), (.matching("?erry"), [3]), (.matching("str*b*y"), [1]),
    (.containing("berr"), [1, 2, 3]), (.containing("errie", in: "name"), [2]),
    (.matching("caf?"), [3]), (.matching("c*é", in: "text"), [3]), (.matching("b?r?y?"), []),
    // Stems are not words: `fli` is the stem of what stands in the text.
    (.matching("?li", in: "text"), []), (.matching("fli?s", in: "text"), [1]),
    (.fuzzy("fli", edits: 0, in: "text"), []), (.fuzzy("fleis", edits: 1, in: "text"), [1]),
    // A keyword is compared as a whole, byte for byte.
    (.matching("very*", in: "tag"), [1]), (.matching("?ery*s*", in: "tag"), [1, 2]),
    (.matching("*sweet", in: "tag"), [1, 3]), (.matching("very s*t", in: "tag"), [1]),
    (.matching("a\\**", in: "tag"), [5]), (.fuzzy("sweat", in: "tag"), [3]),
    (.fuzzy("Sweet", edits: 0, in: "tag"), []),
    // Scripts without spaces are found by pairs.
    (.matching("*都庁*"), [4]), (.matching("東京*"), [4]), (.matching("*庁都*"), []),
    (.matching("*都"), [4]), (.matching("*민국*"), [4]), (.matching("*국민*"), []),
    (.fuzzy("京都"), [4]), (.matching("*都庁", in: "tag"), [4]),
    (.matching("東?都"), [4]), (.matching("東?庁"), []), (.matching("대??국"), [4]),
    (.matching("대?국"), []), (.matching("민?"), [4]), (.matching("?대?국"), []),
    (.matching("?대한??"), [4]), (.matching("庁?"), []), (.matching("?東"), []),
    (.matching("?京??"), [4]), (.matching("東?*庁"), [4]), (.matching("都?*庁"), []),
    // Signs separate words.
    (.matching("m?lti-agent"), [5]), (.matching("m*-agent"), [5]), (.matching("m*-x"), []),
    (.matching("x_?"), [5]), (.matching("d?n't"), [5]), (.matching("multi-*"), [5]),
    (.fuzzy("mutli-agnet"), [5]), (.matching("multi?agent"), []),
    // A distance of two neighbours is one edit.
    (.fuzzy("brery", edits: 1), [3]), (.fuzzy("brrey", edits: 1), []),
    (.fuzzy("bery"), [3]), (.fuzzy("bry"), []), (.fuzzy("bry", edits: 2, in: "name"), [3]),
    (.fuzzy("starwbery", edits: 1), []), (.fuzzy("starwbery"), [1]),
    (.fuzzy("stawberry bluerr", edits: 1), []), (.fuzzy("strawbery flis", edits: 1), [1]),
    (.matching("*") && .matching("*aw*"), [1]), (.matching("*berry") && !.matching("s*y"), [3]),
  ]

  @Test("find the words that are meant", arguments: found)
  func words(query: Query, ids: [Int]) throws {
    let index = try Self.index(Self.berries)
    #expect(try Self.find(query, in: index).sorted() == ids)
  }

  @Test("of letters that are found by pairs find what a comparison letter by letter finds")
  func letters() throws {
    var random = SeededRandom(seed: TestSeed.value)
    func letters(_ count: Int) -> [Character] {
      (0..<count).map { _ in ["東", "京", "都"][random.int(in: 0..<3)] }
    }
    let texts = (0..<120).map { _ in letters(random.int(in: 1..<7)) }
    let index = try Self.index(
      texts.enumerated().map { Plant(id: $0.offset, name: String($0.element)) })
    for _ in 0..<300 {
      var pattern = letters(1)
      for _ in 0..<random.int(in: 0..<3) {
        let gap = ["", "?", "??", "*", "*", "?*"][random.int(in: 0..<6)]
        pattern += Array(gap) + letters(random.int(in: 1..<3))
      }
      pattern = (random.oneIn(4) ? ["?"] : []) + pattern + (random.oneIn(4) ? ["?"] : [])
      let expected = texts.indices.filter { number in
        texts[number].indices.contains { Self.begins(texts[number][$0...], pattern[...]) }
      }
      let text = String(pattern)
      let request = SearchRequest(.matching(text, in: "name")) { $0.limit = texts.count }
      let found = try index.searchSync(request).hits.map(\.id).sorted()
      #expect(found == expected, "seed \(TestSeed.value): \(text)")
    }
  }

  /// Returns true if a text begins with what a pattern describes.
  private static func begins(
    _ text: ArraySlice<Character>, _ pattern: ArraySlice<Character>
  ) -> Bool {
    guard let first = pattern.first else { return true }
    if first == "*" {
      return (0...text.count).contains { begins(text.dropFirst($0), pattern.dropFirst()) }
    }
    guard let letter = text.first, first == "?" || first == letter else { return false }
    return begins(text.dropFirst(), pattern.dropFirst())
  }

  @Test("the word itself counts once more in a pattern that only adds letters to it")
  func exactWord() throws {
    let index = try Self.index([
      Plant(id: 1, name: "strawberry blueberry"), Plant(id: 2, name: "berry"),
      Plant(id: 3, name: "blueberry"),
    ])
    func scores(_ query: Query) throws -> [Int: Double] {
      let hits = try index.searchSync(SearchRequest(query)).hits
      return Dictionary(uniqueKeysWithValues: hits.map { ($0.id, $0.score) })
    }
    let word = try scores(.word("berry"))
    for (pattern, other) in [("*berry", "*b?rry"), ("*berry*", "*b?rry*")] {
      let (found, alike) = (try scores(.matching(pattern)), try scores(.matching(other)))
      #expect(found.keys.sorted() == [1, 2, 3] && alike.keys.sorted() == [1, 2, 3])
      for (id, score) in found {
        let sum = (alike[id] ?? 0) + (word[id] ?? 0)
        #expect(abs(score - sum) < 1e-6, "\(pattern) \(id)")
      }
      #expect(try index.searchSync(SearchRequest(.matching(pattern))).hits.first?.id == 2)
    }
  }

  @Test("a misspelt word's bonus counts no field without such words")
  func fieldsWithoutWords() throws {
    func scores(_ fields: [Schema<Plant>.Field]) throws -> [Double] {
      let index = SearchIndex<Plant>.inMemory(schema: Schema(fields: fields))
      try index.writeSync { batch in
        for (id, name) in ["storm", "storn", "calm"].enumerated() {
          try batch.put(Plant(id: id, name: name))
        }
      }
      return try index.searchSync(SearchRequest(.fuzzy("storm"))).hits.map(\.score)
    }
    let one = try scores([.text("name", \.name)])
    let two = try scores([.text("name", \.name), .text("text", \.text, weight: 10)])
    #expect(one.count == 2 && two == one)
  }

  @Test("a constant score is that of each document, whatever the query and its boosts")
  func constantScores() throws {
    let index = try Self.index(Self.berries)
    func scores(_ query: Query) throws -> [Int: Double] {
      let hits = try index.searchSync(SearchRequest(query)).hits
      return Dictionary(uniqueKeysWithValues: hits.map { ($0.id, $0.score) })
    }
    #expect(try scores(.matching("*berry").constantScore()) == [1: 1, 3: 1])
    #expect(try scores(Query(parsing: "*berry^=2")) == [1: 2, 3: 2])
    #expect(try scores(.matching("*berry").constantScore(2).boosted(by: 3)) == [1: 6, 3: 6])
    #expect(try scores(.matching("*berry").boosted(by: 3).constantScore(2)) == [1: 2, 3: 2])
    #expect(try scores(.matching("*berry").constantScore(0)) == [1: 0, 3: 0])
    #expect(try scores((!.matching("*berry")).constantScore(2)) == [2: 2, 4: 2, 5: 2])
    #expect(
      try scores(.is("tag", "sweet").constantScore(2) || .word("strawberry").constantScore(0.5))
        == [1: 0.5, 3: 2])
    #expect(
      try scores(Query.everything.preferring(.matching("*berry").constantScore(4)))
        == [1: 4, 2: 0, 3: 4, 4: 0, 5: 0])
    let marked = try index.searchSync("*berry^=2 ").hits.map {
      try $0.highlights(in: "name").isPlain
    }
    #expect(marked == [false, false])
    let request = SearchRequest("*berry^=2 ")
    for hit in try index.searchSync(request).hits {
      let explanation = try #require(try index.explainSync(hit.id, request))
      #expect(explanation.value == 2)
      #expect("\(explanation)".contains("a constant score of *berry in name"), "\(explanation)")
    }
  }

  static let unsuitable: [(Query, String)] = [
    (.matching("*2", in: "height"), "has numbers, and is compared with the pattern *2"),
    (.containing("2", in: "height"), "the pattern *2*"), (.matching("1?", in: "height"), "1?"),
    (.fuzzy("12", in: "height"), "words like \"12\""), (.fuzzy("a 1", in: "height"), "\"a\""),
    (.word("berry") && !.matching("1*2", in: "height"), "the pattern 1*2"),
  ]

  @Test("ask nothing of numbers: an error in code, a note in a typed text", arguments: unsuitable)
  func numbers(query: Query, message: String) throws {
    let index = try Self.index(Self.berries)
    let error = #expect(throws: SearchError.self) { try Self.find(query, in: index) }
    #expect(error?.code == .unsuitableValue)
    #expect(error?.message.contains(message) ?? false, "\(error?.message ?? "")")
    #expect(thrownCode { try index.snapshot().countSync(query) } == .unsuitableValue)
    for text in ["height:*2", "height:1?2", "height:12~"] {
      let results = try index.searchSync(SearchRequest(text))
      #expect(results.hits.isEmpty && results.diagnostics.map(\.kind) == [.unreadableValue])
    }
    #expect(try Self.find(.matching("12*", in: "height"), in: index) == [3], "the value itself")
  }

  @Test("mean in a typed text what they mean as values")
  func typed() throws {
    let index = try Self.index(Self.berries)
    let texts: [(String, [Int])] = [
      ("*berry", [1, 3]), ("b?rry", [3]), ("what is berry?", [3]), ("berry?", [3]),
      ("strawbery~", [1]), ("name:*rr* -*ies", [3]), ("tag:very\\ s*", [1]),
      ("*都庁*", [4]), ("x://multi?agent", []), ("tag:sw*t", [3]),
    ]
    for (text, ids) in texts {
      let query = Query.user(text, options: UserQueryOptions(combine: .all))
      #expect(try Self.find(query, in: index).sorted() == ids, "\(text)")
    }
  }

  @Test("a word with mistakes is never above the right word")
  func ranking() throws {
    let noise = String(repeating: "and so on ", count: 200)
    var plants = [Plant(id: 1, name: "x", text: "berry " + noise)]
    for number in 2..<40 {
      plants.append(Plant(id: number, name: "x", text: "ferry merry bery berri"))
    }
    let index = try Self.index(plants)
    for edits in [1, 2, nil] {
      let results = try index.searchSync(
        SearchRequest(.fuzzy("berry", edits: edits, in: "text")) { $0.limit = 50 })
      #expect(results.hits.count == 39)
      #expect(results.hits.first?.id == 1)
      #expect(results.hits[0].score > results.hits[1].score)
    }
  }

  @Test("all words count as one, so that a frequent one adds nothing for the others")
  func oneTerm() throws {
    let index = try Self.index([
      Plant(id: 1, name: "strawberry blueberry"), Plant(id: 2, name: "strawberry strawberry"),
      Plant(id: 3, name: "blueberry blueberry"), Plant(id: 4, name: "nothing else"),
    ])
    let hits = try index.searchSync(SearchRequest(.matching("*berry", in: "name"))).hits
    #expect(hits.map(\.id) == [1, 2, 3])
    #expect(Set(hits.map(\.score)).count == 1)
  }

  @Test("what a longer text in a word finds, a shorter one finds as well", arguments: 0..<10)
  func longerInfix(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    func word(_ length: Range<Int>) -> String {
      (0..<random.int(in: length)).map { _ in ["a", "b", "é", "c"][random.int(in: 0..<4)] }.joined()
    }
    let plants = (0..<200).map { number in
      Plant(id: number, name: word(1..<9), text: "\(word(1..<9)) \(word(1..<5))")
    }
    let index = SearchIndex<Plant>.inMemory()
    for part in [plants[..<90], plants[90...]] {
      try index.writeSync { try $0.put(contentsOf: part) }
    }
    for _ in 0..<30 {
      let text = word(1..<6)
      var found: Set<Int>?
      for end in text.indices.dropFirst() + [text.endIndex] {
        let part = text[..<end].replacing("é", with: "e")
        let results = try index.searchSync(
          SearchRequest(.containing(String(text[..<end]))) { $0.limit = 200 })
        let ids = Set(results.hits.map(\.id))
        let expected = plants.filter {
          "\($0.name) \($0.text)".replacing("é", with: "e").contains(part)
        }
        #expect(ids == Set(expected.map(\.id)), "seed \(seed): \(part)")
        #expect(found.map(ids.isSubset) ?? true, "seed \(seed): \(part)")
        found = ids
      }
    }
  }

  @Test("hostile patterns are answered")
  func hostile() throws {
    let letters = String(repeating: "abcdefghij", count: 102)
    var plants = (0..<50).map { Plant(id: $0, name: letters + "\($0)") }
    plants.append(Plant(id: 50, name: "a"))
    let index = try Self.index(plants)
    let stars = "*" + letters.map { "\($0)*" }.joined()
    #expect(try index.searchSync(SearchRequest(.matching(stars))).total == .exactly(50))
    let ones = String(repeating: "?", count: 1_021)
    #expect(try index.searchSync(SearchRequest(.matching("a" + ones))).hits.count == 20)
    #expect(try index.searchSync(SearchRequest(.fuzzy(letters, edits: 2))).total == .exactly(50))
    let long = String(repeating: "a*", count: 30_000)
    #expect(try index.searchSync(SearchRequest(.matching(long))).hits.isEmpty)
    let typed = String(repeating: "*a*b*c*", count: 1_000)
    #expect(try index.searchSync(typed).hits.isEmpty)
    #expect(try index.searchSync("*").hits.isEmpty)
  }
}
