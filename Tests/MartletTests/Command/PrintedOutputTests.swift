#if os(macOS) || os(Linux)
  import Foundation
  import Martlet
  import MartletTestSupport
  import MartletToolSupport
  import Testing

  @testable import MartletCommand

  @Suite("What commands print")
  struct PrintedOutputTests {
    private static let words = (0..<60).map { "word\($0)" }.joined(separator: " ")

    private func indexed() throws -> CommandRun {
      let run = try CommandRun()
      let lines = [
        #"{"id": "1", "title": "Tate", "artist": "Turner", "text": "A storm at sea \#(Self.words)"}"#,
        #"{"id": "2", "title": "Zoo", "artist": "Turner", "text": "no weather"}"#,
      ]
      try run.write("a.jsonl", lines.joined(separator: "\n"))
      #expect(run("index @i --input @a.jsonl") == .success)
      return run
    }

    @Test("several words without quotes are one query, and signs in them keep their meaning")
    func severalWords() throws {
      let run = try indexed()
      let found = try run.output("search @i tate turner storm")
      #expect(found.end == .exit(0))
      #expect(found.lines.first?.hasPrefix("1 document, ") == true)
      #expect(found.lines.count == 2 && found.lines[1].contains("  1  Tate · Turner · A storm"))
      #expect(try run.output("search @i tate OR zoo").output.hasPrefix("2 documents, "))
      #expect(try run.output("search @i -- turner -storm").lines.last?.contains("Zoo") == true)
      let option = try run.output("search @i turner -storm")
      #expect(option.end == .exit(2))
      #expect(
        option.lines == [
          "mart: unknown option -storm; after -- every word is taken as it is",
          "Usage: mart search [OPTIONS] DIR [QUERY...]", "More:  mart help search",
        ])
    }

    @Test("the status of a search is that of grep")
    func statuses() throws {
      let run = try indexed()
      for (line, status) in [
        ("storm", 0), ("xyzzy", 1), ("xyzzy --json", 1), ("xyzzy -n 0", 1), ("storm -n 0", 0),
        ("storm --offset 5", 0), ("storm --limit x", 2), ("storm --fields ,", 2),
      ] {
        #expect(try run.output("search @i \(line)").end == .exit(Int32(status)), "\(line)")
      }
      #expect(try run.output("search @none storm").end == .exit(2))
    }

    @Test("errors are sentences without the name of their kind")
    func errors() throws {
      let run = try indexed()
      try run.write("other/a.txt", "x")
      for command in ["search", "get", "delete"] {
        let none = try run.output("\(command) @none x")
        #expect(none.output == "mart: there is no folder \(run.path("none"))\n")
        let other = try run.output("\(command) @other x")
        #expect(
          other.output == "mart: there is no index in \(run.path("other")); mart index makes one\n")
      }
      let files = try FileManager.default.contentsOfDirectory(atPath: run.path("i"))
      for name in files where name.hasPrefix("manifest-") { try run.write("i/\(name)", "damage") }
      for command in ["search @i x", "stats @i", "check @i", "index @i -i @a.jsonl", "compact @i"] {
        let outcome = try run.output(command)
        #expect(outcome.output.hasPrefix("mart: ") && outcome.end != .exit(0))
        #expect(!outcome.output.contains("corrupted:"), "\(outcome.output)")
      }
    }

    @Test("a result that cannot be written is an error, however long it is")
    func fullDevice() throws {
      guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
      let run = try indexed()
      let lines = (0..<2_000).map { #"{"id": "\#($0)", "title": "Tate \#(Self.words)"}"# }
      try run.write("b.jsonl", lines.joined(separator: "\n"))
      #expect(run("index @i -i @b.jsonl") == .success)
      for command in [
        "search i tate", "search i tate --json -n 2000", "export i", "stats i", "help",
      ] {
        let outcome = try run.shell("$mart \(command) 2>&1 > /dev/full")
        #expect(outcome.end == .exit(2), "\(command)")
        #expect(
          outcome.output == "mart: the output could not be written: the disk is full\n",
          "\(outcome.output)")
        #expect(outcome.lines.count == 1)
      }
    }

    @Test("lines of results are as wide as the terminal, and whole without one")
    func width() throws {
      let run = try indexed()
      for columns in [40, 80, 133] {
        let outcome = try run.output(
          "search @i storm",
          terminal: ChildProcess.Terminal(columns: columns, environment: ["NO_COLOR=1"]))
        #expect(outcome.end == .exit(0))
        // The fields that fit, and the best passage of the text.
        #expect(outcome.lines.count == 3, "\(outcome.output)")
        #expect(outcome.lines[1].hasSuffix("  1  Tate · Turner"))
        let passage = try #require(outcome.lines.last)
        #expect(passage.contains("  A storm at sea word0"))
        #expect(passage.last == "…")
        #expect(passage.terminalWidth <= columns && passage.terminalWidth > columns - 8)
      }
      let piped = try run.output("search @i storm")
      #expect(piped.lines.last?.hasSuffix(" word59") == true)
    }

    @Test("fields are shown in the order of the schema, or as --fields names them")
    func fields() throws {
      let run = try indexed()
      #expect(
        try run.output("search @i zoo").lines.last?.hasSuffix("  2  Zoo · Turner · no weather")
          == true)
      #expect(
        try run.output("search @i zoo -f text,title").lines.last?.hasSuffix("  2  no weather · Zoo")
          == true)
      let spaced = try run.shell("$mart search i zoo --fields 'text, title' 2>&1")
      #expect(spaced.lines.last?.hasSuffix("  2  no weather · Zoo") == true, "\(spaced.output)")
      let json = try run.output("search @i zoo --json --fields title,none").output
      #expect(json.contains(#""fields":{"title":"Zoo"},"key":"2""#), "\(json)")
    }

    @Test("a field that no hit has is named, with the nearest that there is")
    func missingFields() throws {
      let run = try indexed()
      let outcome = try run.shell("$mart search i zoo -f titel,id 2>&1 > /dev/null")
      #expect(outcome.output == "no hit has a field \"titel\"; did you mean title?\n")
      #expect(outcome.end == .exit(0))
      let none = try run.shell("$mart search i nowhere -f titel,title 2>&1 > /dev/null")
      #expect(none.output == "the index searches no field \"titel\"; did you mean title?\n")
      #expect(none.end == .exit(1))
    }

    @Test("synonyms come from a file, and a line that is not a rule is named")
    func synonyms() throws {
      let run = try indexed()
      try run.write("rules.txt", "# animals\nmenagerie, zoo\n")
      try run.write("bad.txt", "menagerie, zoo\nlion\n")
      let found = try run.output("search @i menagerie --synonyms @rules.txt")
      #expect(found.lines.count == 2 && found.end == .exit(0), "\(found.output)")
      let piped = try run.shell("cat rules.txt | $mart search i menagerie --synonyms /dev/stdin")
      #expect(piped.lines.last == found.lines.last, "\(piped.output)")
      let bad = try run.output("search @i menagerie --synonyms @bad.txt")
      #expect(
        bad.output
          == "mart: \(run.path("bad.txt")): line 2 of the rules needs two texts with a comma "
          + "or an arrow (=>) between them, found \"lion\"\n")
      #expect(bad.end == .exit(2))
    }

    @Test("a field called key comes before the key, and bytes that are no text are refused")
    func ambiguous() throws {
      let run = try CommandRun()
      try run.write(
        "k.jsonl", "{\"id\": 1, \"t\": \"x\", \"key\": 5}\n{\"id\": 2, \"t\": \"x\", \"key\": 3}")
      #expect(run("index @k --input @k.jsonl --text t --number key") == .success)
      let sorted = try run.output("search @k --sort key -f key")
      #expect(sorted.lines.suffix(2).map(\.last) == ["3", "5"])
      let misnamed = try run.shell("$mart check \"$(printf 'k\\377')\" 2>&1")
      #expect(
        misnamed.end == .exit(2) && misnamed.output.contains("in UTF-8"), "\(misnamed.output)")
      let unnamed = try run.shell("$mart backup k '' 2>&1; ls")
      #expect(unnamed.output.contains("needs a name"), "\(unnamed.output)")
      #expect(!unnamed.lines.contains { $0.hasPrefix("manifest-") })
    }

    @Test("a query without a word says that it finds nothing")
    func noWords() throws {
      let run = try indexed()
      let empty = try run.shell("$mart search i ' ' 2>&1 > /dev/null")
      #expect(
        empty.output == "the query is empty and finds nothing; mart export prints all documents\n")
      #expect(empty.end == .exit(1))
      let star = try run.shell("$mart search i '*'")
      #expect(star.output.hasSuffix("\nThe text has no word to search for and finds nothing.\n"))
      #expect(star.end == .exit(1))
    }

    @Test("--limit and --offset turn pages")
    func pages() throws {
      let run = try indexed()
      let all = try run.output("search @i turner").lines
      #expect(all.count == 3)
      #expect(try run.output("search @i turner -n1").lines.last == all[1])
      #expect(try run.output("search @i turner -n1 --offset=1").lines.last == all[2])
      #expect(all[2].hasPrefix("2  "))
    }

    @Test("JSON says which words matched, and how the query was not taken literally")
    func json() throws {
      struct Answer: Decodable {
        struct Matched: Decodable, Equatable {
          var all: Bool
          var atLeast: Int?
          var of: Int?
        }
        struct Diagnostic: Decodable, Equatable {
          var kind: String
          var message: String
          var start: Int
          var end: Int
        }
        var matched: Matched
        var diagnostics: [Diagnostic]
      }
      let run = try indexed()
      func answer(_ query: String) throws -> Answer {
        try JSONDecoder().decode(
          Answer.self, from: Data(try run.output("search @i \(query) --json").output.utf8))
      }
      let all = try answer("tate storm")
      #expect(all.matched == .init(all: true) && all.diagnostics.isEmpty)
      let most = try answer("tate storm weather")
      #expect(most.matched == .init(all: false, atLeast: 2, of: 3))
      let odd = try answer("colour:red \"tate")
      #expect(odd.diagnostics.map(\.kind) == ["unknownField", "unclosedQuote"])
      #expect(odd.diagnostics.map(\.start) == [0, 11] && odd.diagnostics.map(\.end) == [7, 16])
      #expect(odd.diagnostics.allSatisfy { $0.message.hasSuffix(".") })
    }

    @Test("control characters of documents, keys and messages never reach a terminal")
    func controls() throws {
      let run = try CommandRun()
      let evil = #"a\u001b]0;x\u0007\u009b31m\r\nb\u202e"#
      try run.write("a.jsonl", #"{"id": "k\u001b[2J\n1", "\#(evil)": "t", "t": "red \#(evil)"}"#)
      try run.write("bad\u{1B}[1m.jsonl", "{\"id\u{1B}[1m\": 1")
      let terminal = ChildProcess.Terminal(columns: 100, name: "dumb")
      #expect(run("index @i --input @a.jsonl") == .success)
      for command in [
        "index @j --input @a.jsonl", "search @i red", "search @i red --json",
        "search @i x:\u{1B}[1m",
        "get @i \u{1B}[1m", "export @i", "terms @i", "terms @i -f \u{1B}[1m", "stats @i",
        "index @k --input @bad\u{1B}[1m.jsonl", "search @\u{1B}[1m x", "delete @i \u{1B}[1m",
        "help \u{9B}1m", "search @i --\u{1B}[1m", "analyze \u{1B}[1ma",
      ] {
        let outcome = try run.output(command, terminal: terminal)
        let raw = outcome.output.unicodeScalars.filter {
          $0.properties.generalCategory == .control && !"\r\n".unicodeScalars.contains($0)
            || $0 == "\u{202E}"
        }
        #expect(
          raw.isEmpty && !outcome.output.isEmpty, "\(command) \(outcome.output.debugDescription)")
      }
      // JSON is the same value everywhere, and as it was stored where nobody looks at it.
      let shown = try run.output("export @i", terminal: terminal).output
      let piped = try run.output("export @i").output
      #expect(piped.contains(#"red \#(evil)"#))
      let values = try [shown, piped].map {
        try JSONDecoder().decode([String: Record.Value].self, from: Data($0.utf8))
      }
      #expect(values[0] == values[1])
    }
  }
#endif
