import Foundation
import Martlet
import MartletToolSupport

/// `reconcile`: measures the comparison of a store with its index.
enum ReconcileCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "reconcile",
      summary: "Measures comparing the keys and versions of a store with an index.",
      operands: [],
      options: [
        .init("--count", value: "N", "the documents of the store (default: 1000000)"),
        .init("--segments", value: "N", "the segments of the index (default: 10)"),
      ],
      discussion: """
        The index is in memory. Of a hundred documents of the store one is missing in the index, one has
        another version, and one more is in the index alone. The store is compared in the order of the
        index, and in another one.
        """)
  ) { arguments in
    let count = try arguments.integer("--count", default: 1_000_000, in: 1...100_000_000)
    let segments = try arguments.integer("--segments", default: 10, in: 1...1_000)
    for row in try measure(count: count, segments: segments) {
      print("\(row.name.padded(to: 22)) \(Figures.time(row.seconds))  \(row.drift)")
    }
    return .success
  }

  private struct Note: SearchDocument {
    var searchKey: Int { id }
    var id: Int
    var revision: Int

    static let searchSchema = Schema<Note>(fields: [.number("revision", \.revision)])
  }

  /// One measurement.
  struct Row {
    var name: String
    var seconds: Double
    var drift: String
  }

  /// Returns the measurements for a store of `count` documents.
  static func measure(count: Int, segments: Int) throws -> [Row] {
    // A batch that several threads invert gives several segments.
    let index = SearchIndex<Note>.inMemory(
      options: IndexOptions(merging: .manual, indexingConcurrency: 1))
    let size = max(1, (count + segments - 1) / segments)
    for start in stride(from: 0, to: count, by: size) {
      try index.writeSync { batch in
        for id in start..<min(count, start + size) where id % 100 != 0 {
          try batch.put(Note(id: id, revision: id % 7))
          if id % 100 == 1 { try batch.put(Note(id: -id, revision: 0)) }
        }
      }
    }
    let inOrder = (0..<count).map { ($0, $0 % 100 == 2 ? 9 : $0 % 7) }
    // A step without a divisor in common with powers of 2 and 10 visits all in another order.
    let mixed = (0..<count).map { inOrder[$0 * 7_919 % count] }
    return try [("in order", inOrder), ("in another order", mixed)].map { name, store in
      let (seconds, drift) = try Stopwatch.time {
        try index.reconcileSync(store, version: "revision")
      }
      return Row(name: name, seconds: seconds, drift: drift.description)
    }
  }
}
