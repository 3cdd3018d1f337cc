/// A writer's note beside its lock: the end of the flushed log, and the last durable files.
///
/// Left after each flush, and itself never flushed. The note was true when it was written, so an
/// index that has less is damaged; without the note, less damage is detected. It tells a log that
/// was cut or lost, or a lost manifest, from one that was not written yet.
///
///     index id         u64 × 2   high, low
///     sequence         u64       of the last log file that is durable, with its name
///     durable lsn      u64       all up to here are flushed
///     generation       u64       of the last manifest that is durable
///     check            u64       XXH64 of everything before
///
/// All numbers are little-endian.
struct FlushNote: Sendable, Equatable {
  static let byteCount = 48

  var indexID: IndexID
  /// The last log file whose name is durable. If there is none, a number below that of any file.
  var sequence: UInt64
  /// The last record that is flushed, with all records before it.
  var durableLSN: LogSequenceNumber
  /// The last manifest that is durable.
  var generation: Generation

  /// Returns the note's bytes.
  func encoded() -> ByteView {
    let writer = ByteWriter(capacity: Self.byteCount)
    writer.append(indexID.high)
    writer.append(indexID.low)
    writer.append(sequence)
    writer.append(durableLSN)
    writer.append(generation)
    let checked = writer.finish()
    writer.append(checked)
    writer.append(Checksum.hash64(checked))
    return writer.finish()
  }

  /// Returns the note at the start of `view` about the index `indexID`; nil if there is none, or
  /// only half of one, or one that no writer left.
  static func decode(_ view: ByteView, indexID: IndexID) -> FlushNote? {
    guard view.count >= byteCount,
      view.uint64(at: 40) == Checksum.hash64(view.slice(0..<40)),
      IndexID(high: view.uint64(at: 0), low: view.uint64(at: 8)) == indexID
    else { return nil }
    let note = FlushNote(
      indexID: indexID, sequence: view.uint64(at: 16), durableLSN: view.uint64(at: 24),
      generation: view.uint64(at: 32))
    // No writer comes so far: others go on counting from these numbers.
    let highest = max(note.sequence, note.durableLSN, note.generation)
    return highest < ManifestFormat.numberLimit ? note : nil
  }

  /// Returns the damage if a newer manifest than `newest` was durable; otherwise nil.
  func lostManifest(after newest: Manifest) -> SearchError? {
    guard generation > newest.generation,
      !PlantedBug.fallsBackToOlderManifest.isPlanted
    else { return nil }
    return .corrupted(
      "the newest manifest is missing",
      advice: "restore it, copy what is readable with salvage(from:to:), or open for reading with "
        + "onCorruption: .salvage",
      file: FileName.manifest(generation).text)
  }
}
