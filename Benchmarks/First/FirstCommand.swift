import Foundation
import MartletToolSupport

/// `first`: measures an index that is opened and searched for the first time.
enum FirstCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "first",
      summary: "Measures opening, and searches that touch the files first.",
      operands: [
        .init("DIR", "the folder of the index"),
        .init("QUERIES", "lines of class<TAB>query"),
      ],
      options: [
        .init("--rounds", value: "N", "how often, each time opened anew (default: 5)"),
        .init("--drop", "have the system forget its file cache first; needs its administrator"),
      ],
      discussion: """
        A line per round: opening; the first query; all queries once, each for its ten best; and
        the same once more, when all that they need has been read and checked.
        """)
  ) { arguments in
    let rounds = try arguments.integer("--rounds", default: 5, in: 1...1_000)
    let queries = try GameQuery.parse(TextFile.read(arguments.required("QUERIES")))
    guard !queries.isEmpty else {
      throw ToolFailure("\(arguments.required("QUERIES")) has no queries")
    }
    for _ in 0..<rounds {
      if arguments.has("--drop") { try dropFileCache() }
      print(try FirstTouch(folder: arguments.required("DIR"), queries).line)
    }
    return .success
  }

  /// Makes the system drop its file cache.
  private static func dropFileCache() throws {
    do {
      try Data("3".utf8).write(to: URL(fileURLWithPath: "/proc/sys/vm/drop_caches"))
    } catch {
      throw ToolFailure("the system did not drop its file cache: \(error.localizedDescription)")
    }
  }
}

/// The times of one round of `first`, in seconds.
struct FirstTouch {
  let opening: Double
  let firstQuery: Double
  let firstPass: Double
  let secondPass: Double

  /// Opens the index in a folder and searches it.
  init(folder: String, _ queries: [GameQuery]) throws {
    let command = try GameQueryCommand.commands("TOP_10")[0]
    let (opening, index) = try Stopwatch.time { try GameIndex(folder: folder) }
    self.opening = opening
    let (first, _) = try Stopwatch.time { try index.search(queries[0].text, command) }
    firstQuery = first
    let (rest, _) = try Stopwatch.time {
      for query in queries.dropFirst() { _ = try index.search(query.text, command) }
    }
    firstPass = first + rest
    (secondPass, _) = try Stopwatch.time {
      for query in queries { _ = try index.search(query.text, command) }
    }
  }

  var line: String {
    "opening \(Figures.time(opening)), first query \(Figures.time(firstQuery)), "
      + "all once \(Figures.time(firstPass)), once more \(Figures.time(secondPass))"
  }
}
