import Testing

@testable import Martlet

@Suite("Parts of words")
struct WordPartsTests {
  private func tokens(
    _ text: String, _ parts: WordParts, for use: TokenUse = .indexing
  ) -> [String] {
    Analyzer.standard(folding: .caseOnly).wordParts(parts).tokens(in: text, for: use)
      .map { "\($0.text)@\($0.position)" }
  }

  @Test(
    "signs behind and before a word are indexed beside it",
    arguments: [
      ("C++ and C#", ["c@0", "c++@0", "and@1", "c@2", "c#@2"]),
      ("C++17, c+++ x", ["c@0", "c++@0", "17@1", "c@2", "x@3"]),
      ("in .NET, (.gitignore)", ["in@0", "net@1", ".net@1", "gitignore@2", ".gitignore@2"]),
      ("The end.Next .5 ...and a+b", ["the@0", "end.next@1", "5@2", "and@3", "a@4", "b@5"]),
      ("Heading ## x#y F#", ["heading@0", "x@1", "y@2", "f@3", "f#@3"]),
      ("end? .NET", ["end@0", "net@1", ".net@1"]),
      (
        "VB# page# https://x.org/page#",
        ["vb@0", "vb#@0", "page@1", "https@2", "x.org@3", "page@4"]
      ),
      ("“C#” c#’s", ["c@0", "c#@0", "c@1", "c#@1", "s@2"]),
      ("C#… C#\u{A0}é", ["c@0", "c#@0", "c@1", "c#@1"]),
      ("用C#写", ["用@0", "c@1", "c#@1"]), ("C#é C#\u{301}", ["c@0", "é@1"]),
      ("the “.NET”", ["the@0", "net@1", ".net@1"]), ("用.NET开", ["用@0", "net@1", ".net@1"]),
      ("\u{A0}.NET é.NET", ["net@0", ".net@0", "é.net@1"]),
      ("”.NET …NET 。NET", ["net@0", "net@1", "net@2"]),
      ("C/C++", ["c@0", "c@1", "c++@1"]), ("日本 .NET C++", ["日@0", "日本@0", "本@1"]),
    ])
  func signs(text: String, expected: [String]) {
    #expect(tokens(text, .signs).starts(with: expected))
  }

  @Test("with signs, queries ask for the word with its sign only")
  func signsInQueries() {
    for use in [TokenUse.query, .phrase, .prefix] {
      #expect(tokens("C++ or .NET", .signs, for: use) == ["c++@0", "or@1", ".net@2"])
    }
    #expect(Analyzer.standard.tokens(in: "C++", for: .query).map(\.text) == ["c++"])
    #expect(Analyzer.language("en").tokens(in: "C#", for: .query).map(\.text) == ["c#"])
    let plain = Analyzer.custom(name: "plain", StandardTokenizer())
    #expect(plain.tokens(in: "C++").map(\.text) == ["C"])
  }

  @Test(
    "words with hyphens are indexed joined as well",
    arguments: [
      ("an e-mail now", ["an@0", "e@1", "email@1", "mail@2", "now@3"]),
      ("state-of-the-art", ["state@0", "stateoftheart@0", "of@1", "the@2", "art@3"]),
      ("E\u{2011}Mail", ["e@0", "email@0", "mail@1"]),
      ("Grün-weiß", ["grün@0", "grünweiss@0", "weiss@1"]),
      ("a - b -c d- --e", ["a@0", "b@1", "c@2", "d@3", "e@4"]),
      ("555-1234", ["555@0", "5551234@0", "1234@1"]),
    ])
  func hyphens(text: String, expected: [String]) {
    #expect(tokens(text, .hyphens) == expected)
  }

  @Test(
    "the parts of identifiers and names are indexed behind one another",
    arguments: [
      ("userId x", WordParts.camelCase, ["userid@0", "user@0", "id@1", "x@2"]),
      ("HTTPServer2Go", .camelCase, ["httpserver2go@0", "http@0", "server2@1", "go@2"]),
      ("éÀÉé", .camelCase, ["éàéé@0", "é@0", "à@1", "éé@2"]),
      ("User ID", .camelCase, ["user@0", "id@1"]),
      ("Cafe\u{301}Menu", .camelCase, ["cafémenu@0", "café@0", "menu@1"]),
      ("XMLE\u{301}tat", .camelCase, ["xmlétat@0", "xml@0", "état@1"]),
      ("E\u{301}lan", .camelCase, ["élan@0"]),
      ("e\u{301}.E\u{301}", .periods, ["é.é@0", "é@0", "é@1"]),
      ("user_id", .underscores, ["user_id@0", "user@0", "id@1"]),
      ("__init__", .underscores, ["__init__@0", "init@0"]),
      ("www.example.com", .periods, ["www.example.com@0", "www@0", "example@1", "com@2"]),
      ("3.14 v1.2.3 1,5", .periods, ["3.14@0", "v1.2.3@1", "1,5@2"]),
      ("O'Reilly’s", .apostrophes, ["o'reilly’s@0", "oreillys@0"]),
      ("don't x", .apostrophes, ["don't@0", "dont@0", "x@1"]),
      ("get_userId", .all, ["get_userid@0", "get@0", "user@1", "id@2"]),
    ])
  func identifiers(text: String, parts: WordParts, expected: [String]) {
    #expect(tokens(text, parts) == expected)
  }

