import Dispatch
import Foundation
import Martlet
import MartletToolSupport

/// `hostile-queries`: measures queries that are meant to take long.
enum HostileQueriesCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "hostile-queries",
      summary: "Measures queries that are meant to take long, and how soon they can be ended.",
      operands: [.init("FILE", "JSON lines with an id and a text", kind: .file)],
      options: [
        .init("--field", value: "NAME", "the member that is searched (default: text)"),
        .init("--index", value: "DIR", "a folder that keeps the index for the next time"),
        .init("--repeats", value: "N", "how often each query is searched (default: 3)"),
        .init(
          "--longest", value: "SECONDS", "a query that takes longer in all is ended (default: 60)"),
        .init("--query", value: "NAME", "only queries whose name has this in it (default: all)"),
      ],
      discussion: """
        Each query is measured in a process of its own, with one thread and an index that was just
        opened; making the query is part of its time. "limited" is the longest time with a time limit
        of 50 ms, "cancelled" the longest from cancelling after 20 ms to the end, "shown" the time for
        the snippets of a page of hits. The memory is what the process has of its own at the highest, beyond
        what it had before the first search.
        """)
  ) { arguments in
    let repeats = try arguments.integer("--repeats", default: 3, in: 1...1_000)
    let longest = try arguments.integer("--longest", default: 60, in: 1...100_000)
    let folder =
      arguments.value("--index").map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.temporaryDirectory
      .appendingPathComponent("martlet-bench-\(UUID().uuidString)")
    defer {
      if !arguments.has("--index") { try? FileManager.default.removeItem(at: folder) }
    }
    try HostileCorpus.make(
      in: folder, of: arguments.required("FILE"), field: arguments.value("--field") ?? "text")
    let part = arguments.value("--query") ?? ""
    write(HostileTimes.heading)
    for query in HostileQuery.all where part.isEmpty || query.name.contains(part) {
      try run([folder.path, query.name, "\(repeats)"], longest: longest)
    }
    return .success
  }

  /// The command of the processes that `hostile-queries` starts.
  static let step = Tool.Command(
    CommandSyntax(
      name: "hostile-queries-step",
      summary: "Measures one query of \"hostile-queries\".",
      operands: [
        .init("FOLDER", "where the index is"), .init("NAME", "the query"),
        .init("REPEATS", "how often it is searched"),
      ])
  ) { arguments in
    let repeats = try CommandArguments.integer(
      arguments.required("REPEATS"), called: "REPEATS", in: 1...1_000)
    let corpus = try HostileCorpus(folder: URL(fileURLWithPath: arguments.required("FOLDER")))
    let query = try HostileQuery.named(arguments.required("NAME"))
    print(try HostileTimes(of: query, in: corpus, repeats: repeats).line)
    return .success
  }

  private static func run(_ arguments: [String], longest: Int) throws {
    #if os(macOS) || os(Linux)
      let ended = DispatchSemaphore(value: 0)
      let process = Process()
      process.executableURL = Bundle.main.executableURL
      process.arguments = ["hostile-queries-step"] + arguments
      process.terminationHandler = { _ in ended.signal() }
      try process.run()
      if ended.wait(timeout: .now() + .seconds(longest)) == .timedOut {
        process.terminate()
        ended.wait()
        return write(HostileTimes.row(arguments[1], ["> \(longest) s"]))
      }
      guard process.terminationStatus == 0 else {
        throw ToolFailure("the query \"\(arguments[1])\" failed")
      }
    #else
      throw ToolFailure("this system cannot start a program for each query")
    #endif
  }

  /// Writes a line at once, because the processes write to the same output.
  private static func write(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
