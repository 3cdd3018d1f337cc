import Martlet
import MartletToolSupport

/// `compact`: rewrites an index in its smallest form.
enum CompactCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "compact",
      summary: "Rewrites an index in its smallest form.",
      operands: [.index],
      options: [
        .init("--reorder", "places similar documents together: smaller, takes longer")
      ],
      discussion: """
        Needs two and a half times the room that the index takes, most of it only until
        the command ends. With --reorder, documents with equal scores may come in
        another order.
        """)
  ) { arguments in
    let folder = arguments.required("DIR")
    let index = try OpenIndex.writing(folder)
    let before = index.statistics
    let (seconds, after) = try Stopwatch.time {
      try index.compactSync(reordering: arguments.has("--reorder"))
      let after = index.statistics
      try index.closeSync()
      return after
    }
    StandardOutput.print(text(before, after, folder: folder, seconds: seconds))
    return .success
  }

  static func text(
    _ before: IndexStatistics, _ after: IndexStatistics, folder: String, seconds: Double
  ) -> String {
    let size = before.byteCount + before.memoryByteCount
    return "\(folder.onOneLine): \(Figures.bytes(size)) in "
      + "\(Figures.count(before.segmentCount, "segment")), now \(Figures.bytes(after.byteCount)) in "
      + "\(Figures.count(after.segmentCount, "segment")), \(Figures.time(seconds))"
  }
}
