import Foundation

/// The terminal that shows the output of a program.
package enum Terminal {
  /// The width that is taken if a terminal does not tell its own.
  static let usualWidth = 80
  /// The width beyond which a terminal is taken to be mistaken.
  static let greatestWidth = 10_000
  /// The names of terminals that cannot draw a line again.
  private static let simpleNames: Set = ["", "dumb"]

  /// Returns true if the file is a terminal.
  package static func isTerminal(_ file: Int32) -> Bool { isatty(file) == 1 }

  /// Returns the number of columns that the file shows, or nil if it is no terminal, so that lines
  /// may have any length.
  package static func width(of file: Int32) -> Int? {
    guard isTerminal(file) else { return nil }
    return width(environment: ProcessInfo.processInfo.environment, reported: reportedWidth(file))
  }

  /// Returns the number of columns of a terminal: the variable `COLUMNS`, what the terminal
  /// reports, or 80.
  static func width(environment: [String: String], reported: Int?) -> Int {
    if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 {
      return min(columns, greatestWidth)
    }
    guard let reported, reported > 0 else { return usualWidth }
    return reported
  }

  /// Returns true if the file is a terminal that can draw a line again.
  package static func canRedraw(_ file: Int32) -> Bool {
    isTerminal(file) && canRedraw(environment: ProcessInfo.processInfo.environment)
  }

  static func canRedraw(environment: [String: String]) -> Bool {
    !simpleNames.contains(environment["TERM"] ?? "")
  }

  /// The signs for a terminal before and after an emphasised word.
  package struct Emphasis: Sendable, Hashable {
    package let start: String
    package let end: String

    /// Words look like all others.
    package static let none = Emphasis(start: "", end: "")
    /// Bold and red, as `grep` shows what it has found.
    package static let color = Emphasis(start: "\u{1B}[1;31m", end: "\u{1B}[0m")
    /// Underlined, for a screen whose person has refused colours.
    package static let underline = Emphasis(start: "\u{1B}[4m", end: "\u{1B}[0m")
  }

  /// Returns the emphasis for a file: none unless it is a terminal that has colours, and the person
  /// has not refused them with the variable `NO_COLOR`.
  package static func emphasis(of file: Int32) -> Emphasis {
    isTerminal(file) ? emphasis(environment: ProcessInfo.processInfo.environment) : .none
  }

  static func emphasis(environment: [String: String]) -> Emphasis {
    let isRefused = !(environment["NO_COLOR"] ?? "").isEmpty
    return isRefused || !canRedraw(environment: environment) ? .none : .color
  }

  private static func reportedWidth(_ file: Int32) -> Int? {
    var size = winsize()
    // SAFETY: the call writes one `winsize`, which outlives it.
    guard unsafe ioctl(file, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return Int(size.ws_col)
  }
}
