import Dispatch
import MartletTestSupport

@testable import Martlet

/// The calls, and what each owes when it throws.
extension ScriptRun {
  func write(_ core: IndexCore, _ operations: [LogOperation]) {
    let batch = SampleDocument.batch(operations)
    let strikes = disk.strikes.count
    guard !isPoisoned else {
      if (try? core.write(batch)) != nil { note("a writer goes on after durabilityUnknown") }
      return
    }
    promise.withLock { $0.begin(operations) }
    do {
      try core.write(batch)
      promise.withLock { $0.acknowledge() }
    } catch {
      if error.code != .durabilityUnknown { withdraw(core, error) }
      judge(error, of: "write", since: strikes)
    }
  }

  /// A batch that failed must not be visible.
  private func withdraw(_ core: IndexCore, _ error: SearchError) {
    let found = try? IndexContents(core.state)
    let (before, after) = promise.withLock { ($0.current, $0.moments.last) }
    guard found == after, after != before else { return promise.withLock { $0.withdraw() } }
    note("write throws \(error.code.name), but its batch is visible")
    promise.withLock { $0.acknowledge() }
  }

  func checkpoint(_ core: IndexCore) {
    attempt("checkpoint", isStrict: true) { () throws(SearchError) in try core.checkpoint() }
  }

  func compact(_ core: IndexCore) {
    // One way and the other: both write a new segment in the place of others.
    let reorders = core.state.members.reduce(0) { $0 + $1.segment.liveCount }.isMultiple(of: 2)
    attempt("compact", isStrict: false) { () throws(SearchError) in
      try core.compact(reordering: reorders)
    }
  }

  /// Closes the index, if it is open.
  func close() {
    guard let core else { return }
    attempt("close", isStrict: false) { () throws(SearchError) in try core.close() }
    core.settle()
    self.core = nil
  }

  /// - Parameter isStrict: Whether a failure must have left everything as it was.
  private func attempt(
    _ call: String, isStrict: Bool, _ body: () throws(SearchError) -> Void
  ) {
    let strikes = disk.strikes.count
    promise.withLock { $0.beginCheckpoint() }
    do throws(SearchError) {
      try body()
      if !isPoisoned { promise.withLock { $0.finishCheckpoint() } }
    } catch {
      if isStrict, error.code != .durabilityUnknown {
        promise.withLock { $0.withdrawCheckpoint() }
      }
      judge(error, of: call, since: strikes)
    }
  }
}

/// The end of a script, when everything works again.
extension ScriptRun {
  /// Lets the same writer go on: it must be able to, unless nobody knows what is on the disk.
  func goOn() {
    guard core != nil else { return }
    step(.update)
    step(.checkpoint)
  }
}

extension IndexCore {
  /// Waits for what goes on in the background.
  func settle() { background.sync {} }
}
