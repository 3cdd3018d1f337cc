import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Salvage of a damaged index")
struct SalvageTests {
  /// Copies what is readable, and opens the copy.
  ///
  /// Nothing of the old index may change.
  private func salvage(
    _ disk: MemoryStorage, _ place: String = ""
  ) throws -> (report: SalvageReport, index: SearchIndex<DamageNote>) {
    let before = DamagedIndex.files(disk)
    let target = MemoryStorage()
    let report = try SearchIndex<DamageNote>.salvage(
      SalvageSource(disk), DamageNote.searchSchema, kept: [:], to: target,
      target.acquireWriterLock(),
      IndexOptions())
    #expect(DamagedIndex.files(disk) == before, "\(place): the old index has changed")
    let index = try DamagedIndex.open(target)
    #expect(report.documentCount == index.snapshot().documentCount, "\(place)")
    return (report, index)
  }

  @Test("copies a sound index whole, with its log and bookmarks")
  func sound() throws {
    let sample = try DamagedIndex()
    let (report, index) = try salvage(sample.disk)
    #expect(report.isComplete && report.hasBookmarks && report.problems == [])
    try index.check(sample.contents(), "sound")
    #expect(index.bookmark("mark") == [1, 2, 3])
    try index.closeSync()
  }

  @Test("finds the segments that a lost manifest named, also without a log")
  func lostManifest() throws {
    let disk = MemoryStorage()
    let index = try SearchIndex<DamageNote>(
      disk, schema: DamageNote.searchSchema, options: IndexOptions(durability: .none))
    for number in 0..<3 {
      try index.writeSync { try $0.put(DamageNote(number, version: 1)) }
      try index.checkpointSync()
    }
    try index.closeSync()
    let newest = try #require(disk.list().filter { $0.hasPrefix("manifest-") }.max())
    disk[newest] = nil
    let (report, copy) = try salvage(disk)
    #expect(!report.isComplete && report.problems.contains { $0.file == newest })
    // Without the newest manifest, nobody knows which of them were replaced or deleted since.
    #expect(report.possiblyStaleDocumentCount == 3)
    #expect(try copy.contents() == DamagedIndex.versions(0..<3, 1))
    try copy.closeSync()
  }

  @Test(
    "does not bring back what the log deletes as a whole, and says what may be outdated",
    arguments: [false, true])
  func allDeleted(hasSegment: Bool) throws {
    let disk = MemoryStorage()
    let index = try DamagedIndex.open(disk)
    try index.write(0..<10, 1)
    if hasSegment { try index.checkpointSync() }
    try index.writeSync { batch in
      batch.deleteAll()
      for number in 8..<12 { try batch.put(DamageNote(number, version: 2)) }
    }
    // The process is killed, and its manifests are lost.
    let killed = TestEngine.copy(disk)
    for name in killed.list() where name.hasPrefix("manifest-") { killed[name] = nil }
    let (report, copy) = try salvage(killed)
    let new = DamagedIndex.versions(8..<12, 2)
    #expect(!report.isComplete)
    if hasSegment {
      // Whether the segment is older than the deletion is not known.
      let old = DamagedIndex.versions(0..<8, 1)
      #expect(try copy.contents() == old.merging(new) { $1 })
      #expect(report.possiblyStaleDocumentCount >= 8)
    } else {
      #expect(try copy.contents() == new)
    }
    try copy.closeSync()
    try index.closeSync()
  }

  @Test("does not take a damaged table of sections for that of a newer version")
  func damagedTable() throws {
    let sample = try DamagedIndex()
    let name = sample.segments[0].fileName
    let bytes = try #require(sample.disk[name])
    let footer = try ImageFooter.decode(ByteView(copying: bytes), file: name)
    let rest = sample.contents(without: 0)
    let end = footer.tableOffset + footer.tableByteCount
    // Some of the 24 bytes of each entry; in a longer run all.
    let step = ReliabilitySize.factor < 1 ? 5 : 1
    for offset in stride(from: footer.tableOffset, to: end, by: step) {
      var damaged = bytes
      damaged[offset] ^= 16
      sample.disk[name] = damaged
      let (report, index) = try salvage(sample.disk, "byte \(offset)")
      let found = try index.contents()
      #expect(rest.allSatisfy { found[$0.key] == $0.value }, "byte \(offset)")
      #expect(report.problems.allSatisfy { $0.code == .corrupted }, "byte \(offset)")
      try index.closeSync()
    }
  }

