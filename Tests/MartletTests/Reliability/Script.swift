import MartletTestSupport

@testable import Martlet

/// One step in the life of an index.
enum IndexOperation: String, Sendable, CaseIterable {
  case put, update, delete, deleteAll, bookmark, dropBookmark, checkpoint, merge, close, reopen
  case addField

  /// The steps of which all short scripts are tried.
  static let elementary: [IndexOperation] = [
    .put, .update, .delete, .deleteAll, .checkpoint, .merge, .close, .reopen,
  ]
}

/// A life of an index, and how it is kept.
struct Script: Sendable, CustomStringConvertible {
  var operations: [IndexOperation]
  var durability = Durability.normal
  /// Bytes of images in memory past which a checkpoint is made.
  var memoryLimit = 64 << 20
  var mergesAutomatically = false
  var drive = DiskState.Drive.emptiesItsCache

  var options: TestOptions {
    var options = TestOptions()
    options.durability = durability
    options.memoryLimit = memoryLimit
    options.mergesAutomatically = mergesAutomatically
    // Merges come with nearly every checkpoint, and not only with the thirteenth.
    options.mergePolicy.restingCount = 2
    options.flushDelay = nil
    // Room for two or three batches.
    options.logReservation = 500
    return options
  }

  /// True when documents have their second field from the start.
  var hasMoreAtFirst = false

  /// True when documents have their second field at some time.
  var hasMore: Bool { hasMoreAtFirst || operations.contains(.addField) }

  /// Nothing, before the first opening.
  var nothing: Situation {
    Situation(
      disk: DiskState(drive: drive),
      promise: Promise(
        durability: durability,
        checkpointsByItself: memoryLimit < 1 << 20 || mergesAutomatically))
  }

  var description: String {
    let steps = operations.map(\.rawValue).joined(separator: ",")
    let memory = memoryLimit < 1 << 20 ? ", memory \(memoryLimit)" : ""
    let merging = mergesAutomatically ? ", merging" : ""
    let drive = drive == .keepsOrder ? ", ordered drive" : ""
    return "\(durability)\(memory)\(merging)\(drive): \(steps)"
  }

  /// A script by chance, mostly of writes.
  static func random(_ count: Int, using random: inout SeededRandom) -> Script {
    let operations = (0..<count).map { _ -> IndexOperation in
      switch random.int(in: 0..<20) {
      case 0..<4: .put
      case 4..<8: .update
      case 8..<10: .delete
      case 10: random.oneIn(3) ? .deleteAll : .put
      case 11: random.oneIn(2) ? .bookmark : .dropBookmark
      case 12..<15: .checkpoint
      case 15: .merge
      case 16: .close
      case 17, 18: .reopen
      default: random.oneIn(2) ? .addField : .update
      }
    }
    return Script(
      operations: operations,
      durability: [.full, .normal, .none][random.int(in: 0..<3)],
      memoryLimit: random.oneIn(3) ? 2_500 : 64 << 20,
      mergesAutomatically: random.oneIn(2),
      drive: random.oneIn(2) ? .keepsOrder : .emptiesItsCache)
  }
}

/// A disk, and what the index on it owes.
struct Situation: Sendable {
  var disk: DiskState
  var promise: Promise

  /// Returns the situation after a loss of power.
  func losingPower(_ loss: PowerLoss, _ random: inout SeededRandom) -> Situation {
    var promise = promise
    promise.losePower()
    return Situation(disk: disk.image(loss, using: &random), promise: promise)
  }
}
