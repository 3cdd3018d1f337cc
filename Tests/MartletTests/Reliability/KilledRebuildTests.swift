#if os(macOS) || os(Linux)
  import Foundation
  import MartletTestSupport
  import Testing

  @testable import Martlet

  /// A process that makes an index again with another schema, and is killed before any call to the
  /// system.
  @Suite("An index that a process makes again, killed")
  struct KilledRebuildTests {
    typealias Index = SearchIndex<VictimDocument>
    typealias Remaking = VictimOrder.Remaking

    private let start: Start

    init() throws { start = try Start() }

    /// An index with segments, deletions and a log, as a crash left it.
    private struct Start {
      let folder: TemporaryFolder
      let contents: VictimContents

      init() throws {
        folder = try TemporaryFolder()
        let path = folder.path(of: "index")
        let order = VictimOrder(folder: path, seed: TestSeed.value, count: 40, durability: .normal)
        let index = try Index(path: path, options: order.options)
        let script = VictimScript(order, writer: 0)
        for number in 1...order.count {
          try index.writeSync { batch in try batch.make(script.step(number).changes) }
          if number == 15 || number == 30 { try index.checkpointSync() }
        }
        contents = try VictimContents(index)
        try folder.copyCrashed("index", to: "index-crashed")
        try index.closeSync()
      }

      /// Returns the path of a copy in `folder`.
      func copy(to folder: TemporaryFolder, isDamaged: Bool) throws -> String {
        let path = folder.path(of: "index")
        let crashed = self.folder.path(of: "index-crashed")
        try FileManager.default.copyItem(atPath: crashed, toPath: path)
        guard isDamaged else { return path }
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
          guard case .segment = FileName(name) else { continue }
          let file = try FileHandle(forUpdating: URL(fileURLWithPath: path + "/" + name))
          try file.truncate(atOffset: 100)
          try file.close()
        }
        return path
      }

      /// The contents of the index once it is made again.
      func remade(by remaking: Remaking) -> VictimContents {
        guard remaking == .openingSource || remaking == .damaged else { return contents }
        var contents = VictimContents()
        for document in VictimDocument.source {
          contents.documents[document.key] = document.version
        }
        return contents
      }
    }

    @Test("is the old one or the new one, and can be made again", arguments: Remaking.allCases)
    func atEveryCall(remaking: Remaking) async throws {
      let whole = try run(remaking, dyingAt: nil)
      let callCount = try #require(whole.run.callCount)
      try await judge(whole, "not killed")
      let stride = ReliabilitySize.stride(10)
      var (kills, newCount) = (0, 0)
      for call in Swift.stride(
        from: 1 + Int(TestSeed.value % UInt64(stride)), through: callCount, by: stride)
      {
        let life = try run(remaking, dyingAt: call)
        kills += life.run.end == .signal(SIGKILL) ? 1 : 0
        newCount +=
          try await judge(
            life, "seed \(TestSeed.value), \(remaking), call \(call), \(life.run.lastCall ?? "")")
          ? 1 : 0
      }
      #expect(kills * stride > 60)
      #expect(newCount > 0 && newCount < kills)
      print(
        "killed while an index is made again, \(remaking.rawValue): \(kills) kills of "
          + "\(callCount) calls, \(newCount) times it was the new one")
    }

    /// A life of the process, and the folder that it leaves.
    private struct Life {
      let folder: TemporaryFolder
      let run: KilledRun
    }

    private func run(_ remaking: Remaking, dyingAt call: Int?) throws -> Life {
      let folder = try TemporaryFolder()
      let path = try start.copy(to: folder, isDamaged: remaking == .damaged)
      var order = VictimOrder(folder: path, seed: TestSeed.value &+ 1, count: 3, durability: .full)
      order.remaking = remaking
      order.dyingCall = call
      return Life(folder: folder, run: try KilledRun(order, until: .none))
    }

    /// Looks at what is left through the door that applications use, makes the index again, goes on
    /// with it, and opens it once more. Returns true if it was the new one.
    @discardableResult
    private func judge(_ life: Life, _ place: String) async throws -> Bool {
      let (run, path) = (life.run, life.run.order.folder)
      let remaking = try #require(run.order.remaking)
      #expect(run.complaints == [], "\(place)")
      let new = Result { try Index.readOnly(path: path, schema: run.order.schema) }
      var expected = start.remade(by: remaking)
      if let index = try? new.get() {
        let contents = try VictimContents(index, asksForKeys: true)
        #expect(run.moments(of: 0, from: expected).contains(contents), "\(place)")
        expected = contents
      } else {
        #expect(!run.hasOpened, "\(place)")
        #expect(new.code == (remaking == .damaged ? .corrupted : .schemaMismatch), "\(place)")
      }
      if remaking != .damaged {
        let old = Result { try Index.readOnly(path: path, schema: VictimDocument.searchSchema) }
        #expect(old.code == (new.code == nil ? .schemaMismatch : nil), "\(place)")
        if let old = try? old.get() {
          #expect(try VictimContents(old) == start.contents, "\(place)")
        }
      }
      try await goOn(with: expected, run.order, place)
      return new.code == nil
    }

    private func goOn(
      with contents: VictimContents, _ order: VictimOrder, _ place: String
    ) async throws {
      let source = RebuildPolicy<VictimDocument>.rebuild(from: VictimDocument.source)
      let usesSource = [.openingSource, .damaged].contains(order.remaking)
      let index = try await Index.open(
        path: order.folder, schema: order.schema, options: order.options,
        onMismatch: usesSource ? source : .reindexStored,
        onCorruption: order.remaking == .damaged ? source : .fail)
      #expect(try VictimContents(index, asksForKeys: true) == contents, "\(place)")
      let changes: [VictimScript.Change] = [
        .put(key: "0-again", version: 1_000_000), .delete(key: contents.documents.keys.min() ?? ""),
        .bookmark(name: "0-mark0", bytes: [1, 2, 3]),
      ]
      var expected = contents
      for change in changes { expected.apply(change) }
      try await index.write { batch in try batch.make(changes) }
      try await index.close()
      let reopened = try Index(
        path: order.folder, schema: order.schema, options: order.options)
      #expect(try VictimContents(reopened) == expected, "\(place)")
      #expect(try await reopened.verify().problems.isEmpty, "\(place)")
      try await reopened.close()
      let storage = try FileStorage(path: order.folder, createIfMissing: false)
      #expect(try TestEngine.leftovers(storage) == [], "\(place)")
    }
  }

  extension Result where Failure == any Error {
    /// The kind of the error; nil for a success.
    fileprivate var code: SearchError.Code? {
      if case .failure(let error) = self { (error as? SearchError)?.code } else { nil }
    }
  }
#endif
