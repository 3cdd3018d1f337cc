extension RecoveredLog {
  /// The loss that the index is to remember; nil when there was no damage.
  package var loss: SearchError? {
    damage.map { .corrupted("changes are lost: \($0)", file: $0.file) }
  }
}

/// A log with damage in it.
extension LogRecovery {
  /// The log of the index that `manifest` describes, up to the first damage.
  ///
  /// After damage, batches that were acknowledged are gone, and with them what later ones build on. So
  /// numbers go on behind all that may have been given before.
  ///
  /// - Throws: As ``read(from:manifest:note:)``, but for `corrupted`.
  static func readUpToDamage(
    from storage: any Storage, manifest: Manifest, note: FlushNote?
  ) throws(SearchError) -> RecoveredLog {
    do throws(SearchError) {
      return try read(from: storage, manifest: manifest, note: note)
    } catch {
      guard error.code == .corrupted else { throw error }
      var log = try intactPart(from: storage, manifest)
      log.damage = error
      log.lastLSN = max(log.lastLSN, note?.durableLSN ?? 0) + 1
      log.durableLSN = log.lastLSN
      return log
    }
  }

  /// The batches before the first damage. Of files from there on only the number is of use.
  private static func intactPart(
    from storage: any Storage, _ manifest: Manifest
  ) throws(SearchError) -> RecoveredLog {
    let all = try sequences(in: storage)
    let live = all.filter { $0 >= manifest.firstLogSequence }
    var result = RecoveredLog(
      indexID: manifest.indexID, extents: [], lastLSN: manifest.appliedLSN,
      durableLSN: manifest.appliedLSN,
      nextSequence: max(manifest.firstLogSequence, (all.last ?? 0) &+ 1))
    var readers: [LogFileReader?] = []
    for sequence in live { readers.append(try reader(of: sequence, manifest.indexID, storage)) }
    let isFirstThere = !manifest.hasLog || live.first == manifest.firstLogSequence
    var intactCount = 0
    while isFirstThere, intactCount < readers.count, var reader = readers[intactCount] {
      let limit = readers[(intactCount + 1)...].compactMap { $0?.header.base }.min()
      guard try isIntact(&reader, limit: limit, into: &result) else { break }
      intactCount += 1
    }
    result.damagedSequences = Array(live.dropFirst(max(0, min(intactCount, live.count - 1))))
    let known = readers.compactMap { $0?.header.base }.max() ?? 0
    result.lastLSN = max(result.lastLSN, known)
    return result
  }

  /// Takes in the records of one file up to `limit`; false when the file does not have them all.
  private static func isIntact(
    _ reader: inout LogFileReader, limit: LogSequenceNumber?, into result: inout RecoveredLog
  ) throws(SearchError) -> Bool {
    do throws(SearchError) {
      try scan(&reader, limit: limit, into: &result)
      return limit.map { reader.nextLSN > $0 } ?? true
    } catch {
      guard error.code == .corrupted else { throw error }
      return false
    }
  }

  /// The reader of a file, nil when not even its header can be read.
  static func reader(
    of sequence: UInt64, _ indexID: IndexID, _ storage: any Storage
  ) throws(SearchError) -> LogFileReader? {
    do throws(SearchError) {
      return try LogFileReader(sequence, indexID: indexID, in: storage)
    } catch {
      guard error.code == .corrupted else { throw error }
      return nil
    }
  }
}
