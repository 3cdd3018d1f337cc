import MartletToolSupport

/// How long something short takes in the engine and as a plain loop.
struct MicroTiming {
  /// Nanoseconds per posting.
  var engine: Double
  /// Nanoseconds per posting.
  var loop: Double

  /// What is measured, how thoroughly.
  struct Effort {
    /// Both are measured so often, in turn; the best counts.
    var rounds: Int
    /// Each round goes on for so many seconds, at least one call.
    var seconds: Double
  }

  /// Measures two ways that must give the same.
  ///
  /// - Throws: ``ToolFailure`` when they do not; what they throw.
  init<Answer: Equatable>(
    _ name: String, count: Int, _ effort: Effort, engine: () throws -> Answer,
    loop: () -> Answer
  ) throws {
    let (found, expected) = (try engine(), loop())
    guard found == expected else {
      throw ToolFailure("\(name): the engine gives \(found), a plain loop \(expected)")
    }
    var best = (engine: Double.infinity, loop: Double.infinity)
    for _ in 0..<effort.rounds {
      best.engine = min(best.engine, try Self.seconds(effort, engine, expected))
      best.loop = min(best.loop, try Self.seconds(effort, loop, expected))
    }
    self.engine = best.engine * 1e9 / Double(max(1, count))
    self.loop = best.loop * 1e9 / Double(max(1, count))
  }

  /// Seconds for a call. Its answer is looked at, so that no call can be left out.
  private static func seconds<Answer: Equatable>(
    _ effort: Effort, _ work: () throws -> Answer, _ expected: Answer
  ) throws -> Double {
    let stopwatch = Stopwatch()
    var calls = 0
    repeat {
      guard try work() == expected else { throw ToolFailure("two answers to one question") }
      calls += 1
    } while stopwatch.seconds < effort.seconds
    return stopwatch.seconds / Double(calls)
  }

  /// Both, and the engine's as a part of the loop's.
  var cells: [String] {
    let ratio = engine / loop
    return [engine, loop].map { Figures.decimal($0, places: 2) }
      + [ratio < 1 ? Figures.decimal(ratio, places: 2) + "×" : Figures.ratio(ratio)]
  }
}
