import Foundation
import MartletTestSupport
import Synchronization
import Testing

@testable import Martlet

/// Everything at once, for the thread sanitizer above all: `MARTLET_STRESS_SECONDS=60 swift test
/// --sanitize=thread --filter StressTests`.
@Suite("Under stress")
struct StressTests {
  private static let seconds =
    ProcessInfo.processInfo.environment["MARTLET_STRESS_SECONDS"].flatMap(Double.init) ?? 2

  @Test("eight readers, two writers, merges, readers of the folder and closing go together")
  func everything() async throws {
    let folder = try TemporaryFolder()
    let findings = Findings()
    let end = ContinuousClock.now + .seconds(Self.seconds)
    var (rounds, searches, writes) = (0, 0, 0)
    repeat {
      let round = StressRound(
        folder.path(of: "index"), findings, seed: TestSeed.value &+ UInt64(rounds))
      try await round.run(until: min(end, .now + .seconds(max(1, Self.seconds / 8))))
      searches += round.searchCount.load(ordering: .relaxed)
      writes += round.writeCount.load(ordering: .relaxed)
      rounds += 1
    } while ContinuousClock.now < end
    findings.report("stress: \(rounds) openings, \(writes) batches, \(searches) searches")
  }
}

/// One opening of the index under stress, from opening to closing.
///
/// Each batch writes the two documents of a pair, or several pairs, with one version.
private final class StressRound: Sendable {
  let searchCount = Atomic(0)
  let writeCount = Atomic(0)
  private let path: String
  private let findings: Findings
  private let seed: UInt64
  private let isEnding = Atomic(false)
  private let hasClosed = Atomic(false)
  private static let pairCount = 24

  init(_ path: String, _ findings: Findings, seed: UInt64) {
    self.path = path
    self.findings = findings
    self.seed = seed
  }

  func run(until end: ContinuousClock.Instant) async throws {
    let index = try SearchIndex<VictimDocument>(
      path: path,
      options: IndexOptions(durability: seed % 2 == 0 ? .full : .normal, memoryLimit: 60_000))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for reader in 0..<8 {
        group.addTask { try await self.read(index, reader) }
      }
      for writer in 0..<2 { group.addTask { try await self.write(index, writer) } }
      group.addTask { try await self.tend(index) }
      group.addTask { try await self.readFolder() }
      group.addTask {
        try await Task.sleep(until: end)
        self.isEnding.store(true, ordering: .relaxed)
        // Closing comes while the others are at it.
        try await index.close()
        self.hasClosed.store(true, ordering: .relaxed)
      }
      try await group.waitForAll()
    }
    check(try VictimContents(index), "after closing")
    let reopened = try SearchIndex<VictimDocument>.readOnly(path: path)
    if try VictimContents(reopened) != VictimContents(index) {
      findings.note("the index differs after closing", at: "seed \(seed)")
    }
    for problem in try await reopened.verify().problems {
      findings.note(problem.kind, at: "seed \(seed)")
    }
  }

  private func read(_ index: SearchIndex<VictimDocument>, _ reader: Int) async throws {
    var generation: UInt64 = 0
    while !hasClosed.load(ordering: .relaxed) {
      let snapshot = index.snapshot()
      let newest = index.statistics.generation
      if newest < generation { findings.note("a generation goes back", at: "reader \(reader)") }
      generation = newest
      let first = try await snapshot.search(Self.request)
      var versions: [String: Int] = [:]
      for hit in first.hits { versions[hit.id] = try hit.document().version }
      let again = try await snapshot.search(Self.request)
      if again.hits.map(\.id) != first.hits.map(\.id) {
        findings.note("a snapshot changes", at: "reader \(reader)")
      }
      checkPairs(versions, "reader \(reader)")
      searchCount.add(2, ordering: .relaxed)
      // Two threads may be all there are: the writers need them, too.
      try await Task.sleep(for: .milliseconds(4))
    }
  }

  private static let request = SearchRequest(.word("all")) {
    $0.limit = 1_000
    $0.counting = .exact
  }

  /// As another process does.
  private func readFolder() async throws {
    while !hasClosed.load(ordering: .relaxed) {
      check(
        try VictimContents(SearchIndex<VictimDocument>.readOnly(path: path)), "another reader")
      searchCount.add(1, ordering: .relaxed)
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  private func write(_ index: SearchIndex<VictimDocument>, _ writer: Int) async throws {
    var random = SeededRandom(seed: seed &* 2 &+ UInt64(writer))
    while true {
      let version = random.int(in: 1..<1_000_000)
      let pairs = (0..<random.int(in: 1..<6)).map { _ in random.int(in: 0..<Self.pairCount) }
      let isDeleting = random.oneIn(5)
      do {
        try await index.write { batch in
          for pair in pairs {
            for half in ["a", "b"] {
              let key = "\(pair)\(half)"
              if isDeleting {
                batch.delete(key)
              } else {
                try batch.put(VictimDocument(key: key, version: version))
              }
            }
          }
        }
        writeCount.add(1, ordering: .relaxed)
      } catch let error as SearchError where error.code == .closed {
        guard isEnding.load(ordering: .relaxed) else { throw error }
        return
      }
    }
  }

  /// Checkpoints, merges and looks at everything while the others are at it.
  private func tend(_ index: SearchIndex<VictimDocument>) async throws {
    var random = SeededRandom(seed: seed)
    while true {
      do {
        switch random.int(in: 0..<4) {
        case 0: try await index.compact(reordering: random.oneIn(2))
        case 1: try await index.checkpoint()
        case 2: try await index.flush()
        default:
          for problem in try await index.verify().problems {
            findings.note("verify finds \(problem.kind)", at: "seed \(seed)")
          }
        }
      } catch {
        guard [.closed, .cancelled].contains(error.code), isEnding.load(ordering: .relaxed) else {
          throw error
        }
        return
      }
      if hasClosed.load(ordering: .relaxed) { return }
      try await Task.sleep(for: .milliseconds(random.int(in: 1..<20)))
    }
  }

  private func check(_ contents: VictimContents, _ place: String) {
    checkPairs(contents.documents, place)
  }

  /// The two documents of a pair are there together, and of one version.
  private func checkPairs(_ versions: [String: Int], _ place: String) {
    for pair in 0..<Self.pairCount where versions["\(pair)a"] != versions["\(pair)b"] {
      findings.note("half a batch is seen", at: "\(place), seed \(seed)")
    }
  }
}
