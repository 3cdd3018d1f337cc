import Foundation
import MartletToolSupport

/// The place and time of a measurement.
struct MeasurementOrigin {
  /// The name of the machine; empty if it was not given.
  let machine: String
  /// The commit; empty if it was not given.
  let commit: String
  /// The date, which begins with year, month and day.
  let date: String

  /// Reads `--machine`, `--commit` and `--date`.
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

  /// True if machine and commit were given.
  var isNamed: Bool { !machine.isEmpty && !commit.isEmpty }

  /// The name of a record. The names of one machine sort by date.
  var recordName: String { "\(date)-\(commit)" }

  /// A sentence with what is known.
  var sentence: String {
    let place = machine.isEmpty ? "" : " on \(machine)"
    return "Measured \(date)\(place)\(commit.isEmpty ? "" : ", commit \(commit)")."
  }
}
