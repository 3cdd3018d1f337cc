import MartletToolSupport

/// The figures of an example program, as lines for a person. They are never compared with anything:
/// a time depends on the machine and on the build.
struct ExampleFigures {
  let name: String

  init(_ name: String) {
    self.name = name
    #if DEBUG
      let build = "not optimised"
    #else
      let build = "optimised"
    #endif
    print("example \(name): \(ExampleSize.isFull ? "full" : "small") size, \(build) build")
  }

  /// Prints what was indexed, and how fast.
  func built(_ count: Int, _ noun: String, bytes: Int, in watch: Stopwatch) {
    print(
      "example \(name): \(Figures.count(count, noun)), \(Figures.bytes(bytes)), indexed in "
        + Figures.time(watch.seconds))
  }

  /// Prints the time of a search beside that of a scan of all texts.
  func compare(_ typed: String, scan: Double, index: Double, hits: Int) {
    print(
      "example \(name): \(typed): \(Figures.count(hits, "hit")), scan \(Figures.time(scan)), index "
        + "\(Figures.time(index)), \(Figures.ratio(scan / index))")
  }
}
