import MartletToolSupport

/// The tables of a comparison in Markdown.
struct ReportText {
  let comparison: Comparison
  let agreements: [(peer: String, agreement: Agreement)]
  /// The figures of this engine alone.
  var others = MeasuredFigures()

  /// Returns a ratio with two decimal places, three if it is below 0.1; a dash if there is none.
  static func ratio(_ value: Double?) -> String {
    value.map { Figures.decimal($0, places: $0 < 0.1 ? 3 : 2) } ?? "–"
  }

  /// Returns a time in microseconds with about three digits.
  static func time(_ microseconds: Double?) -> String {
    guard let microseconds else { return "–" }
    guard microseconds < 1e12 else { return "∞" }
    return microseconds < 99.95
      ? Figures.decimal(microseconds, places: 1) : Figures.count(Int(microseconds.rounded()))
  }

  /// One table: our mean divided by that of the best peer.
  var short: String {
    let commands = comparison.commands
    var table = MarkdownTable(
      ["mean, Martlet / best peer"] + comparison.tags.map(Names.title),
      [.left] + comparison.tags.map { _ in .right })
    for command in commands {
      table.add(
        [command]
          + comparison.tags.map {
            Self.ratio(comparison.ratio(.init(command: command, tag: $0), .mean))
          })
    }
    return table.text
  }

  /// Returns a chart and a table for each command, the differences between the engines, and all
  /// other figures.
  func full(charts: [String: BarChart]) -> String {
    var parts: [String] = []
    for command in comparison.commands {
      parts.append("### \(command)")
      if let chart = charts[command] {
        parts.append("![\(Self.alternative(chart))](\(Names.chart(command)))")
      }
      parts.append(table(command))
    }
    let sentences = agreements.compactMap { $0.agreement.sentence(Names.title($0.peer)) }
    if !sentences.isEmpty { parts.append(sentences.joined(separator: " ")) }
    if let tables = FigureTables(others).text {
      parts += ["### Building, growth, single lists", tables]
    }
    return parts.joined(separator: "\n\n")
  }

  /// Returns the chart's title, as the alternative text of its image.
  private static func alternative(_ chart: BarChart) -> String {
    chart.title.filter { !"[]\\\n".contains($0) }
  }

  /// Returns a table with the mean and the 99th percentile of each engine, by class.
  func table(_ command: String) -> String {
    let engines = comparison.engines
    let hasPeers = engines.count > 1
    let headings =
      ["µs", "queries"] + engines.flatMap { [Names.title($0), "p99"] }
      + (hasPeers ? ["mean / best peer", "p99 / best peer"] : [])
    var table = MarkdownTable(headings, [.left] + headings.dropFirst().map { _ in .right })
    for tag in comparison.tags {
      let cell = Comparison.Cell(command: command, tag: tag)
      guard comparison.queryCount(cell) > 0 else { continue }
      let times = engines.flatMap { engine in
        let samples = comparison.samples(engine, cell)
        return Comparison.Statistic.allCases.map { Self.time(samples.map($0.value)) }
      }
      let ratios = Comparison.Statistic.allCases.map { Self.ratio(comparison.ratio(cell, $0)) }
      table.add(
        [Names.title(tag), Figures.count(comparison.queryCount(cell))] + times
          + (hasPeers ? ratios : []))
    }
    return table.text
  }
}

extension Comparison {
  /// The chart of each command: the mean of each engine, by class.
  var charts: [String: BarChart] {
    Dictionary(uniqueKeysWithValues: commands.map { ($0, chart($0)) })
  }

  private func chart(_ command: String) -> BarChart {
    let panels = tags.compactMap { tag -> BarChart.Panel? in
      let cell = Cell(command: command, tag: tag)
      guard let ours = samples(Self.ours, cell)?.mean else { return nil }
      let bars = engines.compactMap { engine in
        samples(engine, cell).map { samples in
          BarChart.Bar(
            Names.title(engine), samples.mean, label: ReportText.time(samples.mean),
            isEmphasized: engine == Self.ours)
        }
      }
      // The slowest engine must not make the others' bars too short to be compared.
      let full = 2 * max(ours, bestPeer(cell, .mean) ?? ours)
      return BarChart.Panel(Names.title(tag), bars, fullValue: full)
    }
    return BarChart(
      title: "\(command): mean microseconds a query",
      summary: "Mean microseconds a query, by class of queries; shorter is faster.",
      panels: panels)
  }
}
