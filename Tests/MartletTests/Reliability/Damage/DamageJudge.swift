import MartletTestSupport

@testable import Martlet

/// Checks that an index with one damage keeps what is promised: an error, or the right answers.
///
/// Only batches of the log that were not flushed may be lost, and that is reported.
struct DamageJudge {
  /// The outcome of reading a damaged index.
  enum Outcome: String {
    case refused = "refused at opening"
    case found = "found when read"
    case right = "right answers"
    case dropped = "unflushed batches dropped and reported"
    case wrong = "wrong"
  }

  private static let reasons: Set<SearchError.Code> = [.corrupted, .notFound, .formatTooNew]

  /// Queries that are asked of each damaged index; they take turns.
  private static let queryCount = 1

  private let sample: DamageSample
  private let findings: Findings
  private var queries: [ResolvedQuery] = []
  private var count = 0

  init(_ sample: DamageSample, _ findings: Findings) {
    self.sample = sample
    self.findings = findings
  }

  /// Damages the index, reads it, and now and then opens it for writing too; nil when the damage
  /// changes nothing.
  mutating func judge(_ damage: Damage) -> Outcome? {
    queries = (0..<Self.queryCount).map { number in
      sample.queries[(count * Self.queryCount + number) % sample.queries.count]
    }
    count += 1
    let disk = damage.applied(to: sample.disk)
    guard disk != sample.disk else { return nil }
    let outcome = read(disk, damage)
    if count % 8 == 0 || outcome == .refused && count % 3 == 0 { write(disk, damage, outcome) }
    return outcome
  }

  private func note(_ problem: String, _ damage: Damage) {
    let names = damage.names.map { String($0.prefix { $0 != "-" }) }.joined(separator: ", ")
    findings.note("\(problem) after \(damage.kind) of \(names)", at: "\(damage)")
  }

  private func isExpected(_ error: SearchError, _ damage: Damage, _ call: String) {
    if !Self.reasons.contains(error.code) { note("\(call) throws \(error.kind)", damage) }
  }

  private func read(_ disk: DamageDisk, _ damage: Damage) -> Outcome {
    let core: IndexCore
    do {
      core = try DamageSample.read(disk.storage)
    } catch {
      isExpected(error, damage, "opening")
      return .refused
    }
    let outcome = ask(core, disk, damage)
    verify(core, damage, outcome)
    return outcome
  }

  private func ask(_ core: IndexCore, _ disk: DamageDisk, _ damage: Damage) -> Outcome {
    do {
      let answers = try IndexAnswers(core.state, queries)
      if answers == sample.truth.only(queries) { return .right }
      let isReported = core.statistics.droppedLog != nil || isCutAfterBatch(disk)
      let isEarlier = sample.moments.contains { $0.answers.only(queries) == answers }
      if isEarlier, isReported, isOfLog(damage) { return .dropped }
      note(isEarlier ? "batches are lost in silence" : "wrong answers", damage)
      return .wrong
    } catch {
      isExpected(error, damage, "reading")
      return .found
    }
  }

  /// Returns true if each changed log file is cut after a whole batch, so that the loss cannot be
  /// detected.
  private func isCutAfterBatch(_ disk: DamageDisk) -> Bool {
    sample.batchEnds.allSatisfy { name, ends in
      guard let old = sample.disk.files[name], let new = disk.files[name] else { return true }
      return old == new || ends.contains(new.count) && old.starts(with: new)
    }
  }

  private func isOfLog(_ damage: Damage) -> Bool {
    damage.names.contains { if case .log = FileName($0) { true } else { false } }
  }

  /// Checks that `verify()` finds a change of a file that readers need, and, in some of the cases,
  /// that it finds nothing if another file was changed.
  private func verify(_ core: IndexCore, _ damage: Damage, _ outcome: Outcome) {
    let isNeeded = !sample.needed.isDisjoint(with: damage.names)
    guard isNeeded || count % 4 == 0 else { return }
    do {
      let isFound = try !core.verify().isEmpty
      if isNeeded, !isFound { note("verify finds nothing", damage) }
      if !isNeeded, isFound, outcome == .right { note("verify finds something", damage) }
    } catch {
      isExpected(error, damage, "verify")
    }
  }

  /// Opens the index for writing. A refusal must not change anything on the disk; after anything
  /// else the index is closed and read again.
  private func write(_ disk: DamageDisk, _ damage: Damage, _ outcome: Outcome) {
    let storage = disk.storage
    do {
      let core = try DamageSample.write(storage)
      if outcome == .refused { note("a writer opens what a reader refuses", damage) }
      guard ask(core, disk, damage) == outcome else {
        return note("a writer answers otherwise than a reader", damage)
      }
      let answers = outcome == .found ? nil : try IndexAnswers(core.state, queries)
      try core.close()
      reopen(storage, answers, damage)
    } catch {
      isExpected(error, damage, "opening for writing, or closing,")
      if outcome == .refused, DamageDisk(storage) != disk {
        note("a refused opening changes the disk", damage)
      }
      if outcome != .refused, outcome != .found {
        note("a writer refuses what a reader opens", damage)
      }
    }
    let lost = damage.names.filter {
      sample.needed.contains($0) && disk.files[$0] != nil && storage[$0] != disk.files[$0]
    }
    if outcome == .found, !lost.isEmpty { note("a writer removes a damaged file", damage) }
  }

  /// Reads what a writer has closed, which holds what that writer found.
  private func reopen(
    _ storage: MemoryStorage, _ answers: IndexAnswers?, _ damage: Damage
  ) {
    do {
      let found = try IndexAnswers(DamageSample.read(storage).state, queries)
      if let answers, found.documents != answers.documents || found.bookmarks != answers.bookmarks {
        note("after closing, the index holds something else", damage)
      }
    } catch {
      isExpected(error, damage, "reading after closing")
      if answers != nil { note("after closing, the index cannot be read", damage) }
    }
  }
}
