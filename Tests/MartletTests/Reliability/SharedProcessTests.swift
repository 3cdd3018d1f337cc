#if os(macOS) || os(Linux)
  import Foundation
  import MartletTestSupport
  import Testing

  @testable import Martlet

  /// Two processes that write to one index by turns, and a reader beside them.
  @Suite("An index that two processes write")
  struct SharedProcessTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The process of one writer, and what a reader has seen of it.
    private struct Life {
      var order: VictimOrder
      var script: FollowedScript
      var process: FollowedProcess
      var killCount = 0

      init(_ order: VictimOrder, writer: Int) throws {
        self.order = order
        self.order.onlyWriter = writer
        script = FollowedScript(order, writer: writer)
        process = try FollowedProcess(self.order)
      }

      /// Kills the process, waits for its end, and starts another that goes on after what
      /// `contents` holds.
      mutating func replace(_ contents: () throws -> VictimContents) throws {
        process.child.kill(SIGKILL)
        let said = process.child.readToEnd(seconds: 600)
        #expect(!said.contains("error"), "\(said)")
        let isFound = script.find(try contents())
        try #require(isFound, "writer \(order.onlyWriter ?? 0) after a kill, seed \(order.seed)")
        let last = order.first + order.count - 1
        // Repeats the last step if that was written before the end, which changes nothing.
        order.first = min(script.position + 1, last)
        order.count = last - order.first + 1
        killCount += 1
        process = try FollowedProcess(order)
      }
    }

    @Test(
      "has what each of them wrote, also after some of them were killed",
      arguments: VictimOrder.Sharing.allCases, [Durability.full, .normal])
    func shared(sharing: VictimOrder.Sharing, durability: Durability) throws {
      var order = VictimOrder(
        folder: folder.path(of: "index"), seed: TestSeed.value,
        count: ReliabilitySize.scaled(sharing == .suspending ? 100 : 600), durability: durability)
      order.memoryLimit = 40_000
      order.writers = 2
      order.sharing = sharing
      var lives = [try Life(order, writer: 0), try Life(order, writer: 1)]
      let reader = try SearchIndex<VictimDocument>.readOnly(path: order.folder)
      var patience = Patience()
      while !lives.allSatisfy(\.script.isAtEnd),
        patience.lasts(at: lives.reduce(0) { $0 + $1.script.position })
      {
        guard try reader.refreshSync() else {
          usleep(500)
          continue
        }
        let contents = try VictimContents(reader)
        for writer in lives.indices {
          let part = contents.part(of: writer)
          let isFound = lives[writer].script.find(part)
          let difference = lives[writer].script.difference(part)
          #expect(isFound, "writer \(writer), seed \(order.seed), \(difference)")
          guard isFound else { return }
          guard lives[writer].script.position > 30 * (lives[writer].killCount + 1),
            lives[writer].killCount < 2, !lives[writer].script.isAtEnd
          else { continue }
          try lives[writer].replace {
            try reader.refreshSync()
            return try VictimContents(reader).part(of: writer)
          }
        }
      }
      for writer in lives.indices {
        let said = lives[writer].process.child.readToEnd(seconds: 600)
        #expect(said.contains("closed") && !said.contains("error"), "\(said.suffix(300))")
      }
      try judge(lives, reader, order)
    }

    private func judge(
      _ lives: [Life], _ reader: SearchIndex<VictimDocument>, _ order: VictimOrder
    ) throws {
      for life in lives { #expect(life.script.isAtEnd, "\(life.script.position)") }
      try reader.refreshSync()
      let contents = try VictimContents(reader, asksForKeys: true)
      let index = try SearchIndex<VictimDocument>(path: order.folder)
      #expect(try VictimContents(index) == contents)
      #expect(try index.verifySync().problems.isEmpty)
      try index.writeSync { batch in try batch.make([.put(key: "0-again", version: 7)]) }
      try index.closeSync()
      try reader.refreshSync()
      #expect(try VictimContents(reader).documents["0-again"] == 7)
      let storage = try FileStorage(path: order.folder, createIfMissing: false)
      // A merge that closing did not wait for removes its own files when it stops.
      try Waiting.block { try TestEngine.leftovers(storage).isEmpty }
      #expect(try TestEngine.leftovers(storage) == [])
      print(
        "shared, \(order.sharing?.rawValue ?? ""), \(order.options.durability): "
          + "\(lives.map(\.script.foundCount)) states seen, \(lives.map(\.killCount)) kills")
    }
  }
#endif
