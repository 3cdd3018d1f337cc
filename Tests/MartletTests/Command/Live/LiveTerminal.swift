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
    init(
      _ folder: String, columns: Int, rows: Int = 24, environment: [String] = [],
      _ options: [String] = []
    ) throws {
      terminal = ChildProcess.Terminal(
        columns: columns, hasKeyboard: true, environment: environment)
      terminal.rows = rows
      screen = SimulatedScreen(columns: columns, rows: rows)
      child = try ChildProcess(
        ChildProcess.program("mart"), ["live", folder] + options, terminal: terminal)
    }

    /// Waits until the screen is as expected. Returns false if it does not become so.
    @discardableResult
    func wait(
      for condition: (SimulatedScreen) -> Bool, _ location: SourceLocation = #_sourceLocation
    ) -> Bool {
      let start = ContinuousClock.now
      while !condition(screen) {
        guard ContinuousClock.now - start < .seconds(60),
          let piece = child.readPiece(milliseconds: 1_000)
        else {
          Issue.record("the screen is:\n\(lines.joined(separator: "\n"))", sourceLocation: location)
          return false
        }
        screen.feed(piece)
      }
      return true
    }

    /// Types, and waits until the line of the status begins so, with the time that is shown as `T`.
    func type(
      _ text: String, status: String, _ location: SourceLocation = #_sourceLocation
    ) {
      child.type(text)
      wait(for: { Self.untimed($0.lines[1]).hasPrefix(status) }, location)
      settle()
    }

    /// Takes what is still on its way.
    func settle() {
      while let piece = child.readPiece(milliseconds: 300), !piece.isEmpty { screen.feed(piece) }
    }

    /// Takes what it prints until it ends, and returns how it ended.
    func end() -> ChildProcess.End {
      screen.feed(Array(child.readToEnd(seconds: 60).utf8))
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
