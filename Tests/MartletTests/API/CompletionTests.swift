import Martlet
import MartletTestSupport
import Testing

/// Completions and lists of terms against the same over an array of documents.
@Suite("Completions")
struct CompletionTests {
  private struct Song: SearchDocument {
    var id: Int
    var title: String
    var artist: String
    var year: Int?

    var searchKey: Int { id }

    static let searchSchema = Schema<Song>(fields: [
      .text("title", \.title, analyzer: .language("en")),
      .keyword("artist", \.artist),
      .number("year", \.year),
    ])
  }

  private static func index(_ songs: [Song], parts: Int = 1) throws -> SearchIndex<Song> {
    let index = SearchIndex<Song>.inMemory()
    for part in 0..<parts {
      try index.writeSync { batch in
        for song in songs where song.id % parts == part { try batch.put(song) }
      }
    }
    return index
  }

  private static let songs = [
    Song(id: 1, title: "Storm at Sea", artist: "Anna", year: 1999),
    Song(id: 2, title: "Storm at Séa", artist: "Anna Bell", year: 2001),
    Song(id: 3, title: "SEA of Stars", artist: "Bob"),
    Song(id: 4, title: "Storms and Sails", artist: "anna", year: 1999),
    Song(id: 5, title: "Search", artist: "Zoe"),
    Song(id: 6, title: "Storm at Sea", artist: "Zoe"),
  ]

  @Test("are the words of the most documents, as these spell them", arguments: [1, 3])
  func words(parts: Int) throws {
    let index = try Self.index(Self.songs, parts: parts)
    let words = try index.completionsSync(of: "Se", in: "title")
    #expect(words.map(\.word) == ["Sea", "Search"])
    #expect(words.map(\.documentCount) == [4, 1])
    #expect(words.map(\.text) == ["Sea", "Search"])
    let after = try index.completionsSync(of: "storm at s", in: "title")
    #expect(after.map(\.text) == ["storm at Sea", "storm at Sails", "storm at Storms"])
    #expect(after.map(\.documentCount) == [3, 1, 1])
    #expect(try index.completionsSync(of: "st", in: "title", limit: 1).map(\.word) == ["Storm"])
    #expect(try index.completionsSync(of: "st", in: "title", limit: 0).isEmpty)
  }

  @Test("follow operators and signs, which are no words")
  func operators() throws {
    let index = try Self.index(Self.songs)
    let texts = { (text: String) throws in
      try index.completionsSync(of: text, in: "title").map(\.text)
    }
    #expect(try texts("storm NEAR se") == ["storm NEAR Sea"])
    #expect(try texts("storm BEFORE/5 se") == ["storm BEFORE/5 Sea"])
    #expect(try texts("stars BEFORE/5 se").isEmpty)
    #expect(try texts("stars AND se") == ["stars AND SEA"])
    #expect(try texts("stars OR sai") == ["stars OR Sails"])
    #expect(try texts("stars | sai") == ["stars | Sails"])
    #expect(try texts("NOT storm star") == ["NOT storm Stars"])
    #expect(try texts("-storm star") == ["-storm Stars"])
    #expect(try texts("{stars sai") == ["{stars Sails"])
    #expect(try texts("storm {stars sai").isEmpty == false)
    #expect(try texts("{stars storms} sai") == ["{stars storms} Sails"])
    #expect(try texts("^sto") == ["^Storm", "^Storms"])
    #expect(try texts("^sai").isEmpty)
    for sign in ["{", "-", "+", "(", "\""] {
      #expect(try texts("\(sign)sai") == ["\(sign)Sails"], "\(sign)")
    }
    #expect(try texts("stars near sea").isEmpty)
  }

