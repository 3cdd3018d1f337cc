import MartletToolSupport

/// The times of one operation in the engine and as a plain loop.
struct MicroTiming {
  /// The engine's time in nanoseconds per posting.
  var engine: Double
  /// The plain loop's time in nanoseconds per posting.
  var loop: Double

  /// The thoroughness of a measurement.
  struct Effort {
    /// The number of rounds, in which both are measured in turn. The best round counts.
    var rounds: Int
    /// The duration of a round in seconds. It has at least one call.
    var seconds: Double
  }

  /// Measures two ways that must give the same result.
  ///
  /// - Throws: ``ToolFailure`` if the results differ; the errors of both ways.
  init<Answer: Equatable>(
    _ name: String, count: Int, _ effort: Effort, engine: () throws -> Answer,
    loop: () -> Answer
  ) throws {
    let (found, expected) = (try engine(), loop())
    guard found == expected else {
      throw ToolFailure("\(name): expected \(expected) as from a plain loop, found \(found)")
    }
    var best = (engine: Double.infinity, loop: Double.infinity)
    for _ in 0..<effort.rounds {
      best.engine = min(best.engine, try Self.seconds(effort, engine, expected))
      best.loop = min(best.loop, try Self.seconds(effort, loop, expected))
    }
    self.engine = best.engine * 1e9 / Double(max(1, count))
    self.loop = best.loop * 1e9 / Double(max(1, count))
  }

  /// Returns the seconds for a call. Its answer is compared, so that no call can be optimised away.
  private static func seconds<Answer: Equatable>(
    _ effort: Effort, _ work: () throws -> Answer, _ expected: Answer
  ) throws -> Double {
    let stopwatch = Stopwatch()
    var calls = 0
    repeat {
      guard try work() == expected else {
        throw ToolFailure("repeated runs gave different results")
      }
      calls += 1
    } while stopwatch.seconds < effort.seconds
    return stopwatch.seconds / Double(calls)
  }

  /// Both times, and the engine's divided by the loop's.
  var cells: [String] {
    let ratio = engine / loop
    return [engine, loop].map { Figures.decimal($0, places: 2) }
      + [ratio < 1 ? Figures.decimal(ratio, places: 2) + "×" : Figures.ratio(ratio)]
  }
}
