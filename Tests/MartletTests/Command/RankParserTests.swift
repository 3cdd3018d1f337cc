#if os(macOS) || os(Linux)
  import Foundation
  import Martlet
  import MartletTestSupport
  import MartletToolSupport
  import Testing

  @testable import MartletCommand

  @Suite("Ranks and explanations of the search command")
  struct RankParserTests {
    @Test(
      "the description of a rank parses back",
      arguments: [
        "relevance", "2", "-0.5", "relevance + 1", "relevance * 2 * field(a b)",
        "(relevance + 1) * (2 + field(views))", "log1p(views, missing: 3)",
        "recency(edited, 30, now: 1000)", "recency(edited, 0.5, now: 0, missing: -1)",
        "field(größe, missing: 1e+20)",
        // The days of the longest time.
        "recency(edited, \((Double.greatestFiniteMagnitude / 86_400)), now: 0)",
      ])
    func description(text: String) throws {
      #expect(try RankParser.parse(text).description == text)
      #expect(
        try RankParser.parse(" " + text.filter { $0 != " " || text.contains("a b") } + " ")
          == RankParser.parse(text))
    }

    @Test("a half-life is at most the longest time, in any unit")
    func longest() throws {
      let longest = Rank.recency(
        "at", halfLife: .seconds(.greatestFiniteMagnitude), now: Date(timeIntervalSince1970: 0))
      #expect(try RankParser.parse("recency(at, 1e305, now: 0)") == longest)
      #expect(Rank.HalfLife.hours(1e306) == .seconds(.greatestFiniteMagnitude))
    }

    @Test("products bind more tightly than sums")
    func precedence() throws {
      let sum: Rank = 1 + 2 * .constant(3)
      let product: Rank = (1 + .constant(2)) * 3
      #expect(try RankParser.parse("1 + 2 * 3") == sum)
      #expect(try RankParser.parse("(1 + 2) * 3") == product)
      #expect(sum != product)
    }

    @Test(
      "a mistake is marked",
      arguments: [
        ("", "expected a number, relevance or a function", 0), ("relevance +", "expected a", 11),
        ("relevance relevance", "expected + or * or the end", 10),
        ("2 * views", "a field is written field(views)", 4),
        ("relevence", "did you mean", 0), ("log1p(", "expected the name of a field", 6),
        ("log1p(views", "expected )", 11), ("field(a, 3)", "expected missing:", 9),
        ("field(a, missing: x)", "expected a number", 18), ("recency(a)", "half-life in days", 9),
        ("recency(a, 0)", "half-life in days", 12), ("(1", "expected )", 2),
        ("1e999", "expected a number", 0),
        ("field(a, missing: 1, missing: 2)", "expected miss", 21),
      ])
    func mistakes(text: String, message: String, column: Int) {
      do throws(UsageError) {
        Issue.record("\(text) is \(try RankParser.parse(text))")
      } catch {
        let lines = error.message.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0].contains(message))
        let mark = String(repeating: " ", count: column + 2) + "^"
        #expect(lines.dropFirst().map(String.init) == ["  \(text)", mark])
      }
    }

    @Test("any text is a rank or a mistake, and never ends the program")
    func anyText() {
      var random = SeededRandom(seed: TestSeed.value)
      let pieces = [
        "relevance", "(", ")", "+", "*", "field", "log1p", "recency", "views", ",", ":", "missing",
        "now", "1", "-", "e", ".", " ", "ü", "30", "0",
      ]
      var count = 0
      for _ in 0..<20_000 {
        let text = (0..<random.int(in: 0..<9)).map { _ in pieces[random.int(in: 0..<pieces.count)] }
        if (try? RankParser.parse(text.joined())) != nil { count += 1 }
      }
      #expect(count > 50)
      let long = Array(repeating: "1", count: 100_000).joined(separator: "+")
      #expect(throws: UsageError.self) { try RankParser.parse(long) }
      #expect(throws: UsageError.self) {
        try RankParser.parse(String(repeating: "(", count: 100_000))
      }
    }

    private func indexed() throws -> CommandRun {
      let run = try CommandRun()
      let lines = [
        #"{"id": "1", "title": "storm", "views": 10}"#,
        #"{"id": "2", "title": "storm", "views": 1000}"#,
        #"{"id": "3", "title": "storm at sea"}"#,
      ]
      try run.write("a.jsonl", lines.joined(separator: "\n"))
      #expect(run("index @i --input @a.jsonl --text title --number views") == .success)
      return run
    }

    @Test("a rank orders, and scores are those of the formula")
    func ranks() throws {
      let run = try indexed()
      func lines(_ arguments: String) throws -> [String] {
        try run.output("search @i \(arguments)").lines.dropFirst().map { line in
          line.split(separator: " ").prefix(3).joined(separator: " ")
        }
      }
      #expect(try lines("storm --rank field(views)") == ["1 1000.00 2", "2 10.00 1", "3 0.00 3"])
      #expect(
        try lines("--rank field(views,missing:50)*2") == ["1 2000.00 2", "2 100.00 3", "3 20.00 1"])
      let wrong = try run.output("search @i storm --rank views")
      #expect(wrong.end == .exit(2))
      #expect(wrong.lines[0].contains("a field is written field(views)"))
      let text = try run.output("search @i storm --rank field(title)")
      #expect(text.end == .exit(2))
      #expect(text.lines[0].contains("cannot rank by the field \"title\""))
    }

    @Test("words near each other add to the score, and rules order hits")
    func proximityAndRules() throws {
      let run = try indexed()
      let near = try run.output("search @i at sea --proximity --explain").lines
      #expect(near.contains { $0.hasSuffix(" proximity = the sum of the pairs") }, "\(near)")
      let plain = try run.output("search @i at sea --explain").lines
      #expect(!plain.contains { $0.contains("proximity") })
      let ruled = try run.output("search @i storm --rules words,field,exactness")
      #expect(ruled.end == .exit(0))
      #expect(ruled.lines[1] == (try run.output("search @i storm").lines[1]))
      let wrong = try run.output("search @i storm --rules word")
      #expect(wrong.end == .exit(2))
      #expect(wrong.lines[0].contains("--rules needs some of words,typos,proximity,"))
    }

    @Test("an explanation follows each hit, and is part of the JSON")
    func explanations() throws {
      let run = try indexed()
      let text = try run.output("search @i sea --explain --rank relevance*2").lines
      #expect(text.contains { $0.hasSuffix(" score = the rank in single precision") })
      #expect(text.contains { $0.hasPrefix("          ") && $0.contains("idf") })
      let json = try run.output("search @i sea --explain --json").output
      let value = try JSONDecoder().decode([String: Record.Value].self, from: Data(json.utf8))
      guard case .array(let hits)? = value["hits"], case .object(let hit)? = hits.first,
        case .object(let explanation)? = hit["explanation"]
      else {
        Issue.record("no explanation in \(json)")
        return
      }
      #expect(explanation["value"] == hit["score"])
      #expect(explanation["name"] == .string("relevance"))
      #expect(!(try run.output("search @i sea --json")).output.contains("explanation"))
    }
  }
#endif
