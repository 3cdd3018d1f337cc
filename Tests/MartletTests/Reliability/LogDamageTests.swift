import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Damage of the log")
struct LogDamageTests {
  @Test("is thrown where it is not to be left out, and nothing on the disk changes")
  func fail() throws {
    for damage in LogDamage.all {
      let sample = try DamagedIndex()
      _ = try damage.apply(to: sample.disk)
      let files = DamagedIndex.files(sample.disk)
      #expect(thrownCode { try DamagedIndex.open(sample.disk) } == .corrupted, "\(damage)")
      #expect(
        thrownCode { try DamagedIndex.openForReading(sample.disk) } == .corrupted, "\(damage)")
      #expect(DamagedIndex.files(sample.disk) == files, "\(damage)")
    }
  }

  @Test("leaves a reader what was before it")
  func reader() throws {
    for damage in LogDamage.all {
      let sample = try DamagedIndex()
      let name = try damage.apply(to: sample.disk)
      let files = DamagedIndex.files(sample.disk)
      let reader = try DamagedIndex.openForReading(sample.disk, .salvage)
      let expected = LogDamage.contents(sample, batches: Array(0..<damage.batchCount))
      try reader.check(expected, "\(damage)")
      #expect(!reader.isComplete, "\(damage)")
      #expect(reader.statistics.leftOut.map(\.file) == [name], "\(damage)")
      let problems = try reader.verifySync().problems
      #expect(problems.contains { $0.file == name }, "\(damage)")
      #expect(DamagedIndex.files(sample.disk) == files, "\(damage)")
    }
  }

  @Test("leaves a writer what was before it, is kept, and is known until all is replaced")
  func writer() throws {
    for damage in LogDamage.all {
      let sample = try DamagedIndex()
      let disk = sample.disk
      let name = try damage.apply(to: disk)
      let damaged = disk[name]
      var expected = LogDamage.contents(sample, batches: Array(0..<damage.batchCount))
      let index = try DamagedIndex.open(disk, .salvage)
      try index.check(expected, "\(damage)")
      try expectIncomplete(TestEngine.copy(disk), expected, "\(damage), killed at once")
      try index.write(20..<25, 8)
      expected.merge(DamagedIndex.versions(20..<25, 8)) { $1 }
      try index.flushSync()
      try expectIncomplete(TestEngine.copy(disk), expected, "\(damage), killed")
      try index.closeSync()
      try expectIncomplete(TestEngine.copy(disk), expected, "\(damage), closed")
      let torn = name.replacing("wal-", with: "torn-")
      #expect(disk[torn] == damaged && disk[name] == nil, "\(damage)")
      try heal(disk, "\(damage)")
      #expect(disk[torn] == damaged, "\(damage)")
    }
  }

  /// Opens the index in every way.
  private func expectIncomplete(
    _ disk: MemoryStorage, _ expected: DamagedIndex.Contents, _ place: String
  ) throws {
    #expect(thrownCode { try DamagedIndex.open(disk) } == .corrupted, "\(place)")
    #expect(thrownCode { try DamagedIndex.openForReading(disk) } == .corrupted, "\(place)")
    for _ in 0..<2 { try DamagedIndex.expectIncomplete(disk, expected, place) }
  }

  private func heal(_ disk: MemoryStorage, _ place: String) throws {
    let index = try DamagedIndex.open(disk, .salvage)
    try index.writeSync { batch in
      batch.deleteAll()
      try batch.put(DamageNote(1, version: 1))
    }
    #expect(index.isComplete, "\(place)")
    try index.closeSync()
    let whole = try DamagedIndex.open(disk)
    #expect(try whole.contents() == ["k1": 1], "\(place)")
    let problems = try whole.verifySync().problems
    #expect(problems.isEmpty, "\(place)")
    try whole.closeSync()
  }

  @Test("costs nothing more when the machine fails while a writer goes on without")
  func failures() throws {
    var count = 0
    for (damage, hasNote) in [(1, false), (3, true), (7, false)] {
      let damage = LogDamage.all[damage]
      let sample = try DamagedIndex()
      _ = try damage.apply(to: sample.disk)
      if !hasNote { sample.disk.setWriterNote(nil) }
      let expected = LogDamage.contents(sample, batches: Array(0..<damage.batchCount))
      var random = SeededRandom(seed: TestSeed.value)
      for state in try statesWhileOpening(sample) {
        for found in [state, state.image(.random(&random), using: &random)] {
          count += 1
          let disk = SimulatedDisk(found)
          let place = "\(damage), state \(count), seed \(TestSeed.value)"
          #expect(thrownCode { try DamagedIndex.openForReading(disk) } == .corrupted, "\(place)")
          let index = try DamagedIndex.open(disk, .salvage)
          #expect(try index.contents() == expected, "\(place)")
          #expect(!index.isComplete, "\(place)")
          try index.closeSync()
        }
      }
    }
    #expect(count > 40, "\(count)")
  }

  /// Returns the disk before each call that changes it, while a writer opens the index.
  private func statesWhileOpening(_ sample: DamagedIndex) throws -> [DiskState] {
    let files = SimulatedDisk()
    for (name, content) in DamagedIndex.files(sample.disk) { files.damage(name, to: content) }
    var start = files.state
    start.note = sample.disk.writerNote()?.array
    let disk = SimulatedDisk(start)
    let states = Lock<[DiskState]>([])
    disk.observeChanges { state in states.withLock { $0.append(state) } }
    try DamagedIndex.open(disk, .salvage).closeSync()
    disk.observeChanges(nil)
    return states.withLock { $0 } + [disk.state]
  }
}
