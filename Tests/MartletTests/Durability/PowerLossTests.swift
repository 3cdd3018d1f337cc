import MartletTestSupport
import Testing

@testable import Martlet

@Suite("After a loss of power")
struct PowerLossTests {
  /// The seeds to try: few, or the one that a failure printed.
  static let seeds: [UInt64] = SeededRandom.seeds(count: 5)

  @Test(
    "the index holds exactly what some moment between promise and attempt held", arguments: seeds)
  func anyInstant(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let disk = SimulatedDisk()
    let ledger = Ledger(seed: seed)
    disk.observeChanges { ledger.check($0) }
    for _ in 0..<4 {
      let index = try NumberIndex(disk, seed: random.next(), progress: ledger.progress)
      for step in Step.script(4, using: &random) {
        try index.run(step)
        ledger.check(disk.state)
      }
      if random.oneIn(2) { try index.close() }
    }
    #expect(ledger.imageCount > 100)
  }
}

/// Looks, at every change of a simulated disk, at what a loss of power could leave.
private final class Ledger: Sendable {
  private struct State {
    var random: SeededRandom
    var imageCount = 0
  }

  private let seed: UInt64
  private let state: Lock<State>
  let progress = Progress()

  init(seed: UInt64) {
    self.seed = seed
    state = Lock(State(random: SeededRandom(seed: seed &+ 99)))
  }

  var imageCount: Int { state.withLock { $0.imageCount } }

  /// Looks at what losses of power leave; one that keeps all is like the end of the process alone.
  func check(_ disk: DiskState) {
    let progress = progress.now
    for loss in PowerLoss.allCases {
      var random = state.withLock { state in
        state.imageCount += 1
        return SeededRandom(seed: state.random.next())
      }
      let image = disk.image(loss, using: &random)
      let least = loss == .keepsAll ? progress.acknowledged : progress.durable
      verify(image, least...progress.started, mayBeMissing: !progress.exists, loss, &random)
    }
  }

  /// Checks that `image` opens with a number of batches in `range`, can be written, and, when power
  /// is lost during that as well, opens again.
  private func verify(
    _ image: DiskState, _ range: ClosedRange<UInt64>, mayBeMissing: Bool,
    _ loss: PowerLoss, _ random: inout SeededRandom
  ) {
    do {
      let found: UInt64
      do {
        found = try NumberIndex.numbers(in: SimulatedDisk(image)).last ?? 0
      } catch {
        guard error.code == .notFound, mayBeMissing else { throw error }
        found = 0
      }
      #expect(range.contains(found), "seed \(seed), \(loss): \(found) of \(range)")
      guard random.oneIn(4) else { return }
      try writeAgain(image, after: found, &random)
    } catch {
      Issue.record("seed \(seed), \(loss): \(error)")
    }
  }

  private func writeAgain(
    _ image: DiskState, after found: UInt64, _ random: inout SeededRandom
  ) throws {
    let disk = SimulatedDisk(image)
    let images = Lock<[DiskState]>([])
    let chance = Lock(SeededRandom(seed: random.next()))
    disk.observeChanges { state in
      let image = chance.withLock { state.image(.random(&$0), using: &$0) }
      images.withLock { $0.append(image) }
    }
    let index = try NumberIndex(disk, seed: random.next())
    #expect(index.last == found, "seed \(seed)")
    try index.append(durability: .full)
    if random.oneIn(2) { try index.checkpoint() }
    try index.append()
    try index.close()
    #expect(try NumberIndex.numbers(in: disk).last == found + 2, "seed \(seed)")
    for image in images.withLock({ $0 }) where found > 0 {
      let again = try NumberIndex.numbers(in: SimulatedDisk(image)).last ?? 0
      #expect((found...(found + 2)).contains(again), "seed \(seed): \(again) after \(found)")
    }
  }
}
