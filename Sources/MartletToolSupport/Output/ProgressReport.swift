import Foundation

/// The progress of a long operation, on the standard error: one line that is redrawn on a terminal,
/// and a plain line every few seconds anywhere else.
package struct ProgressReport {
  /// The progress at one moment.
  struct State: Equatable {
    var documents = 0
    var bytes = 0
    /// The size of the input in bytes; nil if it is unknown, as for the standard input.
    var totalBytes: Int?
    var seconds = 0.0
  }

  private var state: State
  private let isTerminal: Bool
  private let stopwatch = Stopwatch()
  private var lastShown = 0.0

  /// Starts a report.
  ///
  /// - Parameter totalBytes: The size of the input in bytes; nil if it is unknown.
  package init(totalBytes: Int?) {
    state = State(totalBytes: totalBytes)
    isTerminal = isatty(STDERR_FILENO) == 1
  }

  /// Updates the progress since the start, and shows it if it is time to.
  ///
  /// - Parameters:
  ///   - documents: The number of documents so far.
  ///   - bytes: The number of bytes of the input read so far.
  package mutating func update(documents: Int, bytes: Int) {
    state.documents = documents
    state.bytes = bytes
    state.seconds = stopwatch.seconds
    guard state.seconds - lastShown >= (isTerminal ? 0.1 : 5) else { return }
    lastShown = state.seconds
    if isTerminal {
      StandardError.write("\r\u{1B}[K" + Self.bar(state))
    } else {
      StandardError.print(Self.line(state))
    }
  }

  /// Removes the bar, so that the terminal is clean for what follows.
  package func finish() {
    if isTerminal { StandardError.write("\r\u{1B}[K") }
  }

  /// The seconds since the start.
  package var seconds: Double { stopwatch.seconds }

  static func bar(_ state: State) -> String {
    guard let fraction = fraction(state) else { return line(state) }
    let width = 24
    let filled = Int(fraction * Double(width))
    let bar =
      String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    let left = fraction > 0 ? state.seconds * (1 - fraction) / fraction : 0
    return "\(bar) \(line(state)), \(Figures.clock(left)) left"
  }

  static func line(_ state: State) -> String {
    var parts = ["\(Figures.count(state.documents)) documents", rate(state)]
    if let fraction = fraction(state) { parts.insert("\(Int(fraction * 100)) %", at: 0) }
    return parts.joined(separator: ", ")
  }

  private static func fraction(_ state: State) -> Double? {
    guard let total = state.totalBytes, total > 0 else { return nil }
    return min(1, Double(state.bytes) / Double(total))
  }

  private static func rate(_ state: State) -> String {
    let rate = state.seconds > 0 ? Double(state.bytes) / 1e6 / state.seconds : 0
    return Figures.decimal(rate, places: 1) + " MB/s"
  }
}
