import Dispatch
import Foundation
import Martlet
import MartletTestSupport
import Synchronization

/// A program that writes to an index until somebody kills it, or it kills itself; see
/// ``VictimOrder``. With `stress SECONDS`, it does everything at once; see ``StressRun``.
@main
struct Victim {
  private let order: VictimOrder
  private let calls = CallCounter()

  static func main() async {
    do {
      if CommandLine.arguments.dropFirst().first == "stress" { return try await stress() }
      guard CommandLine.arguments.count == 2 else { throw POSIXError(.EINVAL) }
      let victim = Victim(order: try VictimOrder(argument: CommandLine.arguments[1]))
      victim.calls.start(dyingAt: victim.order.dyingCall)
      try victim.run(try await victim.remade() ?? victim.open())
    } catch {
      say("error \(error)")
      exit(3)
    }
  }

  private init(order: VictimOrder) { self.order = order }

  /// Ends with 1 as soon as anything is found. The thread sanitizer ends it with a status of its
  /// own.
  private static func stress() async throws {
    guard let seconds = CommandLine.arguments.last.flatMap(Double.init) else {
      throw POSIXError(.EINVAL)
    }
    let run = StressRun(seconds: seconds, seed: TestSeed.value) { kind, place in
      say("\(kind); first: \(place): 1 findings of 1 kinds")
      exit(1)
    }
    say("\(try await run.run()): 0 findings of 0 kinds")
  }

  private func run(_ opened: SearchIndex<VictimDocument>) throws {
    say("open")
    var index = opened
    var disk = try order.room.map { try TightDisk(order.folder, room: $0) }
    if order.writers == 1 || order.onlyWriter != nil {
      try write(order.onlyWriter ?? 0, to: &index, &disk)
    } else {
      let shared = index
      DispatchQueue.concurrentPerform(iterations: order.writers) { writer in
        do {
          var index = shared
          var noDisk: TightDisk?
          try write(writer, to: &index, &noDisk)
        } catch {
          say("error \(error)")
        }
      }
    }
    try close(&index, &disk)
    say("closed \(calls.count)")
    if order.measuringStride != nil { say("measured \(try ProcessUse(order.folder))") }
  }

  private func open() throws -> SearchIndex<VictimDocument> {
    try whenFree {
      try SearchIndex(path: order.folder, schema: order.schema, options: order.options)
    }
  }

  /// Returns the index as it was made again; nil if it is to be opened as it is.
  private func remade() async throws -> SearchIndex<VictimDocument>? {
    let source = RebuildPolicy<VictimDocument>.rebuild(from: VictimDocument.source)
    return switch order.remaking {
    case nil: nil
    case .openingStored:
      try await .open(
        path: order.folder, schema: order.schema, options: order.options, onMismatch: .reindexStored
      )
    case .openingSource:
      try await .open(
        path: order.folder, schema: order.schema, options: order.options, onMismatch: source)
    case .damaged:
      try await .open(
        path: order.folder, schema: order.schema, options: order.options, onMismatch: .fail,
        onCorruption: source)
    case .reindexing:
      try await SearchIndex<VictimDocument>(path: order.folder, options: order.options)
        .reindex(with: order.schema)
    }
  }

  /// Returns what `body` does as soon as no other process has the index.
  private func whenFree<Value>(_ body: () throws -> Value) throws -> Value {
    while true {
      do { return try body() } catch let error as SearchError {
        guard error.code == .writerBusy, order.sharing != nil else { throw error }
        usleep(200)
      }
    }
  }

  /// Closes the index. When that is refused for want of room, whatever has a log is there when the
  /// index is opened again; without one, a checkpoint says in time that there is no room.
  private func close(
    _ index: inout SearchIndex<VictimDocument>, _ disk: inout TightDisk?
  ) throws {
    let hasLog = order.options.durability != .none
    do {
      if !hasLog, disk != nil { try index.checkpointSync() }
      try index.closeSync()
    } catch {
      guard error.code == .diskFull, disk?.isTight == true else { throw error }
      say("refused close")
      if hasLog { index = try open() }
      try disk?.compare(with: index)
      disk?.relax()
      try index.checkpointSync()
      try index.closeSync()
    }
  }

  private func write(
    _ writer: Int, to index: inout SearchIndex<VictimDocument>, _ disk: inout TightDisk?
  ) throws {
    let script = VictimScript(order, writer: writer)
    for number in order.first..<(order.first + order.count) {
      let step = script.step(number)
      do {
        try take(step, &index)
      } catch let error as SearchError where error.code == .diskFull && disk?.isTight == true {
        say("refused \(writer) \(number)")
        try disk?.compare(with: index)
        disk?.relax()
        try take(step, &index)
      }
      disk?.apply(step)
      say("\(writer) \(number)")
      if let stride = order.measuringStride, number % stride == 0 {
        say("measured \(try ProcessUse(order.folder)) of \(index.statistics.liveByteCount)")
      }
    }
  }

  private func take(
    _ step: VictimScript.Step, _ index: inout SearchIndex<VictimDocument>
  ) throws {
    try whenFree { try takeAtOnce(step, &index) }
    guard order.sharing == .suspending else { return }
    try index.suspendSync()
    usleep(300)
    try whenFree { try index.resumeSync() }
  }

  private func takeAtOnce(
    _ step: VictimScript.Step, _ index: inout SearchIndex<VictimDocument>
  ) throws {
    switch step {
    case .write: try index.writeSync { batch in try batch.make(step.changes) }
    case .checkpoint: try index.checkpointSync()
    case .compact:
      // One way and the other.
      try index.compactSync(reordering: index.statistics.documentCount.isMultiple(of: 2))
    case .sync: try index.flushSync()
    case .reopen where order.room != nil: try index.flushSync()
    case .reopen:
      try index.closeSync()
      index = try open()
    }
  }
}

/// Prints a line at once.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

extension IndexStatistics {
  /// About the bytes of the segment files that live documents take.
  fileprivate var liveByteCount: Int {
    segments.reduce(0) { sum, segment in
      let all = segment.documentCount + segment.deletedCount
      return sum + segment.byteCount * segment.documentCount / max(1, all)
    }
  }
}

/// Counts the calls to the system, and ends the process before one of them.
private final class CallCounter: Sendable {
  private let made = Atomic(0)

  /// The calls so far.
  var count: Int { made.load(ordering: .relaxed) }

  func start(dyingAt last: Int?) {
    SystemCallObserver.set { call, file in
      let number = self.made.wrappingAdd(1, ordering: .relaxed).newValue
      guard number == last else { return }
      say("dies \(call) \(file)")
      kill(getpid(), SIGKILL)
    }
  }
}
