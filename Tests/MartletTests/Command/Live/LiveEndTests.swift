#if os(macOS) || os(Linux)
  import Foundation
  import MartletTestSupport
  import Testing

  @testable import MartletCommand

  @Suite("The live command, when it ends or stops")
  struct LiveEndTests {
    /// A search with five documents.
    private func started(
      _ run: borrowing CommandRun, environment: [String] = [], file: String? = nil
    ) throws -> LiveTerminal {
      let live = try LiveTerminal(run.path("i"), environment: environment, file: file)
      live.waitForStart()
      live.type("delta", line: "Search: delta", status: "5 documents")
      #expect(!live.child.isTerminalAtRest && live.screen.isAlternate)
      return live
    }

    @Test(
      "leaves the terminal as it was after each key that ends it",
      arguments: [("\u{1B}", 1), ("\u{3}", 130), ("\u{15}\u{4}", 1)])
    func keys(keys: String, status: Int32) throws {
      let run = try CommandRun.withLiveIndex()
      let live = try started(run)
      live.child.type(keys)
      #expect(live.end() == .exit(status))
      #expect(live.isRestored)
    }

    @Test(
      "leaves the terminal as it was when it is ended or has a fault",
      arguments: [
        SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGBUS, SIGSEGV, SIGILL,
      ])
    func signals(signal: Int32) throws {
      let run = try CommandRun.withLiveIndex()
      let live = try started(run, environment: ["SWIFT_BACKTRACE=enable=no"])
      live.child.kill(signal)
      #expect(live.end() == .signal(signal))
      #expect(live.isRestored)
    }

    @Test(
      "gives the terminal to the shell while it is stopped, and goes on as before",
      arguments: [
        true, false,
      ])
    func stopping(isKey: Bool) throws {
      let run = try CommandRun.withLiveIndex()
      let live = try started(run)
      for _ in 0..<2 {
        if isKey { live.child.type("\u{1A}") } else { live.child.kill(SIGTSTP) }
        live.waitForStop()
        #expect(live.isRestored)
        live.child.kill(SIGCONT)
        live.wait {
          $0.isAlternate && $0.lines[0] == "Search: delta" && $0.lines[2].hasPrefix("> ")
        }
        live.settle()
        #expect(!live.child.isTerminalAtRest && live.screen.marksPastes && !live.screen.wraps)
      }
      live.type("\u{15}islan", status: "1 document,")
      live.child.type("\u{1A}")
      live.waitForStop()
      live.child.kill(SIGTERM)
      live.child.kill(SIGCONT)
      #expect(live.end() == .signal(SIGTERM))
      #expect(live.isRestored)
    }

    @Test("takes the screen again after a stop that it could not see")
    func stopped() throws {
      let run = try CommandRun.withLiveIndex()
      let live = try started(run)
      live.child.kill(SIGSTOP)
      live.waitForStop()
      live.useByShell()
      live.child.kill(SIGCONT)
      live.wait { $0.isAlternate && $0.lines[0] == "Search: delta" && $0.lines[2].hasPrefix("> ") }
      #expect(!live.child.isTerminalAtRest)
      live.child.type("\u{1B}")
      #expect(live.end() == .exit(1))
      #expect(live.isRestored)
    }

    @Test("ends when the terminal is gone")
    func lost() throws {
      let run = try CommandRun.withLiveIndex()
      let live = try started(run)
      live.child.hangUp()
      #expect(live.end() == .exit(2))
    }

    @Test("ends with the second signal on a terminal that takes nothing more")
    func stuck() throws {
      let run = try CommandRun.withLiveIndex()
      let live = try started(run)
      // Nobody reads what it draws.
      for _ in 0..<40 {
        live.child.type("\u{C}")
        usleep(5_000)
      }
      // Two that come before it takes the first are one.
      let start = ContinuousClock.now
      while !live.child.hasEnded(), ContinuousClock.now - start < .seconds(600) {
        live.child.kill(SIGTERM)
        usleep(100_000)
      }
      #expect(live.child.hasEnded() && live.child.isTerminalAtRest)
      #expect(live.end() == .signal(SIGTERM))
    }

    @Test("draws beside an output that is no terminal, which gets the document alone")
    func piped() throws {
      let run = try CommandRun.withLiveIndex()
      let live = try started(run, file: run.path("out"))
      // The document is the one of the last text, even if nobody has seen it.
      live.child.type("\u{15}islan\r")
      #expect(live.end() == .exit(0))
      #expect(live.isRestored)
      let printed = try String(contentsOfFile: run.path("out"), encoding: .utf8)
      #expect(try printed == run.output("get @i latin").output)
    }
  }
#endif