  @Test("a word that folds to several ones is joined to no other")
  func severalWords() throws {
    for text in ["a-ﷺ-b", "ﷺ-b", "x\u{2011}ﷺ"] {
      let index = try SmallIndex(.code, ["see \(text) here"])
      for query in ["\(text) ", "\"\(text)\"", "\"see \(text) here\""] {
        #expect(try index.find(query) == [0], "\(query)")
      }
    }
  }

  @Test("an identifier with very many parts is indexed whole only")
  func manyParts() {
    let word = String(repeating: "aB", count: 40)
    #expect(tokens(word, .camelCase).count == 1)
  }

  private static let texts = [
    "the userId here", "the user_id here", "the user id here", "the userid here", "an e-mail now",
    "an email now", "O'Reilly", "OReilly", "see www.example.com", "id of a user", "C++ tricks",
    "C tricks", "jo.doe@example.com", "parse HTTPRequest",
  ]

  @Test(
    "what finds what",
    arguments: [
      ("userId ", [0, 1, 2, 3]), ("user_id ", [0, 1, 2]), ("user-id ", [0, 1, 2, 3]),
      ("\"userId\"", [0, 3]), ("\"user id here\"", [0, 1, 2]), ("\"the userId here\"", [0]),
      ("e-mail ", [4, 5]), ("email ", [4, 5]), ("\"e-mail\"", [4]), ("\"e-mail now\"", [4]),
      ("O'Reilly ", [6, 7]), ("oreilly ", [6, 7]), ("\"o'reilly\"", [6]),
      ("example.com ", [8, 12]), ("example ", [8, 12]), ("doe ", [12]),
      ("www.example.com ", [8]), ("C++ ", [10]), ("c ", [10, 11]), ("http request ", [13]),
      ("userI", [0, 3]), ("id here ", [0, 1, 2]),
    ])
  func findings(text: String, expected: [Int]) throws {
    let index = try SmallIndex(.code, Self.texts)
    #expect(try index.find(text).sorted() == expected)
  }

  /// A line of the table at ``WordParts``: what finds a document, and what does not.
  struct Line: Sendable, CustomTestStringConvertible {
    var document: String
    var parts: WordParts
    var found: [String]
    var lost: [String]

    init(_ document: String, _ parts: WordParts, finds found: [String], not lost: [String]) {
      self.document = document
      self.parts = parts
      self.found = found
      self.lost = lost
    }

    var testDescription: String { "\(document) with \(parts.rawValue)" }
  }

  private static let plain: [Line] = [
    Line("C", .signs, finds: ["C", "\"c\""], not: ["C++", "C#", "g"]),
    Line("C++", .signs, finds: ["C++", "c++", "C", "\"C++\""], not: ["C#", "g++"]),
    Line("C#", .signs, finds: ["C#", "C"], not: ["C++"]),
    Line("g++", .signs, finds: ["g++", "G"], not: ["C++"]),
    Line("C++17", .signs, finds: ["C++", "C++17", "17"], not: ["C#"]),
    Line(
      "in .NET", .signs, finds: [".NET", "net", "\".net\"", ".NET in"], not: [".N", ".gitignore"]),
    Line("a .gitignore", .signs, finds: [".gitignore", "gitignore"], not: ["ignore"]),
    Line("net", .signs, finds: ["net"], not: [".net"]),
    Line("e-mail", .signs, finds: ["e-mail", "mail", "\"e mail\""], not: ["email"]),
    Line("don't", .signs, finds: ["don't"], not: ["dont", "don"]),
    Line("O'Reilly", .signs, finds: ["o'reilly"], not: ["OReilly", "Reilly"]),
    Line("user_id", .signs, finds: ["user_id", "USER_ID"], not: ["userId", "id", "user"]),
    Line("parseHTTPRequest", .signs, finds: ["parsehttprequest"], not: ["http", "request"]),
    Line("www.example.com", .signs, finds: ["www.example.com"], not: ["example.com", "example"]),
    Line(
      "jo.doe@example.com", .signs, finds: ["jo.doe@example.com", "jo.doe", "example.com"],
      not: ["doe", "example"]),
    Line(
      "https://host.org/a?b=1", .signs,
      finds: ["\"https://host.org/a?b=1\"", "host.org", "a", "https", "1"], not: ["host", "org"]),
    Line("10:30", .signs, finds: ["\"10:30\"", "10 30", "30"], not: ["1030", "3"]),
    Line("3.14", .signs, finds: ["3.14"], not: ["3", "14"]),
    Line("1,000.5", .signs, finds: ["1,000.5"], not: ["1000.5", "1", "000"]),
    Line("v1.2.3", .signs, finds: ["v1.2.3"], not: ["1.2.3", "v1", "2"]),
    Line("h2o", .signs, finds: ["H2O"], not: ["h", "o", "2"]),
  ]

