import Foundation

/// Measured values with names.
///
/// As text, each is a line of name, value and unit, separated by tabs.
package struct MeasuredFigures: Equatable, Sendable {
  /// One measured value.
  package struct Figure: Equatable, Sendable {
    package var name: String
    package var value: Double
    package var unit: String
  }

  /// The values in the order in which they were added.
  package private(set) var figures: [Figure] = []

  /// Creates an empty list.
  package init() {}

  /// Adds a value. Tabs and line ends in its name and unit become spaces.
  package mutating func add(_ name: String, _ value: Double, _ unit: String) {
    figures.append(Figure(name: Self.word(name), value: value, unit: Self.word(unit)))
  }

  /// Adds all values of another list.
  package mutating func add(_ others: MeasuredFigures) { figures += others.figures }

  /// Reads lines of name, value and unit.
  ///
  /// - Parameter source: The name of the text, for error messages.
  /// - Throws: ``ToolFailure`` with the line, counted from 1, that has another format.
  package init(_ text: String, source: String) throws(ToolFailure) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard parts.count == 3, !parts[0].isEmpty, let value = Double(parts[1]), value.isFinite else {
        throw ToolFailure(
          "\(source), line \(index + 1): expected a name, a number and a unit, separated by tabs")
      }
      figures.append(Figure(name: String(parts[0]), value: value, unit: String(parts[2])))
    }
  }

  /// The lines, with four significant digits for each value. A value that is not finite was not
  /// measured, and has none.
  package var text: String {
    figures.filter(\.value.isFinite).map { "\($0.name)\t\(Self.digits($0.value))\t\($0.unit)\n" }
      .joined()
  }

  private static func digits(_ value: Double) -> String {
    let magnitude = value == 0 ? 0 : Int(log10(abs(value)).rounded(.down))
    return Figures.decimal(value, places: min(9, max(0, 3 - magnitude)))
  }

  private static func word(_ text: String) -> String {
    text.split { $0 == "\t" || $0.isNewline }.joined(separator: " ")
  }
}

extension MeasuredFigures {
  /// The change of a value that two lists have.
  package struct Change: Equatable, Sendable {
    package var name: String
    package var unit: String
    package var before: Double
    package var now: Double

    /// The ratio of the value now to the value before.
    package var factor: Double { now / before }
  }

  /// Returns the changes of the values that an earlier list has too, in the same unit. Values that
  /// are not above 0 are skipped.
  package func changes(since earlier: MeasuredFigures) -> [Change] {
    let known = Dictionary(earlier.figures.map { ($0.name, $0) }) { first, _ in first }
    return figures.compactMap { figure in
      guard let before = known[figure.name], before.unit == figure.unit, before.value > 0,
        figure.value > 0
      else { return nil }
      return Change(
        name: figure.name, unit: figure.unit, before: before.value, now: figure.value)
    }
  }
}
