import Foundation
import Martlet
import Synchronization

/// Everything at once on one index: eight readers, two writers, merges, readers of the folder, and
/// closing; then the same on what that left.
///
/// For the thread sanitizer above all: `MartletVictim stress SECONDS` does it for so long.
package struct StressRun: Sendable {
  private let seconds: Double
  private let seed: UInt64
  private let note: StressRound.Note

  /// - Parameter note: Takes each failure that is found, and says where.
  package init(
    seconds: Double, seed: UInt64,
    note: @escaping @Sendable (_ kind: String, _ place: String) -> Void
  ) {
    self.seconds = seconds
    self.seed = seed
    self.note = note
  }

  /// Returns how much was done.
  package func run() async throws -> String {
    let folder = try TemporaryFolder()
    let end = ContinuousClock.now + .seconds(seconds)
    var (rounds, searches, writes) = (0, 0, 0)
    repeat {
      let round = StressRound(folder.path(of: "index"), note, seed: seed &+ UInt64(rounds))
      try await round.run(until: min(end, .now + .seconds(max(1, seconds / 8))))
      searches += round.searchCount.load(ordering: .relaxed)
      writes += round.writeCount.load(ordering: .relaxed)
      rounds += 1
    } while ContinuousClock.now < end
    return "stress: \(rounds) openings, \(writes) batches, \(searches) searches"
  }
}

/// One opening of the index under stress, from opening to closing.
///
/// Each batch writes the two documents of a pair, or several pairs, with one version.
private final class StressRound: Sendable {
  typealias Note = @Sendable (_ kind: String, _ place: String) -> Void

  let searchCount = Atomic(0)
  let writeCount = Atomic(0)
  private let path: String
  private let note: Note
  private let seed: UInt64
  private let isEnding = Atomic(false)
  private let hasClosed = Atomic(false)
  private static let pairCount = 24

  init(_ path: String, _ note: @escaping Note, seed: UInt64) {
    self.path = path
    self.note = note
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
      note("the index differs after closing", "seed \(seed)")
    }
    for problem in try await reopened.verify().problems {
      note(problem.description, "seed \(seed)")
    }
  }

  private func read(_ index: SearchIndex<VictimDocument>, _ reader: Int) async throws {
    var generation: UInt64 = 0
    while !hasClosed.load(ordering: .relaxed) {
      let snapshot = index.snapshot()
      let newest = index.statistics.generation
      if newest < generation { note("a generation goes back", "reader \(reader)") }
      generation = newest
      let first = try await snapshot.search(Self.request)
      var versions: [String: Int] = [:]
      for hit in first.hits { versions[hit.id] = try hit.document().version }
      let again = try await snapshot.search(Self.request)
      if again.hits.map(\.id) != first.hits.map(\.id) {
        note("a snapshot changes", "reader \(reader)")
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
            note("verify finds \(problem.description)", "seed \(seed)")
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
      note("half a batch is seen", "\(place), seed \(seed)")
    }
  }
}
