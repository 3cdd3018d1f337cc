#if os(macOS) || os(Linux)
  import Foundation
  import MartletTestSupport
  import MartletToolSupport
  import Testing

  @testable import MartletCommand

  @Suite("The live command, on a terminal")
  struct LiveCommandTests {
    /// A sign without a width, which no terminal obeys.
    private static let joiner = "\u{200D}"
    /// The marks that are kept of a character.
    private static let keptMarks = String(repeating: "\u{301}", count: 15)
    /// The screens for the word, by their columns, without the help in the last row.
    private static let screens = [
      40: #"""
      Search: delta
      5 documents, T
      > evil\u001B[2J · \u001B]0;owned\u0007 …
        …the delta \u202Edelta\u202C a\#(Self.keptMarks)b \u000…
        emoji · 🌊🏝️ boats
        …the delta 🚤🌊 and…
        عربي · دلتا النيل
        …ما يسمى delta في لغات أخرى، وتعيش…
        latin · The long way down
        Seen from above, the delta is a tree…
        中文 · 三角洲的地理
        …这就是 delta 的由来，也是世界…
      """#,
      80: #"""
      Search: delta
      5 documents, T
      > evil\u001B[2J · \u001B]0;owned\u0007 \u009B31m \u202Eabc\u2066x y\#(Self.joiner)z\u0000
        béfore\u001B[2J\u001B[H the delta \u202Edelta\u202C a\#(Self.keptMarks)b \u0008\u0008…
        emoji · 🌊🏝️ boats
        👩‍👩‍👧‍👦 went to the delta 🚤🌊 and saw 🐟🐠🦀 until 🌅; 👍🏽
        عربي · دلتا النيل
        …كثيرة، وهذا ما يسمى delta في لغات أخرى، وتعيش فيها ملايين الناس منذ آلاف…
        latin · The long way down
        Seen from above, the delta is a tree whose leaves are islands and whose…
        中文 · 三角洲的地理
        …沉积形成平原，这就是 delta 的由来，也是世界上人口最稠密的地区之一，水…
      """#,
      200: #"""
      Search: delta
      5 documents, T
      > evil\u001B[2J · \u001B]0;owned\u0007 \u009B31m \u202Eabc\u2066x y\#(Self.joiner)z\u0000
        béfore\u001B[2J\u001B[H the delta \u202Edelta\u202C a\#(Self.keptMarks)b \u0008\u0008…
        emoji · 🌊🏝️ boats
        👩‍👩‍👧‍👦 went to the delta 🚤🌊 and saw 🐟🐠🦀 until 🌅; 👍🏽
        عربي · دلتا النيل
        تقع المدينة عند مصب النهر حيث تتفرع المياه إلى فروع كثيرة، وهذا ما يسمى delta في لغات أخرى، وتعيش فيها ملايين الناس منذ آلاف السنين على الزراعة والصيد.
        latin · The long way down
        Seen from above, the delta is a tree whose leaves are islands and whose trunk is the sea; nobody has counted them, and each flood makes the count wrong again before it is written down by anyone.
        中文 · 三角洲的地理
        河流在入海口分成许多支流，泥沙沉积形成平原，这就是 delta 的由来，也是世界上人口最稠密的地区之一，水稻和鱼类养活了千百万人，而海平面上升正在威胁他们的家园。
      """#,
    ]

    @Test("shows what is found for every key, in columns of any width", arguments: [40, 80, 200])
    func screens(columns: Int) throws {
      let run = try CommandRun.withLiveIndex()
      let live = try LiveTerminal(run.path("i"), columns: columns)
      live.type("", status: "5 documents, T")
      live.type("delta", line: "Search: delta", status: "5 documents, T")
      #expect(live.lines.dropLast().joined(separator: "\n") == Self.screens[columns])
      #expect(live.lines.last == "↑ ↓ choose   Enter prints   Esc leaves")
      #expect(live.screen.unknown == [] && live.screen.overflow == "")
      live.child.type("\u{1B}")
      #expect(live.end() == .exit(1))
      #expect(live.isRestored)
    }

    @Test("changes with every key, by whole characters, and says what else was meant")
    func typing() throws {
      let run = try CommandRun.withLiveIndex()
      let live = try LiveTerminal(run.path("i"), columns: 80)
      live.type("islan", status: "1 document, T")
      #expect(live.screen.lines[0] == "Search: islan" && live.screen.lines[2].hasPrefix("> latin"))
      live.type("\u{15}河流", line: "Search: 河流", status: "1 document, T")
      #expect(live.screen.lines[0] == "Search: 河流" && live.screen.column == 12)
      #expect(live.screen.lines[2].hasPrefix("> 中文"))
      live.type("\u{7F}\u{7F}delat", status: "0 documents, T; did you mean: delta")
      live.type("\u{1B}[D\u{7F}", status: "5 documents, T")
      #expect(live.screen.lines[0] == "Search: delt" && live.screen.column == 11)
      live.type("\u{5}a", line: "Search: delta", status: "5 documents, T")
      #expect(live.screen.lines[0] == "Search: delta" && live.screen.column == 13)
      live.type("\u{17}\u{5} \u{1B}[200~trunk\nsea\u{1B}[201~", status: "1 document, T")
      live.child.type("\u{3}")
      #expect(live.end() == .exit(130))
      #expect(live.isRestored)
    }

    @Test("prints the chosen document, as the get command does, and leaves the screen as it was")
    func choosing() throws {
      let run = try CommandRun.withLiveIndex()
      let live = try LiveTerminal(run.path("i"), columns: 80)
      live.type("delta", line: "Search: delta", status: "5 documents")
      let second = live.screen.lines[4]
      live.child.type("\u{1B}OB")
      live.wait { $0.lines[4].hasPrefix("> ") }
      live.settle()
      #expect(live.screen.lines[4] == "> " + second.dropFirst(2))
      #expect(live.screen.lines[2].hasPrefix("  "))
      live.child.type("\r")
      #expect(live.end() == .exit(0))
      #expect(live.isRestored)
      // What was typed before the screen was drawn stands before it.
      let printed = live.screen.lines.joined()
      let key = second.split(separator: " ")[0]
      let document = try run.output("get @i \(key)").output
      #expect(printed.contains(document.prefix(24)), "\(printed) of \(document)")
    }

    @Test("takes a new size, draws again, and finds more documents than the first hundred")
    func scrolling() throws {
      let run = try CommandRun()
      let lines = (0..<130).map { #"{"id": "k\#($0)", "text": "same"}"# }
      try run.write("a.jsonl", lines.joined(separator: "\n"))
      #expect(run("index @i --input @a.jsonl --text text") == .success)
      let live = try LiveTerminal(run.path("i"), columns: 80)
      live.type("same", line: "Search: same", status: "130 documents")
      for _ in 0..<12 { live.child.type("\u{1B}[6~") }
      live.wait { $0.lines.contains { $0.hasPrefix("> k120") } }
      live.resize(columns: 50, rows: 8)
      live.wait { $0.lines.contains { $0.hasPrefix("> k120") } && !$0.lines[7].isEmpty }
      live.settle()
      #expect(live.lines.filter { $0.hasPrefix("  k") || $0.hasPrefix("> k") }.count == 2)
      live.resize(columns: 5, rows: 2)
      live.wait { $0.lines[0].hasPrefix("same") }
      live.resize(columns: 40, rows: 24)
      live.wait { $0.lines[0] == "Search: same" && $0.lines[3].contains("same") }
      for _ in 0..<3 { live.child.type("\u{1B}[6~") }
      live.wait { $0.lines.contains { $0.hasPrefix("> k129") } }
      live.child.type("\u{1B}")
      #expect(live.end() == .exit(1))
      #expect(live.screen.overflow == "")
    }

    @Test("emphasises words in colour, or without one if that is refused")
    func colour() throws {
      let run = try CommandRun.withLiveIndex()
      for (environment, style) in [([], "1;31"), (["NO_COLOR=1"], "4")] {
        let live = try LiveTerminal(run.path("i"), columns: 80, environment: environment)
        live.type("islands trunk", status: "1 document")
        #expect(live.screen.texts(style: style) == ["islands", "trunk"])
        #expect(live.screen.texts(style: "1;31").isEmpty == (style != "1;31"))
        live.child.type("\u{1B}")
        #expect(live.end() == .exit(1))
      }
    }

    @Test("draws nothing where there is no terminal, or one that cannot be drawn on")
    func noTerminal() throws {
      let run = try CommandRun.withLiveIndex()
      let piped = try run.output("live @i")
      #expect(piped.end == .exit(2))
      #expect(
        piped.output
          == "mart: live needs a terminal for its keys and its screen; mart search needs none\n")
      let blind = try run.output("live @i", terminal: .init(columns: 80))
      #expect(blind.end == .exit(2) && blind.output.contains("live needs a terminal"))
      let simple = try run.output(
        "live @i", terminal: .init(columns: 80, name: "dumb", hasKeyboard: true))
      #expect(simple.end == .exit(2) && simple.output.contains("cannot draw a screen"))
      #expect(run("live @none") == .failure)
      #expect(run("live @i --snippet nothing") == .usage)
    }
  }
#endif
