#if os(macOS) || os(Linux)
  import Foundation
  import Martlet
  import MartletTestSupport
  import Testing

  /// A reader beside a process that writes, makes checkpoints, compacts, and opens the index again.
  @Suite("An index that another process writes")
  struct FollowedProcessTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The manner in which the other process writes.
    struct Manner: Sendable, CustomTestStringConvertible {
      var durability: Durability
      var memoryLimit: Int
      var count = 300
      var testDescription: String { "\(durability), memory \(memoryLimit)" }
    }

    private func order(_ manner: Manner, count: Int) -> VictimOrder {
      var order = VictimOrder(
        folder: folder.path(of: "index"), seed: TestSeed.value, count: count,
        durability: manner.durability)
      order.memoryLimit = manner.memoryLimit
      return order
    }

    @Test(
      "is seen in one state of its writer after the other",
      arguments: [
        Manner(durability: .full, memoryLimit: 40_000),
        Manner(durability: .normal, memoryLimit: 40_000, count: 600),
        Manner(durability: .normal, memoryLimit: 64 << 20),
        Manner(durability: .none, memoryLimit: 40_000),
      ])
    func follows(manner: Manner) throws {
      let order = order(manner, count: manner.count)
      let process = try FollowedProcess(order)
      let reader = try SearchIndex<VictimDocument>.readOnly(path: order.folder)
      var script = FollowedScript(order)
      let count = try process.follow(reader, &script) { Issue.record("\($0), seed \(order.seed)") }
      let rest = process.child.readToEnd(seconds: 600)
      #expect(!rest.contains("error"), "\(rest)")
      #expect(script.isAtEnd)
      print(
        "followed, \(manner.testDescription): \(count) refreshes, \(script.foundCount) of "
          + "\(order.count) states seen")
      #expect(try reader.verifySync().isSound)
      // The process may have ended after the last look.
      try reader.refreshSync()
      #expect(try !reader.refreshSync())
    }

    @Test(
      "is seen in no older state after its writer was killed and another goes on",
      arguments: [Durability.full, .normal, .none])
    func outlives(durability: Durability) throws {
      var order = order(Manner(durability: durability, memoryLimit: 40_000), count: 300)
      var script = FollowedScript(order)
      let last = order.count
      var reader: SearchIndex<VictimDocument>?
      for life in 1...4 {
        order.first = script.position + 1
        order.count = last - script.position
        let process = try FollowedProcess(order)
        let index = try reader ?? .readOnly(path: order.folder)
        reader = index
        let step = script.position + 60
        _ = try process.follow(index, &script, killing: life < 4 ? step : nil) {
          Issue.record("\($0), life \(life), \(durability), seed \(order.seed)")
        }
        if life < 4 { process.child.kill(SIGKILL) }
        #expect(!process.child.readToEnd(seconds: 600).contains("error"))
        // What the writer did last without a word about it.
        try index.refreshSync()
        let isFound = script.find(try VictimContents(index))
        #expect(isFound, "life \(life)")
      }
      #expect(script.isAtEnd)
    }

    @Test("is searched while it is refreshed by itself, and no search sees an older state")
    func automatically() async throws {
      let order = order(Manner(durability: .normal, memoryLimit: 40_000), count: 500)
      let process = try FollowedProcess(order)
      let reader = try SearchIndex<VictimDocument>.readOnly(
        path: order.folder, options: IndexOptions(automaticRefresh: .milliseconds(2)))
      var script = FollowedScript(order)
      var generation: UInt64 = 0
      var searchCount = 0
      var patience = Patience()
      while !script.isAtEnd, patience.lasts(at: script.position) {
        let contents = try await contents(reader.snapshot(), after: &generation)
        let isFound = script.find(contents)
        #expect(isFound, "step \(script.position), seed \(order.seed)")
        searchCount += 1
      }
      #expect(script.isAtEnd)
      _ = process.child.readToEnd(seconds: 600)
      print("refreshed by itself: \(searchCount) searches, \(script.foundCount) states seen")
      #expect(reader.statistics.lastFailure == nil)
      try await reader.close()
    }

    private func contents(
      _ snapshot: Snapshot<VictimDocument>, after generation: inout UInt64
    ) async throws -> VictimContents {
      let results = try await snapshot.search(SearchRequest(.word("all")) { $0.limit = 100_000 })
      #expect(results.generation >= generation)
      generation = results.generation
      var contents = VictimContents()
      for hit in results.hits { contents.documents[hit.id] = try hit.document().version }
      for name in VictimScript.bookmarkNames {
        if let bytes = snapshot.bookmark(name) { contents.bookmarks[name] = bytes }
      }
      return contents
    }
  }
#endif
