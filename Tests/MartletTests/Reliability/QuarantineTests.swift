import MartletTestSupport
import Testing

@testable import Martlet

/// Every kind of damage to a segment, met by readers and writers at both policies.
@Suite("Damage of a segment")
struct QuarantineTests {
  /// Runs `body` for each damage of each segment.
  private func forEachDamage(
    _ body: (DamagedIndex, SegmentDamage, Int, _ file: String, _ was: [UInt8]) throws -> Void
  ) throws -> Int {
    let sample = try DamagedIndex()
    let files = DamagedIndex.files(sample.disk)
    let note = sample.disk.writerNote()
    var count = 0
    for segment in sample.segments.indices {
      for damage in SegmentDamage.all {
        guard let (file, was) = damage.apply(to: sample.segments[segment], on: sample.disk) else {
          continue
        }
        try body(sample, damage, segment, file, was)
        count += 1
        for name in sample.disk.list() { sample.disk[name] = nil }
        for (name, content) in files { sample.disk[name] = content }
        sample.disk.setWriterNote(note)
      }
    }
    return count
  }

  @Test("is thrown where it is not to be left out, and nothing on the disk changes")
  func fail() throws {
    var refused = 0
    let count = try forEachDamage { sample, damage, segment, file, _ in
      let place = "\(damage) of \(segment)"
      let files = DamagedIndex.files(sample.disk)
      for isWriter in [false, true] {
        let disk = TestEngine.copy(sample.disk)
        do throws(SearchError) {
          let index =
            isWriter ? try DamagedIndex.open(disk) : try DamagedIndex.openForReading(disk)
          #expect(!damage.isSeenAtOpening, "\(place)")
          try index.check(sample.contents(), place)
          #expect(index.isComplete)
        } catch {
          refused += 1
          #expect(error.code == .corrupted || error.code == .notFound, "\(place): \(error)")
          #expect(error.file == file, "\(place): \(error)")
          if damage.isSeenAtOpening { #expect(DamagedIndex.files(disk) == files, "\(place)") }
        }
      }
    }
    #expect(count > 45 && refused > count, "\(refused) of \(count)")
  }

  @Test("is left out by a reader that may, and the answers are those of the rest")
  func reader() throws {
    var leftOut = 0
    _ = try forEachDamage { sample, damage, segment, file, _ in
      let place = "\(damage) of \(segment)"
      let files = DamagedIndex.files(sample.disk)
      let index = try DamagedIndex.openForReading(sample.disk, .salvage)
      leftOut += try expectRest(index, sample, segment, place)
      if damage.isSeenAtOpening { #expect(!index.isComplete, "\(place)") }
      #expect(DamagedIndex.files(sample.disk) == files, "\(place)")
    }
    #expect(leftOut > 30, "\(leftOut)")
  }

  @Test("is told once, however often older hits are read")
  func toldOnce() throws {
    var (failures, told) = (0, 0)
    for damage in SegmentDamage.content {
      let sample = try DamagedIndex()
      guard damage.apply(to: sample.segments[0], on: sample.disk) != nil else { continue }
      let index = try DamagedIndex.open(sample.disk, .salvage)
      guard let hits = try? index.searchSync(SearchRequest(.word("all")) { $0.limit = 1_000 }).hits
      else { continue }
      let count = Lock(0)
      let subscription = index.core.changes.subscribe(
        ChangeHub.Follower { _ in
          count.withLock { $0 += 1 }
        } finish: {
        })
      for _ in 0..<3 {
        for hit in hits where (try? hit.document()) == nil { failures += 1 }
      }
      let changes = count.withLock { $0 }
      #expect(changes <= 1, "\(damage)")
      told += changes
      withExtendedLifetime(subscription) {}
      try? index.closeSync()
    }
    #expect(failures > 3 && told > 0, "\(failures) failures, \(told) told")
  }

  /// Asks until all that is read often has been read, and compares with what should be there.
  private func expectRest(
    _ index: SearchIndex<DamageNote>, _ sample: DamagedIndex, _ segment: Int, _ place: String
  ) throws -> Int {
    // Fetching a document may be what finds damage; later searches leave it out.
    _ = try? index.contents()
    let isComplete = index.isComplete
    let wasOpened = index.statistics.leftOut.isEmpty
    let rest = sample.contents(without: isComplete ? nil : segment)
    do throws(SearchError) { try index.check(rest, place) } catch {
      // Damage that these questions found first.
      #expect(error.code == .corrupted && isComplete, "\(place): \(error)")
    }
    if index.isComplete { return 0 }
    try index.check(sample.contents(without: segment), place)
    let results = try index.searchSync("all")
    #expect(!results.isComplete && !index.snapshot().isComplete, "\(place)")
    let leftOut = index.statistics.leftOut
    #expect(leftOut.map(\.file) == [sample.segments[segment].fileName], "\(place)")
    let documentCount = leftOut.first?.documentCount ?? 0
    #expect(documentCount > 30 || !wasOpened, "\(place): \(documentCount)")
    let reason = try #require(leftOut.first?.reason)
    let problems = try index.verifySync().problems
    #expect(problems.contains(reason), "\(place): \(problems)")
    return 1
  }

  @Test("is quarantined by a writer that may, for good, until all documents are replaced")
  func writer() throws {
    var quarantined = 0
    _ = try forEachDamage { sample, damage, segment, file, was in
      let place = "\(damage) of \(segment)"
      let disk = sample.disk
      let damaged = disk[file]
      let index = try DamagedIndex.open(disk, .salvage)
      quarantined += try expectRest(index, sample, segment, place)
      guard !index.isComplete else { return try index.closeSync() }
      var expected = try writeBeside(index, sample, segment)
      try index.closeSync()
      #expect(disk[file] == damaged, "\(place): the damaged file has changed")
      // A file that is restored would bring old versions back.
      disk[file] = was
      #expect(thrownCode { try DamagedIndex.open(disk) } == .corrupted, "\(place)")
      #expect(thrownCode { try DamagedIndex.openForReading(disk) } == .corrupted, "\(place)")
      try expectQuarantined(disk, expected, place)
      let again = try DamagedIndex.open(disk, .salvage)
      try again.write(300..<310, 3)
      // All else is compacted, and what was deleted may still be in the quarantined file.
      #expect(thrownCode { try again.compactSync() } == .corrupted, "\(place)")
      expected.merge(DamagedIndex.versions(300..<310, 3)) { $1 }
      try again.closeSync()
      #expect(disk[file] == was, "\(place): the quarantined file has changed")
      try expectQuarantined(disk, expected, place)
      try expectHealing(disk, file, place)
    }
    #expect(quarantined > 30, "\(quarantined)")
  }

  /// Replaces and deletes documents of the damaged segment, and of others.
  private func writeBeside(
    _ index: SearchIndex<DamageNote>, _ sample: DamagedIndex, _ segment: Int
  ) throws -> DamagedIndex.Contents {
    var expected = sample.contents(without: segment)
    let keys = sample.parts.flatMap { $0.keys.sorted().prefix(2) }
    try index.writeSync { batch in
      for (position, key) in keys.enumerated() {
        let number = Int(key.dropFirst()) ?? 0
        if position % 2 == 0 {
          try batch.put(DamageNote(number, version: 9))
          expected[key] = 9
        } else {
          batch.delete(key)
          expected[key] = nil
        }
      }
    }
    try index.check(expected, "segment \(segment), written")
    try index.checkpointSync()
    try index.check(expected, "segment \(segment), after a checkpoint")
    return expected
  }

  private func expectQuarantined(
    _ disk: MemoryStorage, _ expected: DamagedIndex.Contents, _ place: String
  ) throws {
    let manifest = try #require(try ManifestStore.readNewest(from: disk, forWriting: false))
    #expect(manifest.segments.filter(\.isQuarantined).count == 1, "\(place)")
    try DamagedIndex.expectIncomplete(disk, expected, place)
  }

  /// An application's way to make its index whole: all documents anew.
  private func expectHealing(_ disk: MemoryStorage, _ file: String, _ place: String) throws {
    let index = try DamagedIndex.open(disk, .salvage)
    try index.writeSync { batch in
      batch.deleteAll()
      for number in 0..<12 { try batch.put(DamageNote(number, version: 4)) }
    }
    #expect(index.isComplete && index.statistics.leftOut.isEmpty, "\(place)")
    let killed = TestEngine.copy(disk)
    #expect(try DamagedIndex.openForReading(killed).contents().count == 12, "\(place), killed")
    try index.closeSync()
    let whole = try DamagedIndex.open(disk)
    try whole.check(DamagedIndex.versions(0..<12, 4), place)
    #expect(whole.isComplete && disk[file] == nil, "\(place)")
    let problems = try whole.verifySync().problems
    #expect(problems.isEmpty, "\(place)")
    try whole.closeSync()
    #expect(try TestEngine.leftovers(disk) == [], "\(place)")
  }
}
