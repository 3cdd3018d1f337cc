import MartletTestSupport
import Testing

@testable import Martlet

/// Looks at a disk after a failure: opens the index for reading and compares it with what was
/// promised, then opens it for writing, writes, makes a checkpoint, closes it, and compares again.
///
/// Disks that show the same files are looked at once. Used by one thread.
final class Judge {
  /// The findings on a disk.
  private struct Verdict {
    /// The contents of the index; nil when there is none, or when it cannot be read.
    var contents: IndexContents?
    var isReadable = true
    var problems: [String] = []
  }

  private let schema: IndexSchema
  private let hasMore: Bool
  private var options: TestOptions
  private var verdicts: [Int: Verdict] = [:]

  init(options: TestOptions, hasMore: Bool) {
    self.options = options
    // A failure is no damage: nothing may be left out.
    self.options.onCorruption = .salvage
    self.hasMore = hasMore
    schema = SampleDocument.schema(hasMore: hasMore)
  }

  /// Different disks that were looked at.
  var count: Int { verdicts.count }

  /// Notes what is wrong with an index that is found like this.
  func judge(
    _ situation: Situation, _ findings: Findings, at place: @autoclosure () -> String
  ) {
    let promise = situation.promise
    let fingerprint = situation.disk.fingerprint
    let verdict = verdicts[fingerprint] ?? look(at: situation.disk)
    verdicts[fingerprint] = verdict
    for problem in verdict.problems { findings.note(problem, at: place()) }
    guard verdict.isReadable else { return }
    if verdict.contents == nil, promise.mustExist {
      return findings.note("the index is gone", at: place())
    }
    let contents = verdict.contents ?? IndexContents()
    if !promise.allowed.contains(contents) {
      findings.note(
        "the index holds what it held at no moment that may be",
        at: "\(place()): \(contents), allowed: \(promise.allowed)")
    }
  }

  /// Notes what is wrong after a kill, and after so many losses of power of each kind.
  func judge(
    _ situation: Situation, losses: [(PowerLoss, Int)], _ random: inout SeededRandom,
    _ findings: Findings, at place: @autoclosure () -> String
  ) {
    judge(situation, findings, at: "\(place()), killed")
    for (loss, count) in losses {
      for round in 0..<count {
        judge(
          situation.losingPower(loss, &random), findings, at: "\(place()), \(loss) \(round)")
      }
    }
  }

  private func look(at disk: DiskState) -> Verdict {
    var verdict = Verdict()
    do {
      verdict.contents = try read(disk, searching: true, into: &verdict)
    } catch {
      verdict.isReadable = error.code == .notFound && error.file == nil
      if !verdict.isReadable { verdict.problems.append("reading throws \(error.kind)") }
    }
    let storage = SimulatedDisk(disk)
    do {
      try writeAgain(storage, verdict.contents, into: &verdict)
    } catch {
      verdict.problems.append("open, write, checkpoint, close throws \(error.kind)")
      return verdict
    }
    return verdict
  }

  /// Verifies the index on `disk` and returns its contents.
  private func read(
    _ disk: DiskState, searching: Bool = false, into verdict: inout Verdict
  ) throws(SearchError) -> IndexContents {
    let core = try IndexCore.openForReading(
      SimulatedDisk(disk), schema: schema, options: options)
    let contents = try IndexContents(core.state)
    verdict.problems += Self.leftOut(core.state)
    for problem in try core.verify() { verdict.problems.append("verify finds \(problem.kind)") }
    if searching {
      verdict.problems += try SampleSearches(contents: contents, schema: schema)
        .problems(core.state)
    }
    return contents
  }

  /// Opens the index for writing, changes it, closes it, and reads it again.
  private func writeAgain(
    _ storage: SimulatedDisk, _ found: IndexContents?, into verdict: inout Verdict
  ) throws(SearchError) {
    let core = try IndexCore.open(storage, schema: schema, options: options)
    let contents = try IndexContents(core.state)
    verdict.problems += Self.leftOut(core.state)
    if verdict.isReadable, contents != found ?? IndexContents() {
      verdict.problems.append("a writer finds another index than a reader")
    }
    let last = contents.documents.keys.max() ?? "none"
    let batch = [
      SampleDocument.put("again", version: 900, hasMore: hasMore),
      SampleDocument.put(last, version: 901, hasMore: hasMore),
      .delete(key: Array((contents.documents.keys.min() ?? "none").utf8)),
    ]
    try core.write(SampleDocument.batch(batch))
    core.settle()
    try core.checkpoint()
    core.settle()
    try core.close()
    if try read(storage.state, into: &verdict) != contents.applying(batch) {
      verdict.problems.append("what was written after recovery is not there after closing")
    }
    verdict.problems += Self.leftovers(storage, core.state)
  }

  /// Returns the parts of a sound index that are taken for damaged.
  private static func leftOut(_ state: IndexState) -> [String] {
    let reasons = state.damage.segments.map(\.reason) + state.damage.losses
    return reasons.map { "a part is left out: \($0.kind)" }
  }

  /// Files of a closed index that nothing refers to.
  private static func leftovers(_ storage: SimulatedDisk, _ state: IndexState) -> [String] {
    let needed = Set(state.members.compactMap(\.stored?.entry).flatMap(\.fileNames))
    var counts: [String: Int] = [:]
    for name in storage.state.fileNames where !needed.contains(name) {
      counts[String(name.prefix { $0 != "-" }), default: 0] += 1
    }
    return [("seg", 0), ("del", 0), ("tmp", 0), ("manifest", 2), ("wal", 1)]
      .filter { counts[$0.0, default: 0] > $0.1 }
      .map { "files called \($0.0)-… are left over" }
  }
}
