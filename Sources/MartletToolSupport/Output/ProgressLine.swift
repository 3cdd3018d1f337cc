/// The progress of a long operation at one moment, as a line of text.
struct ProgressLine: Equatable {
  /// The number of documents read.
  var documents = 0
  /// The number of bytes of the input that are read.
  var readBytes = 0
  /// The number of bytes of the input whose documents are written, and the time when they were.
  var writtenBytes = 0
  var writtenSeconds = 0.0
  /// The size of the input in bytes; nil if it is unknown, as for the standard input.
  var totalBytes: Int?
  /// The time since the start.
  var seconds = 0.0
  /// True once all of the input is read, and only the index is put in order.
  var isFinishing = false

  /// The part of all work that reading takes, roughly; the rest is writing.
  private static let readingShare = 0.25
  /// The time for which the rate is not known well enough to predict the end.
  private static let unsureSeconds = 2.0
  private static let widestBar = 24
  private static let narrowestBar = 6

  /// Returns a line with a bar, for a terminal that has `width` columns. What does not fit is left
  /// out, the least important first.
  func bar(width: Int) -> String {
    // A line that fills the last column makes some terminals begin another one.
    let width = width - 1
    let choices = [[share, count, rate, rest], [share, count, rest], [share, rest], [share]]
      .map { $0.compactMap(\.self).joined(separator: ", ") }
    let text = choices.first { room(for: $0, in: width) >= 0 } ?? ""
    guard let fraction else { return text.shortened(to: max(0, width)) }
    let columns = min(Self.widestBar, room(for: text, in: width) + Self.narrowestBar)
    guard columns >= Self.narrowestBar else { return text }
    let filled = Int(fraction * Double(columns))
    return String(repeating: "█", count: filled)
      + String(repeating: "░", count: columns - filled) + " " + text
  }

  /// The line without a bar, for a log.
  var plain: String { [share, count, rate, rest].compactMap(\.self).joined(separator: ", ") }

  /// Returns the number of columns that are free beside the text and the narrowest bar.
  private func room(for text: String, in width: Int) -> Int {
    width - text.terminalWidth - (fraction == nil ? 0 : Self.narrowestBar + 1)
  }

  private var share: String? { fraction.map { "\(Int($0 * 100)) %" } }

  private var count: String { Figures.count(documents, "document") }

  /// The bytes of the input that are indexed in a second; nil before the first are.
  private var rate: String? {
    guard writtenBytes > 0, seconds > 0, !isFinishing else { return nil }
    return Figures.decimal(work / 1e6 / seconds, places: 1) + " MB/s"
  }

  /// The time that is left, rounded up, or while the index is put in order, the time that has
  /// passed; nil if nothing is known.
  private var rest: String? {
    if isFinishing { return "finishing, \(Figures.clock(seconds))" }
    guard let fraction, writtenBytes > 0, seconds >= Self.unsureSeconds else { return nil }
    let left = (seconds * (1 - fraction) / fraction).rounded(.up)
    return "\(Figures.clock(max(1, left))) left"
  }

  /// The part of the work that is done, from 0 to 1; nil if the size of the input is unknown.
  var fraction: Double? {
    guard let totalBytes, totalBytes > 0 else { return nil }
    if isFinishing { return 1 }
    // Until everything is written, something remains.
    return min(0.99, work / Double(totalBytes))
  }

  /// The work done in bytes of the input. While a batch is being written, it grows as fast as
  /// before.
  private var work: Double {
    let rate = writtenSeconds > 0 ? Double(writtenBytes) / writtenSeconds : 0
    let expected = Double(writtenBytes) + rate * (seconds - writtenSeconds)
    let written = min(expected, Double(readBytes))
    return Self.readingShare * Double(readBytes) + (1 - Self.readingShare) * written
  }
}
