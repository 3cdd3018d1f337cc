import Foundation
import Martlet
import MartletToolSupport

/// `live`: searches an index with every key.
enum LiveCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "live",
      summary: "Searches an index with every key, on the whole screen.",
      operands: [.index],
      options: [
        .init("--fields", short: "-f", value: "A,B", "the fields to show (default: all searched)"),
        .init("--snippet", value: "FIELD", "the field whose best passage is shown"),
      ],
      discussion: """
        What one types is searched for as by mart search; without a text, all documents
        are shown. Changes that other programs make appear after a second, and a new
        index that takes the place of this one.

          ↑ ↓, PgUp PgDn      choose a document, also Ctrl-P and Ctrl-N
          Enter               prints it, as mart get does
          Esc, Ctrl-C         leave
          ← →, Home End       move in the text, also Ctrl-B, -F, -A and -E
          Ctrl-U, -K, -W      delete what is before the cursor, after it, or a word
          Ctrl-D              deletes what is after the cursor, or leaves without a text
          Ctrl-L, Ctrl-Z      draws the screen again; stops, until fg

        If the output is no terminal, the screen is drawn on the standard error, so
        that the document can be piped. The exit status is 1 after Esc and Ctrl-D, and
        130 after Ctrl-C.
        """)
  ) { arguments in
    let output = Terminal.isTerminal(STDOUT_FILENO) ? STDOUT_FILENO : STDERR_FILENO
    return try finish(run(LiveIndex(arguments), output: output))
  }

  private static func run(_ index: LiveIndex, output: Int32) throws -> LiveRun.End {
    guard Terminal.isTerminal(STDIN_FILENO), Terminal.isTerminal(output) else {
      throw ToolFailure("live needs a terminal for its keys and its screen; mart search needs none")
    }
    guard Terminal.canRedraw(output) else {
      throw ToolFailure(
        "this terminal cannot draw a screen (TERM is dumb or not set); mart search prints lines")
    }
    ScreenSignals.begin()
    defer { ScreenSignals.end() }
    guard let terminal = RawTerminal(input: STDIN_FILENO, output: output) else {
      throw ToolFailure("the terminal does not tell its settings")
    }
    let color = Terminal.emphasis(of: output)
    var live = LiveRun(index, color == .none ? .underline : color, terminal)
    return live.run()
  }

  private static func finish(_ end: LiveRun.End) throws -> ToolStatus {
    switch end {
    case .document(let record):
      StandardOutput.printJSON(JSONText.line(record.json))
      return .success
    case .left: return .negative
    case .interrupted: return .interrupted
    case .signal(let number):
      ScreenSignals.obey(number)
      return .interrupted
    case .lost: throw ToolFailure("the terminal is gone")
    }
  }
}
