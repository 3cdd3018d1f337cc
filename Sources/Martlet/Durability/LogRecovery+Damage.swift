extension RecoveredLog {
  /// The loss that the index has to remember; nil if there was no damage.
  var loss: SearchError? {
    damage.map { .corrupted("changes are lost: \($0.finding)", file: $0.file) }
  }
}

/// Recovery of a log with damage.
extension LogRecovery {
  /// Reads the log of the index that `manifest` describes, up to the first damage.
  ///
  /// Acknowledged batches after the damage are gone, and with them the basis of later ones. So new
  /// numbers begin above all that may have been used before.
  ///
  /// - Throws: The errors of ``read(from:manifest:note:)`` except `corrupted`.
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

  /// Returns the batches before the first damage. Of the files from there on, only the numbers and
  /// bases are used.
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
      guard try isIntact(&reader, limit: limit, manifest.appliedLSN, into: &result) else { break }
      intactCount += 1
    }
    result.damagedSequences = Array(live.dropFirst(max(0, min(intactCount, live.count - 1))))
    let known = readers.compactMap { $0?.header.base }.max() ?? 0
    result.lastLSN = max(result.lastLSN, known)
    return result
  }

  /// Adds the records of one file up to `limit` to `result`. Returns false if some after the number
  /// `applied` are missing.
  private static func isIntact(
    _ reader: inout LogFileReader, limit: LogSequenceNumber?, _ applied: LogSequenceNumber,
    into result: inout RecoveredLog
  ) throws(SearchError) -> Bool {
    do throws(SearchError) {
      try scan(&reader, limit: limit, into: &result)
      return limit.map { reader.nextLSN > $0 || $0 <= applied } ?? true
    } catch {
      guard error.code == .corrupted else { throw error }
      return false
    }
  }

  /// Returns the reader of a file; nil if even its header is damaged.
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
