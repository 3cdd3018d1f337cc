@testable import Martlet

/// The obligations of an index after a failure: the contents after each batch, and the extent of
/// each promise.
struct Promise: Sendable {
  let durability: Durability
  /// True when checkpoints may come at any batch, unasked.
  let checkpointsByItself: Bool
  /// `moments[n]`: the contents after batch n.
  private(set) var moments: [IndexContents] = [IndexContents()]
  /// The last batch that `write` returned for.
  private(set) var acknowledged = 0
  /// The last batch that `write` was called with.
  private(set) var started = 0
  /// The last batch that a loss of power may not take.
  private(set) var synced = 0
  /// The batches after which a checkpoint was begun that may have come to be.
  private var kept: Set<Int> = [0]
  /// True once opening for writing has returned.
  private var exists = false
  /// True once something that was to be on the medium was acknowledged.
  private var existsOnMedium = false
  /// True when power was lost and the index was not opened for writing since.
  private(set) var hasLostPower = false

  init(durability: Durability, checkpointsByItself: Bool) {
    self.durability = durability
    self.checkpointsByItself = checkpointsByItself
  }

  /// The contents that the index must have while it is open.
  var current: IndexContents { moments[acknowledged] }

  /// All that may be found when the process has ended, the newest first.
  var allowed: [IndexContents] {
    let least = hasLostPower || durability == .none ? synced : acknowledged
    let numbers = (least...max(least, started)).reversed().filter { number in
      durability > .none || checkpointsByItself || kept.contains(number)
    }
    return numbers.map { moments[$0] }
  }

  /// True when there must be an index, even an empty one.
  var mustExist: Bool { hasLostPower ? existsOnMedium : exists }

  /// A batch is about to be written.
  mutating func begin(_ operations: [LogOperation]) {
    moments.removeSubrange((acknowledged + 1)...)
    moments.append(current.applying(operations))
    started = acknowledged + 1
  }

  /// The batch was acknowledged, or is visible all the same.
  mutating func acknowledge() {
    acknowledged = started
    if durability == .full { sync() }
  }

  /// The batch failed, and did not happen.
  mutating func withdraw() {
    started = acknowledged
    moments.removeSubrange((acknowledged + 1)...)
  }

  /// A checkpoint is about to be made.
  mutating func beginCheckpoint() { kept.insert(acknowledged) }

  /// Everything so far is on the medium.
  mutating func finishCheckpoint() {
    sync()
    kept = [acknowledged]
  }

  private mutating func sync() {
    synced = acknowledged
    if acknowledged > 0 { existsOnMedium = true }
  }

  /// A checkpoint failed, and changed nothing.
  mutating func withdrawCheckpoint() { if synced != acknowledged { kept.remove(acknowledged) } }

  /// Power is lost.
  mutating func losePower() { hasLostPower = true }

  /// The index was opened again and holds `found`; what it does not hold is gone for good.
  ///
  /// - Parameter wasMade: Whether it was made just now, and no call has failed.
  /// - Returns: false when it may not hold that.
  mutating func reopen(_ found: IndexContents, wasMade: Bool) -> Bool {
    let isAllowed = allowed.contains(found)
    if !isAllowed { moments.append(found) }
    let number = moments.lastIndex(of: found) ?? 0
    moments.removeSubrange((number + 1)...)
    (acknowledged, started) = (number, number)
    synced = hasLostPower ? number : min(synced, number)
    kept = kept.filter { $0 <= number }
    kept.insert(number)
    if wasMade { existsOnMedium = true }
    (hasLostPower, exists) = (false, true)
    return isAllowed
  }
}

/// A promise that a script keeps up to date while others look at it.
final class SharedPromise: Sendable {
  private let promise: Lock<Promise>

  init(_ promise: Promise) { self.promise = Lock(promise) }

  var now: Promise { promise.withLock { $0 } }

  func withLock<Result: Sendable>(_ body: (inout Promise) -> Result) -> Result {
    promise.withLock { body(&$0) }
  }
}