  @Test("need an unfinished word, and a field that has words")
  func none() throws {
    let index = try Self.index(Self.songs)
    for text in ["", " ", "storm ", "xyz", "nothing s"] {
      #expect(try index.completionsSync(of: text, in: "title").isEmpty, "\(text)")
    }
    #expect(try index.completionsSync(of: "- s", in: "title").count > 1)
    #expect { try index.completionsSync(of: "1", in: "year") } throws: {
      ($0 as? SearchError)?.code == .invalidRequest
    }
    #expect { try index.completionsSync(of: "s", in: "nothing") } throws: {
      ($0 as? SearchError)?.code == .unknownField
    }
  }

  @Test("of a keyword field are whole values")
  func keywords() throws {
    let index = try Self.index(Self.songs)
    let values = try index.completionsSync(of: "Anna", in: "artist")
    #expect(values.map(\.text) == ["Anna", "Anna Bell"])
    #expect(try index.completionsSync(of: "Anna B", in: "artist").map(\.word) == ["Anna Bell"])
  }

  @Test(
    "count like a loop over the documents, with several segments and deletions", arguments: 0..<20)
  func random(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let words = ["ba", "bab", "bb", "ab", "abba", "aab", "bk", "ak"]
    var songs: [Int: Song] = [:]
    let index = SearchIndex<Song>.inMemory()
    for _ in 0..<3 {
      try index.writeSync { batch in
        for _ in 0..<30 {
          let id = random.int(in: 0..<60)
          if random.oneIn(4) {
            songs[id] = nil
            batch.delete(id)
          } else {
            let title = (0..<4).map { _ in words[random.int(in: 0..<8)] }.joined(separator: " ")
            songs[id] = Song(id: id, title: title, artist: "x")
            try batch.put(Song(id: id, title: title, artist: "x"))
          }
        }
      }
    }
    let titles = songs.values.map { Set($0.title.split(separator: " ").map(String.init)) }
    for typed in ["a", "b", "ba", "bb a", "ab b", "ak bk a"] {
      let parts = typed.split(separator: " ").map(String.init)
      let left = titles.filter { $0.isSuperset(of: parts.dropLast()) }
      let expected = Set(words).map { word in (word, left.count { $0.contains(word) }) }
        .filter { $0.0.hasPrefix(parts[parts.count - 1]) && $0.1 > 0 }
        .filter { !parts.dropLast().contains($0.0) }
        .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
      let found = try index.completionsSync(of: typed, in: "title")
      #expect(found.map(\.word) == expected.map(\.0), "seed \(seed), \(typed)")
      #expect(found.map(\.documentCount) == expected.map(\.1), "seed \(seed), \(typed)")
    }
  }

  @Test("Korean words are listed by any number of their syllables")
  func koreanTerms() throws {
    let index = SearchIndex<Memo>.inMemory()
    try index.writeSync { try $0.put(Memo(id: "1", title: "대학교육")) }
    for count in 1...4 {
      let prefix = String("대학교육".prefix(count))
      let terms = try index.termsSync(in: "title", startingWith: prefix)
      #expect(terms.contains { $0.text == "대학교육" && $0.documentCount == 1 }, "\(prefix)")
    }
    #expect(try index.termsSync(in: "title", startingWith: "대학교실").isEmpty)
  }

  @Test("terms are listed with the number of documents, without stems")
  func terms() throws {
    let index = try Self.index(Self.songs, parts: 2)
    let words = try index.termsSync(in: "title", startingWith: "St")
    #expect(words.map(\.text) == ["stars", "storm", "storms"])
    #expect(words.map(\.documentCount) == [1, 3, 1])
    #expect(try index.termsSync(in: "title", startingWith: "St", limit: 1).count == 1)
    #expect(
      try index.termsSync(in: "artist").map(\.text) == ["Anna", "Anna Bell", "Bob", "Zoe", "anna"])
    #expect(try index.termsSync(in: "year").map(\.text) == ["1999", "2001"])
    #expect(try index.termsSync(in: "year").map(\.documentCount) == [2, 1])
    #expect { try index.termsSync(in: "nothing") } throws: {
      ($0 as? SearchError)?.code == .unknownField
    }
  }

  private static func records(
    _ texts: [String], source: TextSource = .plain, _ analyzer: Analyzer = .standard
  ) throws -> SearchIndex<Page> {
    let schema = Schema<Page>(fields: [
      .text("text", \.text, source: source, analyzer: analyzer)
    ])
    let index = SearchIndex<Page>.inMemory(schema: schema)
    try index.writeSync { batch in
      for (id, text) in texts.enumerated() { try batch.put(Page(id: id, text: text)) }
    }
    return index
  }

  private struct Page: SearchDocument {
    var id: Int
    var text: String
    var searchKey: Int { id }
    static let searchSchema = Schema<Page>(fields: [.text("text", \.text)])
  }

  @Test("are words as a person reads them, without the markup")
  func markup() throws {
    let html = try Self.records(
      ["<p>They are f<b onclick=\"x()\">ly</b>ing over R&eacute;union"], source: .html)
    #expect(try html.completionsSync(of: "fly", in: "text").map(\.text) == ["flying"])
    #expect(try html.completionsSync(of: "re", in: "text").map(\.word) == ["Réunion"])
    #expect(try html.suggestionSync(for: "flyign ") == "flying ")
    #expect(try html.searchSync("flyign ").words().map(\.nearest) == ["flying"])
    let markdown = try Self.records(["al**pha**bet [quag](http://x.y)ga"], source: .markdown)
    #expect(try markdown.completionsSync(of: "alp", in: "text").map(\.text) == ["alphabet"])
    #expect(try markdown.completionsSync(of: "quag", in: "text").map(\.text) == ["quagga"])
  }

  @Test("of parts of words are the parts, and none comes twice")
  func parts() throws {
    let code = try Self.records(["parseHTTPRequest user_id", "don't user_id"], .code)
    let words = { (text: String) throws in
      try code.completionsSync(of: text, in: "text").map(\.word)
    }
    #expect(try words("req") == ["Request"])
    #expect(try words("htt") == ["HTTP"])
    #expect(try words("use") == ["user", "user_id"])
    #expect(try words("pars") == ["parse", "parseHTTPRequest"])
    #expect(try words("don") == ["don't"])
    #expect(try code.completionsSync(of: "use", in: "text", limit: 1).map(\.word) == ["user"])
    #expect(try code.suggestionSync(for: "rqeuest ") == "request ")
  }

  @Test("of texts with markup are those of the plain texts", arguments: 0..<20)
  func randomMarkup(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    var (plain, marked): ([String], [String]) = ([], [])
    for _ in 0..<30 {
      var (text, html) = ("", "")
      for _ in 0..<random.int(in: 1..<30) {
        let sign = ["a", "b", "É", "c", " "][random.int(in: 0..<5)]
        text += sign
        html += sign == "É" && random.oneIn(2) ? "&Eacute;" : sign
        if random.oneIn(3) { html += ["<b>", "</b>", "<i class='a'>"][random.int(in: 0..<3)] }
      }
      plain.append(text)
      marked.append(html)
    }
    let (one, other) = (try Self.records(plain), try Self.records(marked, source: .html))
    for typed in ["a", "b", "e", "c", "ab", "ce", "a b", "b c"] {
      #expect(
        try other.completionsSync(of: typed, in: "text")
          == one.completionsSync(of: typed, in: "text"), "seed \(seed), \(typed)")
    }
  }

  @Test("of identifiers count like a loop over their parts", arguments: 0..<20)
  func randomParts(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    var counts: [String: Int] = [:]
    var texts: [String] = []
    for _ in 0..<20 {
      let parts = (0..<random.int(in: 1..<4)).map { _ in
        ["ab", "abc", "bc", "bcab"][random.int(in: 0..<4)]
      }
      let isCamel = random.oneIn(2)
      let whole =
        isCamel
        ? parts[0] + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        : parts.joined(separator: "_")
      texts.append(whole)
      for word in Set(parts + [whole.lowercased()]) { counts[word, default: 0] += 1 }
    }
    let index = try Self.records(texts, .code)
    for typed in ["a", "ab", "b", "bca"] {
      let expected = counts.filter { $0.key.hasPrefix(typed) }
      let found = try index.completionsSync(of: typed, in: "text", limit: 100)
      #expect(found.count == expected.count, "seed \(seed), \(typed): \(found.map(\.word))")
      for completion in found {
        #expect(
          completion.documentCount == expected[completion.word.lowercased()],
          "seed \(seed), \(typed): \(completion.word)")
      }
    }
  }
}
