import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Synonyms")
struct SynonymsTests {
  private static let texts = [
    "a tv set", "the television sets", "usa visa", "the united states of america visa",
    "states united visa", "my poodle", "our dogs", "wifi at home", "wi-fi at home",
    "wireless network at home",
  ]
  private static let rules = """
    # A note.
    tv, television
    usa, united states of america
    dog => poodle
    wifi, wi-fi, wireless network
    """

  private func index(_ analyzer: Analyzer = .language("en")) throws -> SmallIndex {
    try SmallIndex(analyzer.synonyms(try Synonyms(rules: Self.rules)), Self.texts)
  }

  @Test(
    "a word finds its synonyms, and a few words do",
    arguments: [
      ("tv ", [0, 1]), ("televisions ", [0, 1]), ("usa ", [2, 3]), ("dog ", [5, 6]),
      ("dogs ", [5, 6]), ("poodle ", [5]), ("united states of america ", [2, 3]),
      ("united states of america visa ", [2, 3]), ("visa united states of america ", [2, 3]),
      ("united states ", [3, 4]), ("wifi ", [7, 8, 9]), ("wi-fi ", [7, 8, 9]),
      ("wireless network ", [7, 8, 9]), ("home wireless network ", [7, 8, 9]),
      ("network wireless ", [9]), ("\"tv\" ", [0]), ("tele", [1]), ("visa -usa ", [4]),
    ])
  func findings(text: String, expected: [Int]) throws {
    #expect(try index().find(text).sorted() == expected)
  }

  @Test("the word asked for comes before its synonym")
  func order() throws {
    #expect(try index().find("tv ").first == 0)
    #expect(try index().find("television ").first == 1)
    #expect(try index().find("usa visa ").first == 2)
  }

  @Test("where any word will do, a synonym of several words is one more")
  func anyWord() throws {
    let found = try index().find("united states of america", combine: .any)
    #expect(Set(found) == [2, 3, 4])
    #expect(try index().find("poodle wireless network", combine: .any).sorted() == [5, 7, 8, 9])
  }

  @Test("only the fields whose analyzer has synonyms have them")
  func fields() throws {
    let schema = try IndexSchema([
      (FieldDefinition(name: "plain", kind: .text), .standard),
      (
        FieldDefinition(name: "rich", kind: .text),
        Analyzer.standard.synonyms(Synonyms(rules: Self.rules))
      ),
    ])
    func terms(_ query: Query) throws -> String {
      "\(try QueryResolver(schema).resolve(query))"
    }
    let television = "\(Array("television".utf8))"
    #expect(try terms(.word("tv", in: "rich")).contains(television))
    #expect(try !terms(.word("tv", in: "plain")).contains(television))
    #expect(try terms(.word("tv")).contains(television))
  }

  @Test("rules read from a text are those added one by one")
  func rules() throws {
    var synonyms = Synonyms()
    synonyms.add(["tv", "television"])
    synonyms.add("dog", finds: ["poodle", "terrier"])
    let text = "tv , television\r\n#x,y\n\n  # a => b => c\n dog=>poodle,terrier,"
    #expect(try synonyms == Synonyms(rules: text))
    #expect(try synonyms != Synonyms(rules: "tv, television"))
    #expect(try Synonyms(rules: "") == Synonyms())
  }

  static let unreadable = [
    ("tv, television\n\n# nothing\nnothing", "line 4 of the rules needs two texts", "nothing"),
    ("a => b => c", "line 1 of the rules may have one arrow", "a => b => c"),
    ("\r\n dog => ", "line 2 of the rules needs a text on each side", "dog =>"),
    ("=>", "line 1 of the rules needs a text on each side", "=>"),
    (" , ,", "line 1 of the rules needs two texts", ", ,"),
  ]

  @Test("a backslash makes a sign of the notation a part of a text")
  func escapes() throws {
    let text = #"a\,b, c\=>d"# + "\n" + ##"x\\y => p\ q, \#z\"##
    var expected = Synonyms()
    expected.add(["a,b", "c=>d"])
    expected.add(#"x\y"#, finds: ["p q", ##"#z\"##])
    #expect(try Synonyms(rules: text) == expected)
    #expect(try Synonyms(rules: ##"\# x, y"##).rules.map(\.text) == ["# x", "y"])
  }

  @Test("a line that is not a rule is an error with its number", arguments: unreadable)
  func badRules(text: String, message: String, line: String) {
    let error = #expect(throws: SearchError.self) { try Synonyms(rules: text) }
    #expect(error?.code == .rulesUnreadable)
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    #expect(error?.message.hasSuffix(", found \"\(line)\"") == true, "\(error?.message ?? "")")
  }

  @Test("synonyms do not change the index")
  func fingerprint() throws {
    let analyzer = Analyzer.standard.synonyms(try Synonyms(rules: Self.rules))
    #expect(analyzer.fingerprint == Analyzer.standard.fingerprint)
    #expect(analyzer.tokens(in: "tv").map(\.text) == ["tv"])
  }

  @Test("of one text may be very many, each of which counts once", .timeLimit(.minutes(60)))
  func many() {
    var synonyms = Synonyms()
    let others = (0..<50_000).map { "w\($0)" }
    synonyms.add("tv", finds: others)
    synonyms.add("tv", finds: others)
    let table = SynonymTable(synonyms, .standard)
    #expect(table.others([Array("tv".utf8)]) == others)
  }
}