  private static let rich: [Line] = [
    Line("e-mail", .hyphens, finds: ["e-mail", "email", "mail", "e"], not: ["emails"]),
    Line("email", .hyphens, finds: ["e-mail", "email"], not: ["mail", "\"e-mail\""]),
    Line("don't", .apostrophes, finds: ["don't", "dont"], not: ["don"]),
    Line(
      "O’Reilly", .apostrophes, finds: ["O'Reilly", "OReilly", "\"O’Reilly\""], not: ["reilly"]),
    Line("OReilly", .apostrophes, finds: ["O'Reilly"], not: ["\"O'Reilly\""]),
    Line("user_id", .underscores, finds: ["user_id", "id", "user", "user id"], not: ["userId"]),
    Line("user_id", .all, finds: ["user_id", "userId", "id"], not: ["userid", "\"userId\""]),
    Line(
      "parseHTTPRequest", .camelCase,
      finds: ["parseHTTPRequest", "parsehttprequest", "http", "HTTP request", "\"http request\""],
      not: ["parsehttp", "\"parse request\""]),
    Line(
      "www.example.com", .periods,
      finds: ["www.example.com", "example.com", "example", "\"www.example.com\""],
      not: ["www.com", "\"example.com\""]),
    Line(
      "jo.doe@example.com", .periods,
      finds: ["jo.doe@example.com", "jo.doe", "doe", "example", "example.com"], not: ["joe"]),
    Line(
      "https://host.org/a?b=1", .periods,
      finds: ["\"https://host.org/a?b=1\"", "host", "host.org"], not: ["hosts"]),
    Line("10:30", .all, finds: ["\"10:30\"", "10 30", "30"], not: ["1030"]),
    Line("3.14", .all, finds: ["3.14"], not: ["3", "14"]),
    Line("1,000.5", .all, finds: ["1,000.5"], not: ["1000.5"]),
    Line("v1.2.3", .all, finds: ["v1.2.3"], not: ["1.2.3", "v1"]),
    Line("h2o", .all, finds: ["H2O"], not: ["h", "o"]),
  ]

  @Test("the table of parts is right", arguments: plain + rich)
  func table(line: Line) throws {
    let index = try SmallIndex(
      .standard.wordParts(line.parts), [line.document, "x \(line.document) y"])
    for text in line.found {
      #expect(Set(try index.find(text + " ")) == [0, 1], "\(text)")
    }
    for text in line.lost {
      #expect(try index.find(text + " ").isEmpty, "\(text)")
    }
    #expect(try index.find("\"x \(line.document) y\"") == [1])
    #expect(Set(try index.find(.word(line.document))) == [0, 1])
  }

  @Test("positions behind a word with parts are the same in documents and quotes")
  func phrases() throws {
    let index = try SmallIndex(
      Analyzer.language("en").wordParts(.all), ["set myUserId to e-mail addresses"])
    for text in [
      "\"set myUserId to\"", "\"set my user id to\"", "\"to e-mail addresses\"", "e-mail-address ",
      "\"myUserId to e-mail\"",
    ] {
      #expect(try index.find(text) == [0], "\(text)")
    }
    #expect(try index.find("\"set userId\"").isEmpty)
  }

  @Test("parts that are asked for one after the other are all found")
  func union() {
    let both = Analyzer.standard.wordParts(.camelCase).wordParts(.underscores)
    #expect(
      both.fingerprint == Analyzer.standard.wordParts([.camelCase, .underscores]).fingerprint)
    #expect(both.fingerprint != Analyzer.standard.wordParts(.camelCase).fingerprint)
    #expect(Analyzer.standard.wordParts(.signs).fingerprint == Analyzer.standard.fingerprint)
  }
}
