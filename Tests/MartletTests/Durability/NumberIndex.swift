import MartletTestSupport
import Testing

@testable import Martlet

/// The progress of an index, which limits what may be expected of it after a failure.
final class Progress: Sendable {
  struct Values: Sendable {
    /// The last batch that was begun.
    var started: UInt64 = 0
    /// The last batch that was acknowledged.
    var acknowledged: UInt64 = 0
    /// The last batch that was acknowledged as durable.
    var durable: UInt64 = 0
    /// True once opening for writing has returned.
    var exists = false
  }

  private let values = Lock(Values())

  var now: Values { values.withLock { $0 } }

  func update(_ change: (inout Values) -> Void) { values.withLock { change(&$0) } }
}

/// The smallest thing that is durable like an index: it holds the numbers of its batches.
///
/// Batch *n* has operations that follow from *n*, so a replay that mixes, cuts or invents batches
/// is found. A segment's file lists numbers. Whatever happens, an index holds 1, 2, … up to some
/// batch.
final class NumberIndex {
  let index: DurableIndex
  private(set) var last: UInt64
  private var unsaved: [UInt64]
  private let progress: Progress
  private var random: SeededRandom
  private let storage: any Storage

  /// Opens the index, making it if there is none.
  init(
    _ storage: any Storage, durability: Durability = .normal, logReservation: Int = 0,
    indexID: IndexID = IndexID(high: 7, low: 8), seed: UInt64,
    progress: Progress = Progress()
  ) throws {
    random = SeededRandom(seed: seed)
    self.storage = storage
    let salts = Lock(SeededRandom(seed: seed &+ 1))
    index = try DurableIndex.open(
      storage, durability: durability, logReservation: logReservation,
      first: { Self.first(indexID) },
      random: { salts.withLock { $0.next() } })
    let numbers = try Self.numbers(index.recovered, storage)
    last = numbers.last ?? 0
    let saved = try Self.numbers(in: index.manifest.segments, storage)
    try index.removeLeftovers()
    unsaved = Array(numbers.dropFirst(saved.count))
    self.progress = progress
    let (last, savedLast) = (last, saved.last ?? 0)
    progress.update { progress in
      progress.started = max(progress.started, last)
      progress.acknowledged = last
      progress.durable = max(progress.durable, savedLast)
      progress.exists = true
    }
  }

  private static func first(_ id: IndexID) -> Manifest {
    Manifest(indexID: id, fields: [FieldDefinition(name: "number", kind: .keyword)])
  }

  /// The operations of batch `number`.
  static func operations(_ number: UInt64) -> [LogOperation] {
    let key = bytes(number) + Array(repeating: 0x2A, count: Int(number % 5) * 7)
    var operations: [LogOperation] = [.delete(key: key)]
    if number % 2 == 0 { operations.append(.bookmark(name: "n", bytes: key)) }
    if number % 3 == 0 {
      let text = String(repeating: "ä", count: Int(number % 7))
      let value = InputDocument.Value(field: FieldID(1), content: .text(text))
      operations.append(.put(InputDocument(key: key, values: [value], stored: [1, 2])))
    }
    return operations
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  private static func number(_ bytes: ByteView, at offset: Int) -> UInt64 {
    bytes.uint64(at: offset)
  }

  /// Returns the contents of the index in `storage`, read without writing.
  static func numbers(in storage: any Storage) throws(SearchError) -> [UInt64] {
    try RecoveredIndex.open(storage) { (recovered) throws(SearchError) in
      try numbers(recovered, storage)
    }
  }

  private static func numbers(
    _ recovered: RecoveredIndex, _ storage: any Storage
  ) throws(SearchError) -> [UInt64] {
    var numbers = try numbers(in: recovered.manifest.segments, storage)
    var lsn = recovered.manifest.appliedLSN
    try recovered.replay(from: storage) { batch in
      let number = (numbers.last ?? 0) + 1
      #expect(batch.operations == operations(number), "batch \(number)")
      #expect(batch.lsn > lsn)
      lsn = batch.lsn
      numbers.append(number)
    }
    #expect(lsn == recovered.lastLSN)
    return numbers
  }

  private static func numbers(
    in segments: [ManifestSegment], _ storage: any Storage
  ) throws(SearchError) -> [UInt64] {
    var numbers: [UInt64] = []
    for segment in segments {
      let bytes = try storage.map(segment.fileName, byteCount: segment.byteCount)
      guard Checksum.hash64(bytes) == segment.hash else {
        throw .corrupted("the segment does not match its hash", file: segment.fileName)
      }
      for index in 0..<(bytes.count / 8) { numbers.append(number(bytes, at: index * 8)) }
    }
    #expect(numbers.elementsEqual((0..<numbers.count).map { UInt64($0) + 1 }))
    return numbers
  }

  /// Appends the next batch.
  func append(durability: Durability = .none) throws {
    let number = last + 1
    progress.update { $0.started = number }
    _ = try index.append(Self.operations(number))
    if max(index.durability, durability) == .full { try index.log.flush() }
    last = number
    unsaved.append(number)
    progress.update { progress in
      progress.acknowledged = number
      if max(index.durability, durability) == .full { progress.durable = number }
    }
  }

  /// Makes all batches durable.
  func synchronize() throws {
    try index.log.flush()
    progress.update { $0.durable = last }
  }

  /// Moves what is only in the log into a segment.
  func checkpoint() throws {
    let position = try index.startCheckpoint()
    let segment = try unsaved.isEmpty ? nil : write(unsaved)
    try index.publish { manifest in
      if let segment { manifest.segments.append(segment.entry) }
      manifest.apply(upTo: position)
    }
    segment?.file.release()
    unsaved = []
    progress.update { $0.durable = last }
  }

  /// Makes one segment of the last two.
  func merge() throws {
    let inputs = Array(index.manifest.segments.suffix(2))
    guard inputs.count == 2 else { return }
    let kept = try Self.numbers(in: index.manifest.segments, storage)
    let count = inputs.map { $0.byteCount / 8 }.reduce(0, +)
    let output = try write(Array(kept.suffix(count)))
    try index.publish { manifest in
      manifest.segments.removeLast(2)
      manifest.segments.append(output.entry)
    }
    output.file.release()
  }

  private func write(_ numbers: [UInt64]) throws -> (entry: ManifestSegment, file: PendingFile) {
    let id = SegmentID.random(using: &random)
    let file = try index.makeFile(FileName.segment(id).text)
    let bytes = ByteView(copying: numbers.flatMap(Self.bytes))
    try file.append(bytes)
    try file.finish()
    let entry = ManifestSegment(
      id: id, byteCount: bytes.count, hash: Checksum.hash64(bytes), documentCount: numbers.count)
    return (entry, file)
  }

  /// Makes all batches durable and ends writing.
  func close() throws {
    try index.close()
    progress.update { $0.durable = last }
  }
}

/// One step of a script.
enum Step: CaseIterable, Sendable {
  case append, appendDurably, synchronize, checkpoint, merge

  /// Some steps, mostly appends.
  static func script(_ count: Int, using random: inout SeededRandom) -> [Step] {
    (0..<count).map { _ in
      random.oneIn(3) ? .append : allCases[random.int(in: 0..<allCases.count)]
    }
  }
}

extension NumberIndex {
  func run(_ step: Step) throws {
    switch step {
    case .append: try append()
    case .appendDurably: try append(durability: .full)
    case .synchronize: try synchronize()
    case .checkpoint: try checkpoint()
    case .merge: try merge()
    }
  }
}
