#if os(macOS) || os(Linux)
  import Foundation
  import MartletTestSupport
  import Testing

  @testable import MartletCommand

  /// `mart live` on a terminal, with what it shows.
  final class LiveTerminal {
    let child: ChildProcess
    private(set) var screen: SimulatedScreen
    private var terminal: ChildProcess.Terminal

    /// Starts the command on the index in `folder`.
    ///
    /// - Parameter file: The file that gets the output; nil for the terminal.
    init(
      _ folder: String, columns: Int = 80, rows: Int = 24, environment: [String] = [],
      file: String? = nil
    ) throws {
      terminal = ChildProcess.Terminal(
        columns: columns, hasKeyboard: true, environment: environment)
      terminal.rows = rows
      screen = SimulatedScreen(columns: columns, rows: rows)
      let mart = try ChildProcess.program("mart")
      if let file {
        let line = #"exec "$0" live "$1" > "$2""#
        child = try ChildProcess("/bin/sh", ["-c", line, mart, folder, file], terminal: terminal)
      } else {
        child = try ChildProcess(mart, ["live", folder], terminal: terminal)
      }
    }

    /// Waits until it gets every key.
    func waitForStart(_ location: SourceLocation = #_sourceLocation) {
      wait(for: { $0.isAlternate && $0.lines[1].contains("document") }, location)
    }

    /// Waits until the screen is as expected. Returns false if it does not become so.
    @discardableResult
    func wait(
      for condition: (SimulatedScreen) -> Bool, _ location: SourceLocation = #_sourceLocation
    ) -> Bool {
      let start = ContinuousClock.now
      while !condition(screen) {
        guard ContinuousClock.now - start < .seconds(600),
          let piece = child.readPiece(milliseconds: 1_000)
        else {
          Issue.record("the screen is:\n\(lines.joined(separator: "\n"))", sourceLocation: location)
          return false
        }
        screen.feed(piece)
      }
      return true
    }

    /// Types, and waits until the first line is so, if one is given, and that of the status begins
    /// so, with the time that is shown as `T`.
    ///
    /// - Parameter line: Needed if the status before may begin so too.
    func type(
      _ text: String, line: String? = nil, status: String,
      _ location: SourceLocation = #_sourceLocation
    ) {
      child.type(text)
      let isAsExpected = { (screen: SimulatedScreen) in
        line.map { screen.lines[0] == $0 } ?? true
          && Self.untimed(screen.lines[1]).hasPrefix(status)
      }
      wait(for: isAsExpected, location)
      settle()
    }

    /// Types keys one after the other, so fast that each is part of the same sequence; `between` is
    /// done before the last one. Returns false if this process was not fast enough, so that the
    /// keys may have another meaning.
    func typeSlowly(_ keys: [String], between: () -> Void = {}) -> Bool {
      var longest = Duration.zero
      var last = ContinuousClock.now
      for (number, key) in keys.enumerated() {
        if number > 0 { usleep(30_000) }
        if number == keys.count - 1 { between() }
        child.type(key)
        longest = max(longest, ContinuousClock.now - last)
        last = .now
      }
      return longest < .milliseconds(150)
    }

    /// Takes what it prints until it stops.
    func waitForStop(_ location: SourceLocation = #_sourceLocation) {
      let start = ContinuousClock.now
      while !child.hasStopped() {
        guard ContinuousClock.now - start < .seconds(600), !child.hasEnded() else {
          Issue.record("it does not stop", sourceLocation: location)
          return
        }
        screen.feed(child.readPiece(milliseconds: 20) ?? [])
      }
      settle()
    }

    /// Does what a shell does that has the terminal while the command is stopped, but could not
    /// give it back.
    func useByShell() {
      child.setTerminalAtRest()
      screen = SimulatedScreen(columns: terminal.columns, rows: terminal.rows)
    }

    /// Takes what is still on its way.
    func settle(milliseconds: Int32 = 1_000) {
      while let piece = child.readPiece(milliseconds: milliseconds), !piece.isEmpty {
        screen.feed(piece)
      }
    }

    /// Takes what it prints until it ends, and returns how it ended.
    func end() -> ChildProcess.End {
      screen.feed(Array(child.readToEnd(seconds: 600).utf8))
      return child.wait()
    }

    func resize(columns: Int, rows: Int) {
      (terminal.columns, terminal.rows) = (columns, rows)
      screen.resize(columns: columns, rows: rows)
      child.resize(terminal)
    }

    /// The lines that are not empty, with the time that is shown as `T`.
    var lines: [String] { screen.lines.map(Self.untimed).filter { !$0.isEmpty } }

    /// True if the terminal is as it was before.
    var isRestored: Bool {
      !screen.isAlternate && screen.wraps && !screen.marksPastes && screen.isCursorVisible
        && child.isTerminalAtRest
    }

    private static func untimed(_ line: String) -> String {
      line.replacing(/[0-9.]+ (ns|µs|ms|s)\b/, with: "T")
    }
  }
#endif
