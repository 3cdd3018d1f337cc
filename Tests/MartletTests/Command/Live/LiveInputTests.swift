#if os(macOS) || os(Linux)
  import Foundation
  import MartletTestSupport
  import Testing

  @testable import MartletCommand

  @Suite("The live command, with bytes of any kind")
  struct LiveInputTests {
    /// What terminals send without being asked by this program, and bytes that none sends.
    private static let strangers = [
      "\u{1B}]11;rgb:ffff/ffff/ffff\u{7}", "\u{1B}P1+r544e\u{1B}\\", "\u{1B}[?62;4c", "\u{1B}[I",
      "\u{1B}[M !!", "\u{1B}[<0;10;10M", "\u{1B}[27;5;99~", "\u{1B}x", "\u{0}\u{1C}\u{1D}\t",
    ]

    @Test("takes no unknown sequence, and nothing that is not UTF-8, for text or for a key")
    func strangers() throws {
      let run = try CommandRun.withLiveIndex()
      let live = try LiveTerminal(run.path("i"))
      live.waitForStart()
      let broken: [[UInt8]] = [[0xFF, 0xFE], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0x9B], [0xF5]]
      for (letter, bytes) in zip("delta", broken) {
        live.child.type(bytes + Array(String(letter).utf8))
      }
      live.wait { $0.lines[0] == "Search: delta" }
      for text in Self.strangers { live.child.type(text + "+\u{7F}") }
      live.child.type("s")
      live.wait { $0.lines[0] == "Search: deltas" }
      live.type("\u{7F}", line: "Search: delta", status: "5 documents")
      live.child.type("\u{3}")
      #expect(live.end() == .exit(130))
      #expect(live.isRestored && live.screen.unknown == [])
    }

    @Test("takes what is pasted for text, whatever is in it")
    func pasting() throws {
      let run = try CommandRun.withLiveIndex()
      let live = try LiveTerminal(run.path("i"))
      live.waitForStart()
      live.child.type(
        "\u{1B}[200~delta\r\n\u{1B}[2J\u{1B}]0;x\u{7}\u{3}\u{4}\u{1A}\u{9B}1m\u{202E}\u{2066}")
      live.child.type("\u{1B}[201~")
      live.wait { $0.lines[0].contains("\\u202E") }
      live.settle()
      #expect(live.screen.lines[0].hasPrefix("Search: delta"))
      #expect(live.screen.lines[0].hasSuffix("[2J ]0;x     1m\\u202E\\u2066"))
      live.type("\u{15}\u{1B}[200~", status: "5 documents")
      // A paste whose end is lost does not last for ever.
      live.child.type("islan\u{3}")
      live.wait { $0.lines[0].hasPrefix("Search: islan") }
      live.child.type("\u{1B}")
      #expect(live.end() == .exit(1))
      #expect(live.isRestored && live.screen.unknown == [])
    }

    @Test("takes the bytes of a sequence that come one by one, also with a new size in between")
    func slowly() throws {
      let run = try CommandRun.withLiveIndex()
      var (isDone, tries) = (false, 0)
      while !isDone, tries < 300 {
        tries += 1
        let live = try LiveTerminal(run.path("i"))
        live.waitForStart()
        live.type("delta", line: "Search: delta", status: "5 documents")
        guard live.typeSlowly(["\u{1B}", "[", "B"]) else { continue }
        live.wait { $0.lines[4].hasPrefix("> ") }
        live.settle()
        let isInTime = live.typeSlowly(["\u{1B}", "[A"]) {
          // A signal counts only while the command waits.
          for columns in 70..<74 {
            live.resize(columns: columns, rows: 20)
            usleep(10_000)
          }
        }
        guard isInTime else { continue }
        live.wait { $0.lines[2].hasPrefix("> ") }
        live.child.type("\u{1B}")
        #expect(live.end() == .exit(1))
        #expect(live.isRestored)
        isDone = true
      }
      #expect(isDone, "this computer was too slow for every try")
    }

    @Test("shows any text in a window of any size, which obeys none of it")
    func sizes() throws {
      let run = try CommandRun.withLiveIndex()
      let live = try LiveTerminal(run.path("i"))
      live.waitForStart()
      live.child.type("delta \u{202E}")
      live.wait { $0.lines[0].hasPrefix("Search: delta ") && $0.lines[1].hasPrefix("5 documents") }
      live.settle(milliseconds: 1_000)
      for (columns, rows) in [
        (40, 5), (1, 1), (2, 30), (200, 60), (100, 60), (3, 3), (1, 24), (60, 24),
      ] {
        live.resize(columns: columns, rows: rows)
        live.wait { !$0.lines[0].isEmpty || $0.columns < 3 }
        live.settle()
        live.child.type("\u{1B}[B")
        live.settle()
        #expect(live.screen.overflow == "" && live.screen.unknown == [], "\(columns) × \(rows)")
      }
      #expect(live.screen.lines[0].hasPrefix("Search: delta"))
      #expect(live.screen.lines[1].hasPrefix("5 documents"))
      live.child.type("\u{1B}")
      #expect(live.end() == .exit(1))
      #expect(live.isRestored)
    }

    @Test("never breaks, whatever is typed", arguments: SeededRandom.seeds(count: 2))
    func random(seed: UInt64) throws {
      let run = try CommandRun.withLiveIndex()
      let live = try LiveTerminal(run.path("i"))
      live.waitForStart()
      var random = SeededRandom(seed: seed)
      // Those that end or stop it, and the sequences that hold the next ones back, are left out.
      let ending: Set<UInt8> = [0x03, 0x04, 0x0A, 0x0D, 0x1A, 0x1B]
      let sequences = [
        "\u{1B}[A", "\u{1B}[B", "\u{1B}[6~", "\u{1B}[5~", "\u{1B}[C", "\u{1B}[D", "中", "👩‍👧",
      ]
      for _ in 0..<60 {
        let bytes = (0..<8).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        live.child.type(bytes.filter { !ending.contains($0) })
        live.child.type(sequences.randomElement(using: &random) ?? "")
        live.settle(milliseconds: 5)
      }
      live.type("\u{15}\u{5}\u{15}delta", line: "Search: delta", status: "5 documents")
      live.child.type("\u{3}")
      #expect(live.end() == .exit(130))
      #expect(live.isRestored && live.screen.unknown == [] && live.screen.overflow == "")
    }
  }
#endif
