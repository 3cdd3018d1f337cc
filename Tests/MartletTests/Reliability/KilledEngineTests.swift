#if os(macOS) || os(Linux)
  import Foundation
  import MartletTestSupport
  import Testing

  @testable import Martlet

  /// A real process with the real engine on the real file system, and a real signal.
  @Suite("A process with an index, killed")
  struct KilledEngineTests {
    /// The manner in which a process writes until it is killed at a random time.
    struct Manner: Sendable, CustomTestStringConvertible {
      var durability: Durability
      var writers = 1
      var share: Int
      var testDescription: String { "\(durability), \(writers) writing" }
    }

    @Test(
      "at a random time loses nothing that was acknowledged",
      arguments: [
        Manner(durability: .full, share: 50), Manner(durability: .normal, share: 50),
        Manner(durability: .none, share: 50), Manner(durability: .full, writers: 3, share: 25),
        Manner(durability: .normal, writers: 3, share: 25),
      ])
    func randomly(manner: Manner) throws {
      let findings = Findings()
      let seed = TestSeed.value &+ UInt64(manner.durability.rawValue) &* 64
      var random = SeededRandom(seed: seed &+ UInt64(manner.writers))
      var (steps, kills) = (0, 0)
      let count = ReliabilitySize.scaled(manner.share)
      var life = 0
      while life < count {
        // An index lives through some kills, from its making on.
        let folder = try TemporaryFolder()
        var judge = KillJudge(findings)
        for _ in 0..<min(12, count - life) {
          life += 1
          let run = try KilledRun(
            order(manner, in: folder, &random), until: moment(&random))
          judge.judge(run, at: "seed \(TestSeed.value), \(manner.testDescription), kill \(life)")
          kills += run.end == .signal(SIGKILL) ? 1 : 0
          steps += run.acknowledged.reduce(0) { $0 + $1 - run.order.first + 1 }
        }
      }
      findings.report(
        "killed at random, \(manner.testDescription): \(kills) kills, \(steps) steps acknowledged")
      #expect(kills * 10 > count * 8)
    }

    private func order(
      _ manner: Manner, in folder: TemporaryFolder, _ random: inout SeededRandom
    ) -> VictimOrder {
      var order = VictimOrder(
        folder: folder.path(of: "index"), seed: random.next(), count: 3_000,
        durability: manner.durability)
      order.writers = manner.writers
      order.memoryLimit = random.oneIn(2) ? 40_000 : 64 << 20
      return order
    }

    private func moment(_ random: inout SeededRandom) -> KilledRun.Moment {
      let pause = UInt32(random.int(in: 0..<30_000))
      if random.oneIn(4) { return .afterStart(pause) }
      return .afterSteps(random.int(in: 1..<(random.oneIn(4) ? 150 : 30)), pause / 8)
    }

    /// The index is made, grows, and is opened again. Each level has its turn of the calls, as the
    /// levels make many of the same; all of the calls in a longer run.
    @Test(
      "by itself before any call to the system loses nothing that was acknowledged",
      arguments: [Durability.full, .normal, .none])
    func atEveryCall(durability: Durability) throws {
      let findings = Findings()
      var places: Set<String> = []
      var (kills, calls) = (0, 0)
      for round in 0..<ReliabilitySize.scaled(1) {
        calls += try killAtEveryCall(durability, round: round, findings) { run in
          kills += run.end == .signal(SIGKILL) ? 1 : 0
          if let call = run.lastCall { places.insert(call) }
        }
      }
      findings.report(
        "killed at every call, \(durability): \(calls) calls, \(kills) kills before "
          + "\(places.count) kinds of call")
      #expect(places.count > 8 && kills > 30)
    }

    private func killAtEveryCall(
      _ durability: Durability, round: Int, _ findings: Findings, _ note: (KilledRun) -> Void
    ) throws -> Int {
      let seed = TestSeed.value &+ UInt64(round) &* 1_000
      func run(_ call: Int?, _ judge: inout KillJudge) throws -> KilledRun {
        let folder = try TemporaryFolder()
        var order = VictimOrder(
          folder: folder.path(of: "index"), seed: seed, count: 16, durability: durability)
        order.memoryLimit = 12_000
        order.dyingCall = call
        let run = try KilledRun(order, until: .none)
        judge.judge(
          run, at: "seed \(TestSeed.value), \(durability), round \(round), call \(call ?? 0)")
        return run
      }
      var judge = KillJudge(findings)
      guard let calls = try run(nil, &judge).callCount else {
        findings.note("the program does not come to its end", at: "\(durability)")
        return 0
      }
      let stride = ReliabilitySize.stride(1)
      let first = (Int(TestSeed.value % 1_000) + Int(durability.rawValue)) % stride
      for call in Swift.stride(from: 1 + first, through: calls, by: stride) {
        var judge = KillJudge(findings)
        note(try run(call, &judge))
      }
      return calls
    }
  }
#endif
