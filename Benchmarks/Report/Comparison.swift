import MartletToolSupport

/// Results of several engines, by command and class of queries.
struct Comparison {
  /// The name under which the engine of this package writes its results.
  static let ours = "martlet"

  /// A command and a class of queries.
  struct Cell: Hashable, Sendable {
    var command: String
    var tag: String
  }

  /// A statistic of many times.
  enum Statistic: CaseIterable, Sendable {
    case mean
    /// The 99th percentile: 99 of 100 queries took no longer.
    case p99

    func value(_ samples: Samples) -> Double {
      switch self {
      case .mean: samples.mean
      case .p99: samples.percentile(0.99)
      }
    }
  }

  /// The names of the engines, ours first.
  let engines: [String]
  /// The commands that ours answered, in the order of the game.
  let commands: [String]
  /// The classes of the queries that ours answered.
  let tags: [String]
  private var times: [Cell: [String: Samples]] = [:]

  /// Creates a comparison of these results.
  ///
  /// - Throws: ``ToolFailure`` if there is no result of ours.
  init(_ results: [EngineResult], _ queries: [GameQuery]) throws(ToolFailure) {
    var grouped: [Cell: [String: [Double]]] = [:]
    for result in results where result.query < queries.count {
      let cell = Cell(command: result.command, tag: queries[result.query].tag)
      grouped[cell, default: [:]][result.engine, default: []].append(result.microseconds)
    }
    grouped = grouped.filter { $0.value[Self.ours] != nil }
    guard !grouped.isEmpty else {
      throw ToolFailure("the results have no line of the engine \"\(Self.ours)\"")
    }
    engines = Self.ordered(grouped.values.flatMap(\.keys), Names.engines.map(\.key))
    commands = Self.ordered(grouped.keys.map(\.command), Names.commands)
    tags = Self.ordered(grouped.keys.map(\.tag), Names.classes.map(\.key))
    for (cell, byEngine) in grouped {
      // An engine that did not answer all queries is not compared with the others.
      let whole = byEngine.filter { $0.value.count == byEngine[Self.ours]?.count }
      times[cell] = whole.mapValues { Samples($0) }
    }
  }

  /// Returns the names, each once, the known ones first.
  private static func ordered(_ names: [String], _ known: [String]) -> [String] {
    let names = Set(names)
    return known.filter(names.contains) + names.subtracting(known).sorted()
  }

  /// Returns the times of an engine; nil if it did not answer all the queries that ours did.
  func samples(_ engine: String, _ cell: Cell) -> Samples? { times[cell]?[engine] }

  /// Returns the number of queries of a cell; 0 if there are no results of ours.
  func queryCount(_ cell: Cell) -> Int { samples(Self.ours, cell)?.count ?? 0 }

  /// Returns the lowest value of the other engines; nil if there are none.
  func bestPeer(_ cell: Cell, _ statistic: Statistic) -> Double? {
    engines.dropFirst().compactMap { samples($0, cell).map(statistic.value) }.min()
  }

  /// Returns our value divided by the lowest of the others.
  func ratio(_ cell: Cell, _ statistic: Statistic) -> Double? {
    guard let ours = samples(Self.ours, cell), let best = bestPeer(cell, statistic) else {
      return nil
    }
    return statistic.value(ours) / best
  }
}

extension Comparison {
  /// The figures that are kept in a record: our times, and their ratios to those of the others.
  var figures: MeasuredFigures {
    var figures = MeasuredFigures()
    for command in commands {
      for tag in tags {
        let cell = Cell(command: command, tag: tag)
        guard let samples = samples(Self.ours, cell) else { continue }
        for statistic in Statistic.allCases {
          let name = "\(command) \(Names.title(tag)), \(statistic)"
          figures.add(name, statistic.value(samples), "µs")
          if let ratio = ratio(cell, statistic) {
            figures.add("\(name), part of the best peer's", ratio, "×")
          }
        }
      }
    }
    return figures
  }
}
