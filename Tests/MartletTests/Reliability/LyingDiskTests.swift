import MartletTestSupport
import Testing

@testable import Martlet

@Suite("A real index on a disk that lies about syncs")
struct LyingDiskTests {
  @Test("is one that was, or throws that it is damaged, after a loss of power")
  func losses() {
    let findings = Findings()
    var (disks, damaged) = (0, 0)
    for number in 0..<UInt64(ReliabilitySize.scaled(12)) {
      let seed = TestSeed.value &+ number
      var random = SeededRandom(seed: seed)
      let script = Script.random(8, using: &random)
      let run = ScriptRun(script, from: script.nothing, findings, place: "seed \(seed), lying")
      run.disk.setLying(true)
      let recording = Recording(run)
      run.run()
      run.close()
      for (cut, situation) in recording.finish(run).enumerated() {
        let loss = PowerLoss.random(&random)
        let image = situation.disk.image(loss, using: &random)
        disks += 1
        let place = "seed \(seed), \(script), cut \(cut), \(loss)"
        let isWhole = Self.look(
          at: image, script, situation.promise.moments, findings, place)
        damaged += isWhole ? 0 : 1
      }
    }
    findings.report("lying disk: \(disks) disks, \(damaged) of them damaged")
  }

  /// Returns true if the index on `disk` is whole.
  private static func look(
    at disk: DiskState, _ script: Script, _ moments: [IndexContents], _ findings: Findings,
    _ place: String
  ) -> Bool {
    do throws(SearchError) {
      let core = try IndexCore.openForReading(
        SimulatedDisk(disk), schema: SampleDocument.schema(hasMore: script.hasMore),
        options: script.options)
      let contents = try IndexContents(core.state)
      if !moments.contains(contents) {
        findings.note("a damaged index is taken for another one", at: "\(place): \(contents)")
      }
      return true
    } catch {
      if ![.corrupted, .notFound].contains(error.code) {
        findings.note("reading a damaged index throws \(error.kind)", at: place)
      }
      return false
    }
  }
}
