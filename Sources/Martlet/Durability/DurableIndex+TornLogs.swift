/// Log files whose end was dropped at opening, as a crash leaves it. They are kept for inspection
/// until another one takes their place.
extension DurableIndex {
  /// True if the log has a file whose end was dropped at opening. A checkpoint retires it.
  var hasTornLog: Bool {
    recovered.log.tornTail.map { $0.sequence >= manifest.firstLogSequence } ?? false
  }

  /// Renames log files whose end was dropped at opening, once they are not needed any more. Log
  /// files that were renamed before are removed, unless acknowledged changes may be in them.
  func keepTornLog() {
    let log = recovered.log
    let torn = log.tornTail.map { [$0.sequence] } ?? log.damagedSequences
    let retired = torn.filter { $0 < manifest.firstLogSequence }
    guard !retired.isEmpty, let names = try? storage.list() else { return }
    let present = retired.filter { names.contains(FileName.log(sequence: $0).text) }
    guard !present.isEmpty, ownsFolder else { return }
    for other in names where manifest.lostChanges == nil {
      if case .tornLog = FileName(other) { try? storage.remove(other) }
    }
    for sequence in present {
      try? storage.rename(
        FileName.log(sequence: sequence).text, to: FileName.tornLog(sequence: sequence).text)
    }
  }

  /// Removes the log files that were kept for inspection, unless acknowledged changes may be in
  /// them.
  func removeTornLogs() {
    guard manifest.lostChanges == nil, !latch.isClosed, let names = try? storage.list(), ownsFolder
    else { return }
    for name in names {
      if case .tornLog = FileName(name) { try? storage.remove(name) }
    }
  }
}