  @Test("loses of a damaged segment the documents of damaged blocks only")
  func segments() throws {
    var (readCount, lostCount) = (0, 0)
    for segment in 0..<3 {
      for damage in SegmentDamage.outline + SegmentDamage.content {
        let sample = try DamagedIndex()
        let (name, was) = try #require(
          damage.apply(to: sample.segments[segment], on: sample.disk))
        let place = "\(damage) of \(segment)"
        let (report, index) = try salvage(sample.disk, place)
        let found = try index.contents()
        try index.check(found, place)
        let (all, rest) = (sample.contents(), sample.contents(without: segment))
        let lost = all.filter { found[$0.key] == nil }
        #expect(found == all.filter { lost[$0.key] == nil }, "\(place): something else is there")
        #expect(rest.allSatisfy { found[$0.key] == $0.value }, "\(place): a sound part is missing")
        // What the log replaces or deletes is lost in the segment and yet not missing.
        let hidden = sample.parts[segment].keys.count { sample.logged[$0] != nil }
        let count = report.lostDocumentCount
        #expect(lost.count...(lost.count + hidden) ~= count, "\(place): \(count), \(lost.count)")
        #expect(report.problems.isEmpty == (damage.description == "longer"), "\(place)")
        #expect(report.possiblyStaleDocumentCount == 0, "\(place)")
        let readable = try Self.readable(of: was, now: sample.disk[name] ?? [])
        let expected = all.filter { rest[$0.key] != nil || readable.contains($0.key) }
        #expect(found == expected, "\(place): \(readable.count) are readable")
        if damage.description.hasSuffix("/8") {
          let problems = try index.verifySync().problems
          #expect(problems.isEmpty, "\(place)")
        }
        (readCount, lostCount) = (readCount + readable.count, lostCount + lost.count)
        try index.closeSync()
      }
    }
    print("salvage: \(readCount) documents of damaged segments, \(lostCount) lost")
    #expect(readCount > 600 && lostCount > 600)
  }

  /// Returns the keys of the documents whose chunk of stored documents lies in pages of 16 KiB
  /// without a damaged byte, and is where an undamaged entry says.
  private static func readable(of was: [UInt8], now: [UInt8]) throws -> Set<String> {
    guard now.count >= was.count else { return [] }
    let image = try ImageReader(ByteView(copying: was), file: "", isTrusted: true)
    let footer = (was.count - 64)..<was.count
    let table = try ImageFooter.decode(image.view, file: "").tableOffset
    let hashes = try ImageFooter.decode(image.view, file: "").hashOffset
    var damaged: Set<Int> = []
    var damagedBytes: Set<Int> = []
    for offset in was.indices where was[offset] != now[offset] {
      if footer.contains(offset) || (table..<hashes).contains(offset) { return [] }
      damagedBytes.insert(offset)
      damaged.insert(offset < hashes ? offset / 16_384 : (offset - hashes) / 8)
    }
    func isSound(_ section: Section, _ range: Range<Int>) -> Bool {
      let first = (section.origin + range.lowerBound) / 16_384
      let last = (section.origin + range.upperBound - 1) / 16_384
      return damaged.isDisjoint(with: first...max(first, last))
    }
    let (fields, keys) = (try StoredFields(image), try Keys(image))
    let blocks = try image.requiredSection(SectionID(.storedFields))
    let index = try image.requiredSection(SectionID(.storedFieldsIndex))
    var readable: Set<String> = []
    for number in 0..<fields.chunkCount {
      // The last entry says what is known without it.
      let start = index.origin + number * 16
      let end = start + (number + 1 == fields.chunkCount ? 16 : 32)
      guard damagedBytes.isDisjoint(with: start..<end) else { continue }
      let packed = try fields.packedChunk(number)
      guard isSound(blocks, packed.origin..<(packed.origin + packed.bytes.count)) else { continue }
      for document in packed.documents {
        readable.insert(String(decoding: try keys.key(of: DocumentID(document)), as: UTF8.self))
      }
    }
    return readable
  }

  @Test("says what may be stale where the list of deleted documents is damaged")
  func liveDocuments() throws {
    for damage in SegmentDamage.live {
      let sample = try DamagedIndex()
      _ = damage.apply(to: sample.segments[0], on: sample.disk)
      let (report, index) = try salvage(sample.disk, "\(damage)")
      var expected = sample.contents()
      // Deleted before, and nothing says so any more; what was replaced is not stale.
      for number in 0..<5 { expected["k\(number)"] = 1 }
      try index.check(expected, "\(damage)")
      #expect(report.possiblyStaleDocumentCount == 76, "\(damage)")
      #expect(report.lostDocumentCount == 0 && !report.isComplete, "\(damage)")
      try index.closeSync()
    }
  }

  @Test("finds everything without the newest manifest, or without any")
  func manifests() throws {
    for isLastOnly in [true, false] {
      let sample = try DamagedIndex()
      let names = sample.disk.list().filter { $0.hasPrefix("manifest-") }.sorted()
      for name in isLastOnly ? names.suffix(1) : names[...] { sample.disk[name] = [7] }
      let (report, index) = try salvage(sample.disk)
      try index.check(sample.contents(), "last only: \(isLastOnly)")
      #expect(!report.isComplete && report.possiblyStaleDocumentCount > 100)
      try index.closeSync()
    }
  }

  @Test("counts nothing as lost that a merge took from the segments of an older manifest")
  func merged() throws {
    let sample = try DamagedIndex()
    let index = try DamagedIndex.open(sample.disk)
    try index.compactSync()
    try index.closeSync()
    let newest = try #require(sample.disk.list().filter { $0.hasPrefix("manifest-") }.max())
    sample.disk[newest] = [7]
    let (report, copy) = try salvage(sample.disk)
    try copy.check(sample.contents(), "merged")
    #expect(report.lostDocumentCount == 0 && !report.isComplete, "\(report)")
    try copy.closeSync()
  }

  @Test("takes from a damaged log every batch that is whole")
  func logs() throws {
    for damage in LogDamage.all {
      let sample = try DamagedIndex()
      _ = try damage.apply(to: sample.disk)
      let (report, index) = try salvage(sample.disk, "\(damage)")
      try index.check(LogDamage.contents(sample, batches: damage.readable), "\(damage)")
      #expect(!report.problems.isEmpty && !report.hasBookmarks, "\(damage)")
      // Any document may have been changed by what is lost.
      #expect(report.possiblyStaleDocumentCount == report.documentCount, "\(damage)")
      try index.closeSync()
    }
  }

  @Test("prefers what was written after a segment was quarantined")
  func quarantined() throws {
    let sample = try DamagedIndex()
    let (name, was) = try #require(
      SegmentDamage.outline[1].apply(to: sample.segments[0], on: sample.disk))
    let writer = try DamagedIndex.open(sample.disk, .salvage)
    try #require(!writer.isComplete)
    try writer.write(20..<40, 9)
    try writer.writeSync { batch in batch.delete("k41") }
    try writer.closeSync()
    sample.disk[name] = was
    let (report, index) = try salvage(sample.disk)
    var expected = sample.contents()
    for number in 20..<40 { expected["k\(number)"] = 9 }
    // The log's deletions and new versions came before, and its batches are in segments now. What
    // was deleted beside the quarantined segment is back, and the report says so.
    for key in ["k11", "k46"] { expected[key] = 1 }
    try index.check(expected, "quarantined")
    #expect(report.possiblyStaleDocumentCount > 40 && report.lostDocumentCount == 0)
    try index.closeSync()
  }
}
