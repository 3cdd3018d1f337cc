import Martlet

/// The state that outlives the processes that use a simulated disk: its content and its faults.
struct DiskMachine: Sendable {
  var disk: DiskState
  var isLocked = false
  var fault: DiskFault?
  /// The calls that were made to fail, with how.
  private(set) var strikes: [SimulatedDisk.Strike] = []
  /// The bytes that all files together may have.
  var space: Int?
  /// True when a program that asks for free space is told.
  var tellsSpace = false
  /// True when syncs report success without doing anything.
  var isLying = false
  private(set) var trace: [DiskCall] = []
  /// Calls that the contract of storages forbids.
  var misuses: [DiskCall] = []
  /// The syncs that a ``PlantedBug`` puts off: those of files, and that of the folder.
  var lateFiles: [Int] = []
  var isFolderLate = false
  /// Sees the disk as it is before each call that changes something.
  var observer: (@Sendable (DiskState) -> Void)?

  init(_ disk: DiskState) { self.disk = disk }

  /// Makes a call, unless it is to fail.
  ///
  /// - Parameters:
  ///   - failed: What the call does to the disk when it fails with this effect.
  ///   - body: What the call does.
  mutating func perform<Result: Sendable>(
    _ call: DiskCall,
    failed: (inout DiskMachine, DiskFault.Effect) -> Void,
    _ body: (inout DiskMachine) throws(SearchError) -> Result
  ) throws(SearchError) -> Result {
    guard call.hasPlainNames else {
      throw SearchError(.io, "expected a file name without a path", file: call.name)
    }
    if call.kind == .append { makeUp(for: .acknowledgesBeforeSync) }
    if call.isChange, call.kind != .remove { makeUp(for: .removesBeforeFolderSync) }
    let number = trace.count
    trace.append(call)
    if call.isChange { observer?(disk) }
    guard let failure = fault?.failure(of: call, number) else { return try body(&self) }
    strikes.append(SimulatedDisk.Strike(call: call, code: failure.code))
    // Nobody holds a lock whose taking was reported to fail.
    if failure.effect == .after, call.kind != .lock {
      _ = try body(&self)
    } else {
      failed(&self, failure.effect)
    }
    throw SearchError(
      failure.code, "call \(number) (\(call.kind.rawValue)) fails in this test", file: call.name)
  }

  /// Makes sure that the disk is not full.
  mutating func requireSpace(for name: String) throws(SearchError) {
    guard let space, disk.byteCount >= space else { return }
    throw isFull(DiskCall(kind: .create, name: name))
  }

  /// Appends as much as there is room for.
  mutating func append(
    _ bytes: [UInt8], to file: Int, _ name: String
  ) throws(SearchError) {
    let room = space.map { max(0, $0 - disk.byteCount) } ?? bytes.count
    disk.append(Array(bytes.prefix(room)), to: file)
    guard room >= bytes.count else { throw isFull(DiskCall(kind: .append, name: name)) }
  }

  /// Makes as much of the room up to `end` as there is.
  mutating func reserve(upTo end: Int, in file: Int) {
    let room = space.map { max(0, $0 - disk.byteCount) } ?? end
    disk.reserve(upTo: min(end, disk.byteCount(of: file) + room), in: file)
  }

  private mutating func isFull(_ call: DiskCall) -> SearchError {
    strikes.append(SimulatedDisk.Strike(call: call, code: .diskFull))
    return SearchError(.diskFull, "the simulated disk is full", file: call.name)
  }
}
