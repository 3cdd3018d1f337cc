import Foundation
import MartletToolSupport

/// Where and when something was measured.
struct MeasurementOrigin {
  /// Empty when it was not said.
  let machine: String
  /// Empty when it was not said.
  let commit: String
  /// Begins with year, month and day.
  let date: String

  /// From `--machine`, `--commit` and `--date`.
  init(_ arguments: CommandArguments) throws(UsageError) {
    machine = arguments.value("--machine") ?? ""
    commit = arguments.value("--commit") ?? ""
    date = arguments.value("--date") ?? Self.today
    for option in ["--machine", "--commit", "--date"] {
      guard let name = arguments.value(option) else { continue }
      try FigureRecords.checkName(name, called: option)
    }
  }

  private static var today: String {
    String(Date.now.ISO8601Format().prefix(10))
  }

  /// Whether machine and commit were said.
  var isNamed: Bool { !machine.isEmpty && !commit.isEmpty }

  /// The name of a record; names of one machine are ordered by date.
  var recordName: String { "\(date)-\(commit)" }

  /// What is known, for a reader.
  var sentence: String {
    let place = machine.isEmpty ? "" : " on \(machine)"
    return "Measured \(date)\(place)\(commit.isEmpty ? "" : ", commit \(commit)")."
  }
}
