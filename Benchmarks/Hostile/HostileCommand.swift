import Martlet
import MartletToolSupport

/// `hostile`: checks that twice the text takes twice the time, even for text that is meant to do
/// harm.
enum HostileCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "hostile",
      summary: "Shows that time grows with the text and not faster, for hostile texts.",
      options: [
        .init(
          "--size", value: "BYTES",
          "the smaller text of markup; plain texts are 8 times as large (default: 250000)"),
        .init(
          "--repeats", value: "N",
          "how often each is measured at least, the best counts (default: 9)"),
        .init("--family", value: "NAME", "only the families of this name (default: all)"),
      ],
      discussion: """
        Reads HTML and Markdown, and finds and folds the words of plain text. The ratio is that of
        the time for twice the bytes to the time for the bytes: 2 is linear, 4 is quadratic. Measured
        is the processor's time of this process. What takes less than a millisecond does not count for
        the largest ratio: whether it fits into a cache matters more there.
        """)
  ) { arguments in
    let size = try arguments.integer("--size", default: 250_000, in: 1_000...100_000_000)
    let repeats = try arguments.integer("--repeats", default: 9, in: 1...1_000)
    let name = arguments.value("--family")
    let families = (HostileFamily.markup + HostileFamily.plain).map(\.description)
    if let name, !families.contains(name) {
      throw UsageError(
        "there is no family \"\(name)\"" + Spelling.suggestion(name, among: families))
    }
    let (table, worst) = measure(size: size, repeats: repeats, family: name)
    print(table.text)
    print(
      "The largest ratio of those that take a millisecond or more is "
        + "\(Figures.decimal(worst, places: 2)).")
    return .success
  }

  /// Returns the times of all families, and the largest ratio of those that take more than a
  /// millisecond.
  static func measure(size: Int, repeats: Int, family name: String? = nil) -> (TextTable, Double) {
    ProcessorTime.keepMemory()
    var table = TextTable(columns: [.left, .left, .right, .right, .right])
    table.add(["", "family", "n", "2n", "ratio"])
    table.addRule()
    var worst = 0.0
    for subject in subjects {
      for family in subject.families where name == nil || family.description == name {
        let (once, twice) = times(
          subject, family, size: subject.scale * size, repeats: repeats)
        let ratio = twice / max(once, 1e-9)
        if once > 1e-3 { worst = max(worst, ratio) }
        table.add([
          subject.name, family.description, Figures.time(once), Figures.time(twice),
          Figures.decimal(ratio, places: 2),
        ])
      }
    }
    return (table, worst)
  }

  /// A function that is measured, and its texts.
  private struct Subject: Sendable {
    let name: String
    /// The factor by which its texts are larger.
    let scale: Int
    let families: [HostileFamily]
    let work: @Sendable (String) -> Int
  }

  private static let subjects = [
    Subject(name: "HTML", scale: 1, families: HostileFamily.markup) {
      TextSource.html.text(of: $0).utf8.count
    },
    Subject(name: "Markdown", scale: 1, families: HostileFamily.markup) {
      TextSource.markdown.text(of: $0).utf8.count
    },
    Subject(name: "words", scale: 8, families: HostileFamily.plain) {
      AnalysisProbe.count([$0], repeats: 1, analyzer: .standard).tokens
    },
  ]

  /// Returns the best times for `size` bytes and for twice as many, measured in turn.
  private static func times(
    _ subject: Subject, _ family: HostileFamily, size: Int, repeats: Int
  ) -> (once: Double, twice: Double) {
    var best = (once: Double.infinity, twice: Double.infinity)
    for number in 0..<(4 * repeats) {
      // What looks worse than linear is measured longer: other programs use the caches too.
      if number >= repeats, best.twice <= 2.1 * best.once { break }
      // New texts have other addresses, which may suit the caches better or worse.
      let texts = (family.text(size), family.text(2 * size))
      best.once = min(best.once, time { subject.work(texts.0) })
      best.twice = min(best.twice, time { subject.work(texts.1) })
    }
    return best
  }

  private static func time(_ work: () -> Int) -> Double {
    let start = ProcessorTime.seconds
    let count = work()
    precondition(count >= 0, "expected a count of bytes, found \(count)")
    return ProcessorTime.seconds - start
  }
}
