import Foundation
import MartletToolSupport

/// The figures of one machine, a file for each commit: `MACHINE/DATE-COMMIT.tsv`.
struct FigureRecords {
  /// The record of a commit that was measured.
  struct Entry: Equatable {
    /// The name, for example `2026-01-31-1a2b3c4`.
    var name: String
    var figures: MeasuredFigures
  }

  private let folder: String

  /// Creates the records of `machine` in `folder`.
  init(folder: String, machine: String) { self.folder = "\(folder)/\(machine)" }

  /// Throws unless `name` can be the name of a file: letters, digits, and `-`, `_`, `.` within.
  static func checkName(_ name: String, called option: String) throws(UsageError) {
    let allowed = name.unicodeScalars.allSatisfy { scalar in
      ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
        || "-_.".unicodeScalars.contains(scalar)
    }
    guard allowed, !name.isEmpty, !name.hasPrefix("."), name.count <= 80 else {
      throw UsageError(
        "\(option) takes a name of letters, digits, \"-\", \"_\" and \".\", found \"\(name)\"")
    }
  }

  /// Returns the last entry by name, and so by date, except the one called `name`; nil if there is
  /// none.
  func last(before name: String) throws -> Entry? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let stems = names.filter { $0.hasSuffix(".tsv") }.map { String($0.dropLast(4)) }
    guard let found = stems.filter({ $0 < name }).max() else { return nil }
    let path = "\(folder)/\(found).tsv"
    return Entry(
      name: found, figures: try MeasuredFigures(TextFile.read(path), source: path))
  }

  /// Writes an entry, replacing one of the same name.
  func write(_ entry: Entry) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(entry.figures.text.utf8).write(
      to: URL(fileURLWithPath: "\(folder)/\(entry.name).tsv"), options: .atomic)
  }

  /// Returns the figures that changed by more than `share` since another entry, the largest change
  /// first, as a table for a terminal; a sentence if there are none.
  static func changes(_ entry: Entry, since earlier: Entry, share: Double = 0.05) -> String {
    let all = entry.figures.changes(since: earlier.figures)
    let changed = all.filter { abs($0.factor - 1) > share }
      .sorted { abs(log($0.factor)) > abs(log($1.factor)) }
    let percent = Figures.decimal(share * 100, places: 0)
    let summary =
      "\(changed.count) of \(all.count) figures differ from \(earlier.name) by more than "
      + "\(percent) %."
    guard !changed.isEmpty else { return summary }
    var table = TextTable(columns: [.left, .right, .right, .right, .left])
    table.add(["", "before", "now", "times", "unit"])
    table.addRule()
    for change in changed {
      table.add([
        change.name, Figures.decimal(change.before, places: 2),
        Figures.decimal(change.now, places: 2), Figures.decimal(change.factor, places: 2),
        change.unit,
      ])
    }
    return table.text + "\n\n" + summary
  }
}
