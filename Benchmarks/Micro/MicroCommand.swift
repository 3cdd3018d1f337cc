import Foundation
import MartletToolSupport

/// `micro`: measures operations on single lists of postings, beside plain loops over arrays.
enum MicroCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "micro",
      summary: "Measures lists of postings beside plain loops over arrays.",
      options: [
        .init("--documents", value: "N", "documents of the segment (default: 1000000)"),
        .init("--rounds", value: "N", "each is measured so often, the best counts (default: 7)"),
        .init("--figures", value: "FILE", "writes the engine's figures there, for report"),
      ],
      discussion: """
        Nanoseconds per posting, and how many times a plain loop's they are. Both add up the same
        numbers, count the same scores and find the same documents; a difference is a failure. The
        loop's lists are unpacked and take 4 bytes for each number. "One in 10" is a list that a tenth
        of the documents have, by chance; an intersection is per posting of the rarer list, and its
        loop looks at all postings of both.
        """)
  ) { arguments in
    let count = try arguments.integer("--documents", default: 1_000_000, in: 1_000...1_000_000_000)
    let rounds = try arguments.integer("--rounds", default: 7, in: 1...1_000)
    let figures = try measure(documentCount: count, .init(rounds: rounds, seconds: 0.01))
    if let path = arguments.value("--figures") {
      try Data(figures.text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
    return .success
  }

  /// Prints all tables, and returns the engine's figures.
  static func measure(
    documentCount: Int, _ effort: MicroTiming.Effort
  ) throws -> MeasuredFigures {
    var tables = MicroTables(documentCount: documentCount, effort)
    print(try tables.widths([0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12]).text + "\n")
    print(try tables.densities([1, 2, 4, 10, 30, 100, 1_000, 10_000]).text + "\n")
    print(try tables.intersections(intersections).text + "\n")
    print(try tables.seeks(seeks).text)
    return tables.figures
  }

  private static let intersections = [
    (rare: 2, common: 2), (10, 2), (10, 10), (100, 2), (100, 10), (100, 100), (1_000, 2),
    (1_000, 10), (1_000, 100), (10_000, 10),
  ]

  private static let seeks = [
    (rarity: 2, distance: 10), (2, 100), (2, 10_000), (10, 100), (10, 10_000), (100, 1_000),
    (100, 10_000),
  ]
}
