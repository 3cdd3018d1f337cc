import MartletTestSupport
import Testing

@testable import Martlet

/// Takes a real index through a script, on a disk on which anything may go wrong, and holds it to
/// what each call promises. Used by one thread.
final class ScriptRun {
  let script: Script
  private(set) var disk: SimulatedDisk
  let promise: SharedPromise
  var core: IndexCore?
  /// True once a call has said that the content of the disk is unknown.
  private(set) var isPoisoned = false
  /// The situation right after the first call that threw.
  private(set) var firstFailure: Situation?
  private var hasMore: Bool
  private var version: Int
  private let findings: Findings
  private let place: String

  /// - Parameter place: How to see a finding again.
  init(_ script: Script, from start: Situation, _ findings: Findings, place: String) {
    self.script = script
    disk = SimulatedDisk(start.disk)
    promise = SharedPromise(start.promise)
    hasMore = script.hasMoreAtFirst
    version = start.promise.moments.count * 10
    self.findings = findings
    self.place = place
  }

  /// The disk and what is owed, at this moment.
  var situation: Situation { Situation(disk: disk.state, promise: promise.now) }

  /// All of the script.
  func run() {
    open()
    for operation in script.operations { step(operation) }
  }

  func step(_ operation: IndexOperation) {
    switch operation {
    case .close: close()
    case .reopen: killAndOpen()
    case .addField:
      hasMore = true
      killAndOpen()
    default:
      if core == nil { open() }
      guard let core else { return }
      change(core, operation)
      core.settle()
      compare(core)
    }
  }

  private func change(_ core: IndexCore, _ operation: IndexOperation) {
    switch operation {
    case .checkpoint: checkpoint(core)
    case .merge: compact(core)
    default: write(core, operations(operation))
    }
  }

  /// Returns the operations of a step. Versions are used once, so that nearly all contents differ.
  /// Segments lose some of their documents, or all.
  private func operations(_ operation: IndexOperation) -> [LogOperation] {
    version += 1
    let keys = promise.withLock { $0.current.documents.keys.sorted() }
    func put(_ key: String) -> LogOperation {
      SampleDocument.put(key, version: version, hasMore: hasMore)
    }
    switch operation {
    case .update: return [put(keys.first ?? "k0"), put(keys.last ?? "k0")]
    case .delete:
      let gone = version % 2 == 1 ? keys.suffix(2) : keys.dropFirst(keys.count / 2).prefix(1)
      return (gone.isEmpty ? ["k0"] : gone).map { .delete(key: Array($0.utf8)) }
    case .deleteAll: return [.deleteAll]
    case .bookmark:
      return [.bookmark(name: "mark", bytes: [UInt8(truncatingIfNeeded: version)]), put("marked")]
    case .dropBookmark: return [.bookmark(name: "mark", bytes: nil)]
    default: return [put("k\(version)"), put("k\(version)b")]
    }
  }

  /// Opens the index, and once more when that fails without need.
  func open() {
    guard core == nil else { return }
    for attempt in 0..<2 {
      let isNew = !disk.state.fileNames.contains { $0.hasPrefix("manifest-") }
      let strikes = disk.strikes.count
      do throws(SearchError) {
        let opened = try IndexCore.open(
          disk, schema: SampleDocument.schema(hasMore: hasMore), options: script.options)
        opened.settle()
        core = opened
        isPoisoned = false
        return recover(try IndexContents(opened.state), wasMade: isNew && disk.strikes.isEmpty)
      } catch {
        judge(error, of: attempt == 0 ? "open" : "open again", since: strikes)
      }
    }
  }

  private func recover(_ found: IndexContents, wasMade: Bool) {
    if !promise.withLock({ $0.reopen(found, wasMade: wasMade) }) {
      note("reopening gives contents of no moment that may be")
    }
  }

  private func killAndOpen() {
    kill()
    open()
  }

  /// Ends the process.
  func kill() {
    for call in Set(disk.misuses.map(\.kind)) { note("\(call) on a file that failed to sync") }
    disk = disk.kill()
    core?.settle()
    core = nil
  }

  func note(_ kind: String) {
    findings.note(kind, at: "\(place) | \(script) | last calls: \(lastCalls)")
  }

  private var lastCalls: String {
    let trace = disk.trace
    return trace.enumerated().suffix(6).map { "\($0) \($1)" }.joined(separator: "; ")
  }

  /// Notes an error for which there was no reason, and remembers when the index is poisoned.
  func judge(_ error: SearchError, of call: String, since strikes: Int) {
    defer { firstFailure = firstFailure ?? situation }
    if error.code == .durabilityUnknown {
      isPoisoned = true
      if !disk.strikes.contains(where: \.isUncertain) {
        note("\(call) throws durabilityUnknown though every change is certain")
      }
      return
    }
    var reasons = Set(disk.strikes[strikes...].map(\.code))
    // A new file that could not be synced is of no use, and nothing else is lost.
    if disk.isLimited { reasons.insert(.diskFull) }
    if reasons.contains(.durabilityUnknown) { reasons.insert(.io) }
    if reasons.contains(.notFound) { reasons.insert(.corrupted) }
    if !reasons.contains(error.code) { note("\(call) throws without a reason \(error.kind)") }
  }

  /// Compares what the open index shows with what it is to hold.
  private func compare(_ core: IndexCore) {
    guard !isPoisoned else { return }
    do {
      let found = try IndexContents(core.state)
      if found != promise.withLock({ $0.current }) { note("an open index shows other contents") }
    } catch {
      note("an open index cannot be read: \(error.kind)")
    }
  }
}
