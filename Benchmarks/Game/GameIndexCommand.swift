import Martlet
import MartletToolSupport

/// `game-index`: builds the game's index and reports time, size and memory.
enum GameIndexCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "game-index",
      summary: "Indexes the corpus of the search benchmark game.",
      operands: [
        .init("CORPUS", "lines of {\"id\", \"text\"}"),
        .init("DIR", "the folder of the index, which is replaced"),
      ],
      options: [
        .init("--memory", value: "BYTES", "documents kept in memory before they go to a file"),
        .init("--level", value: "LEVEL", "none, normal or full durability (default: none)"),
        .init("--segments", value: "N", "about how many segments the index ends as (default: 1)"),
        .init(
          "--deleted", value: "PERCENT", "of the documents are deleted in the end (default: 0)"),
        .init("--reorder", "puts documents near those that they share words with"),
      ],
      discussion: "Words are what white space separates.")
  ) { arguments in
    LargeBlocks.returnWhenFreed()
    var build = GameIndex.Build()
    build.memory = try arguments.value("--memory").map {
      try CommandArguments.integer($0, called: "--memory", in: 1...Int.max)
    }
    build.durability = try durability(arguments.value("--level") ?? "none")
    build.segmentCount = try arguments.integer("--segments", default: 1, in: 1...1_000)
    build.deletedPercent = try arguments.integer("--deleted", default: 0, in: 0...99)
    build.isReordered = arguments.has("--reorder")
    let folder = arguments.required("DIR")
    let (seconds, bytes) = try Stopwatch.time {
      try GameIndex.build(
        corpus: arguments.required("CORPUS"), folder: folder, build)
    }
    let figures = [
      "\(Figures.decimal(seconds, places: 1)) s (reading JSON included)",
      Figures.bytes(try GameIndex.size(ofFolder: folder)),
      "\(Figures.decimal(Double(bytes) / 1e6 / seconds, places: 1)) MB/s",
      "peak memory \(Figures.bytes(ProcessMemory.peak))",
    ]
    StandardError.print("martlet index " + figures.joined(separator: ", "))
    return .success
  }

  private static func durability(_ name: String) throws -> Durability {
    let levels: [String: Durability] = ["none": .none, "normal": .normal, "full": .full]
    guard let level = levels[name] else {
      throw ToolFailure("--level takes none, normal or full, found \"\(name)\"")
    }
    return level
  }
}
