package import Martlet
import Synchronization

/// A disk in memory that knows what a loss of power may take, and whose calls can be made to fail.
///
/// ``state`` is the disk at this moment: itself what a killed process leaves, and its
/// ``DiskState/image(_:using:)`` what a loss of power does. ``observeChanges(_:)`` shows the states
/// on the way. ``fail(_:)`` lets calls fail, ``limitSpace(to:isTold:)`` fills the disk, and
/// ``setLying(_:)`` makes syncs do nothing. All calls are counted and kept, so that a test can run
/// a script once to learn its calls, and a failure can be told with what led to it.
package final class SimulatedDisk: Sendable {
  /// A call that was made to fail.
  package struct Strike: Sendable {
    package var call: DiskCall
    package var code: SearchError.Code

    /// True when the content of the disk is unknown afterwards. A full disk that takes no more is
    /// not such a failure.
    package var isUncertain: Bool {
      switch call.kind {
      case .create, .append: code != .diskFull
      case .synchronize, .synchronizeFolder, .rename, .remove, .close: true
      case .list, .read, .map, .readNote, .reserve, .lock: false
      }
    }
  }

  private final class SharedMachine: Sendable {
    let machine: Lock<DiskMachine>
    init(_ disk: DiskState) { machine = Lock(DiskMachine(disk)) }
  }

  package let displayName = "a simulated disk"
  private let shared: SharedMachine
  private let isKilled = Atomic(false)

  package init(_ state: DiskState = DiskState()) { shared = SharedMachine(state) }

  private init(_ shared: SharedMachine) { self.shared = shared }

  /// Kills the process: nothing that it holds reaches the disk any more. Returns the same disk for
  /// the next process.
  package func kill() -> SimulatedDisk {
    isKilled.store(true, ordering: .relaxed)
    withMachine { $0.isLocked = false }
    return SimulatedDisk(shared)
  }

  /// Returns the same disk for a process beside this one. Kill neither while the other has the
  /// lock.
  package func another() -> SimulatedDisk { SimulatedDisk(shared) }

  /// The disk at this moment.
  package var state: DiskState { withMachine { $0.disk } }

  /// All calls so far.
  package var trace: [DiskCall] { withMachine { $0.trace } }

  /// Calls so far.
  package var callCount: Int { withMachine { $0.trace.count } }

  /// The calls that were made to fail so far.
  package var strikes: [Strike] { withMachine { $0.strikes } }

  /// Calls so far that the contract forbids: uses of a file that failed to sync.
  package var misuses: [DiskCall] { withMachine { $0.misuses } }

  /// Lets calls fail from now on; nil for none.
  package func fail(_ fault: DiskFault?) { withMachine { $0.fault = fault } }

  /// Leaves room for `byteCount` bytes in all, nil for any number.
  ///
  /// - Parameter isTold: Whether a program that asks learns how much is left.
  package func limitSpace(to byteCount: Int?, isTold: Bool = false) {
    withMachine { machine in
      machine.space = byteCount
      machine.tellsSpace = isTold
    }
  }

  /// True when there is room for a limited number of bytes only.
  package var isLimited: Bool { withMachine { $0.space != nil } }

  /// Makes syncs report success without doing anything.
  package func setLying(_ isLying: Bool) { withMachine { $0.isLying = isLying } }

  /// Shows the disk as it is before each call that changes something; nil to stop. The closure must
  /// not use the disk.
  package func observeChanges(_ body: (@Sendable (DiskState) -> Void)?) {
    withMachine { $0.observer = body }
  }

  /// Changes a file behind everyone's back, for good; nil removes it.
  package func damage(_ name: String, to content: [UInt8]?) {
    withMachine { $0.disk[name] = content }
  }

  func withMachine<Result: Sendable>(_ body: (inout DiskMachine) -> Result) -> Result {
    shared.machine.withLock { body(&$0) }
  }

  /// Changes the disk for this process, if it still lives.
  func whileAlive(_ body: (inout DiskMachine) -> Void) {
    guard !isKilled.load(ordering: .relaxed) else { return }
    withMachine { body(&$0) }
  }

  /// Makes a call, unless it is to fail; see ``DiskMachine``.
  func perform<Result: Sendable>(
    _ call: DiskCall,
    failed: (inout DiskMachine, DiskFault.Effect) -> Void = { _, _ in },
    _ body: (inout DiskMachine) throws(SearchError) -> Result
  ) throws(SearchError) -> Result {
    guard !isKilled.load(ordering: .relaxed) else {
      throw SearchError(.io, "the process of this simulated disk was killed")
    }
    return try shared.machine.withLock { (machine) throws(SearchError) in
      try machine.perform(call, failed: failed, body)
    }
  }
}
