#if os(macOS) || os(Linux)
  import Foundation
  import MartletTestSupport

  @testable import Martlet

  /// Looks at what a killed program has left, through the door that applications use, and goes on
  /// with it.
  struct KillJudge {
    typealias Index = SearchIndex<VictimDocument>

    let findings: Findings
    /// The contents of the index before the program was started.
    private(set) var contents = VictimContents()

    init(_ findings: Findings) { self.findings = findings }

    /// Notes what is wrong, and makes what is there the start of the next run.
    mutating func judge(_ run: KilledRun, at place: String) {
      for complaint in run.complaints {
        findings.note("the program says \(complaint)", at: place)
      }
      do {
        guard let found = try read(run, at: place) else { return }
        contents = try goOn(with: found, run, at: place)
      } catch {
        findings.note("after a kill: \(error.kind)", at: place)
      }
    }

    /// Reads the contents of the index; nil when there is none, and need be none.
    private func read(_ run: KilledRun, at place: String) throws(SearchError) -> VictimContents? {
      let index: Index
      do throws(SearchError) {
        index = try Index.readOnly(path: run.order.folder)
      } catch {
        guard error.code == .notFound, !run.hasOpened, contents == .init()
        else { throw error }
        return VictimContents()
      }
      let found = try VictimContents(index, asksForKeys: true)
      for writer in 0..<run.order.writers {
        let moments = run.moments(of: writer, from: contents)
        if !moments.contains(found.part(of: writer)) {
          findings.note("the index holds what it held at no moment that may be", at: place)
        }
      }
      try verify(index, at: place)
      return found
    }

    /// Opens the index for writing at once, writes, makes a checkpoint, closes it and compares.
    private func goOn(
      with found: VictimContents, _ run: KilledRun, at place: String
    ) throws(SearchError) -> VictimContents {
      let index = try Index(path: run.order.folder, options: run.order.options)
      if try VictimContents(index) != found {
        findings.note("a writer finds another index than a reader", at: place)
      }
      let changes: [VictimScript.Change] = [
        .put(key: "0-again", version: 1_000_000),
        .put(key: found.documents.keys.max() ?? "0-new", version: 1_000_001),
        .delete(key: found.documents.keys.min() ?? "0-gone"),
        .bookmark(name: "0-mark0", bytes: [1, 2, 3]),
      ]
      var expected = found
      for change in changes { expected.apply(change) }
      do { try index.writeSync { batch in try batch.make(changes) } } catch {
        findings.note("writing after a kill throws \(error)", at: place)
      }
      try index.checkpointSync()
      try index.closeSync()
      let reopened = try Index.readOnly(path: run.order.folder)
      if try VictimContents(reopened) != expected {
        findings.note("what was written after a kill is not there after closing", at: place)
      }
      try verify(reopened, at: place)
      leftovers(run.order.folder, at: place)
      return expected
    }

    private func verify(_ index: Index, at place: String) throws(SearchError) {
      for problem in try index.verifySync().problems {
        findings.note("verify finds \(problem.kind)", at: place)
      }
    }

    /// Notes files that are left over. A merge that closing did not wait for removes its own when
    /// it stops, which takes a while on a machine with other work.
    private func leftovers(_ folder: String, at place: String) {
      let storage = try? FileStorage(path: folder, createIfMissing: false)
      let end = Date.now + 600
      var found: [String]?
      repeat {
        found = try? storage.map { try TestEngine.leftovers($0) }
        if found?.isEmpty != false { break }
        Thread.sleep(forTimeInterval: 0.02)
      } while Date.now < end
      guard let names = found else {
        return findings.note("the folder cannot be listed", at: place)
      }
      for name in names {
        findings.note("a file \(name.prefix { $0 != "-" })-… is left over", at: place)
      }
    }
  }
#endif
