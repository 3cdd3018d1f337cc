import Testing

@testable import MartletToolSupport

@Suite("Command lines")
struct CommandSyntaxTests {
  private let syntax = CommandSyntax(
    name: "search",
    summary: "Finds documents.",
    operands: [
      .init("DIR", "the index"), .init("QUERY", "what to find"),
      .init("EXTRA", "one more", isRequired: false),
    ],
    options: [
      .init("--limit", short: "-n", value: "N", "the most hits"), .init("--json", "prints JSON"),
      .init("--text", value: "FIELD", repeats: true, "a text field"),
    ])

  private func complaint(_ words: [String]) -> String? {
    do {
      _ = try syntax.parse(words)
      return nil
    } catch {
      return error.message
    }
  }

  @Test("operands have their meaning from their place, options may stand anywhere")
  func places() throws {
    let arguments = try syntax.parse(["--json", "folder", "--limit", "5", "two words"])
    #expect(arguments.required("DIR") == "folder")
    #expect(arguments.required("QUERY") == "two words")
    #expect(arguments.operand("EXTRA") == nil)
    #expect(arguments.has("--json"))
    #expect(try arguments.integer("--limit", default: 20, in: 1...100) == 5)
  }

  @Test("a value may follow after an equals sign, and may hold one itself")
  func equalsSign() throws {
    let arguments = try syntax.parse(["d", "q", "--limit=7", "--text=a=b"])
    #expect(arguments.value("--limit") == "7")
    #expect(arguments.values("--text") == ["a=b"])
  }

  @Test("an option that repeats keeps the order")
  func repeating() throws {
    let arguments = try syntax.parse(["d", "--text", "a", "q", "--text", "b"])
    #expect(arguments.values("--text") == ["a", "b"])
  }

  @Test("what follows -- is never an option, and - alone is an operand")
  func dashes() throws {
    let arguments = try syntax.parse(["-", "--", "--json"])
    #expect(arguments.required("DIR") == "-")
    #expect(arguments.required("QUERY") == "--json")
    #expect(!arguments.has("--json"))
  }

  @Test(
    "a command line that makes no sense is refused with a reason",
    arguments: [
      (["d"], "QUERY is missing (what to find)"),
      (["d", "q", "e", "x"], "unexpected \"x\"; quote a text that has spaces"),
      (["d", "q", "--limt", "3"], "unknown option --limt; did you mean --limit?"),
      (
        ["d", "q", "--frobnicate"],
        "unknown option --frobnicate; after -- every word is taken as it is"
      ),
      (["d", "q", "-x"], "unknown option -x; after -- every word is taken as it is"),
      (["d", "q", "-storm"], "unknown option -storm; after -- every word is taken as it is"),
      (["d", "q", "-n"], "--limit needs a value (N)"),
      (["d", "q", "-n1", "--limit=2"], "--limit is given twice"),
      (["d", "q", "--limit"], "--limit needs a value (N)"),
      (["d", "q", "--json=1"], "--json takes no value"),
      (["d", "q", "--limit=1", "--limit=2"], "--limit is given twice"),
    ])
  func refusals(words: [String], message: String) {
    #expect(complaint(words) == message)
  }

  @Test("a number out of range or no number is refused", arguments: ["0", "101", "ten", ""])
  func numbers(word: String) throws {
    let arguments = try syntax.parse(["d", "q", "--limit", word])
    #expect(throws: UsageError("--limit needs a whole number from 1 to 100, not \"\(word)\"")) {
      try arguments.integer("--limit", default: 20, in: 1...100)
    }
  }

  @Test(
    "a short name may have its value behind it or after it", arguments: ["-n5", "-n 5", "-n=5"])
  func shortNames(words: String) throws {
    let words = words.split(separator: " ").map(String.init)
    #expect(try syntax.parse(["d"] + words + ["q"]).value("--limit") == "5")
  }

  @Test("the last operand may take all words that are left")
  func manyWords() throws {
    let syntax = CommandSyntax(
      name: "a", summary: "", operands: [.init("DIR", ""), .init("WORD", "a word", repeats: true)])
    #expect(try syntax.parse(["d", "a", "b", "--", "-c"]).operands("WORD") == ["a", "b", "-c"])
    #expect(syntax.usage(tool: "mart") == "mart a DIR WORD...")
    #expect(throws: UsageError("WORD is missing (a word)")) { try syntax.parse(["d"]) }
  }

  @Test("the help names every operand and option")
  func help() {
    let help = syntax.help(tool: "mart")
    #expect(
      help == """
        Finds documents.

        Usage: mart search [OPTIONS] DIR QUERY [EXTRA]

        Arguments:
          DIR    the index
          QUERY  what to find
          EXTRA  one more

        Options:
          -n, --limit N     the most hits
              --json        prints JSON
              --text FIELD  a text field
          -h, --help        prints this help
        """)
  }

  @Test("the distance of words counts changed, inserted, left out and swapped letters")
  func distance() {
    #expect(Spelling.distance("kitten", "sitting") == 3)
    #expect(Spelling.distance("", "abc") == 3)
    #expect(Spelling.distance("abc", "abc") == 0)
    #expect(Spelling.distance("titel", "title") == 1)
    #expect(Spelling.distance("abcd", "badc") == 2)
  }
}
