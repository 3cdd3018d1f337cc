import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Salvage: what is read of damaged files")
struct SalvageReadingTests {
  /// Copies what is readable into a new index, which is returned with the report.
  private func salvage<Document: SearchDocument>(
    _ storage: any Storage, _ schema: Schema<Document>
  ) throws -> (report: SalvageReport, index: SearchIndex<Document>) {
    let target = MemoryStorage()
    let report = try SearchIndex<Document>.salvage(
      SalvageSource(storage), schema, kept: [:], to: target, target.acquireWriterLock(),
      IndexOptions())
    return (report, try SearchIndex(target, schema: schema, options: IndexOptions()))
  }

  @Test("records keep their keys, also where a byte of the pages with keys is damaged")
  func records() throws {
    let schema = try RecordSchema(fields: [.text("text")]).schema()
    let disk = MemoryStorage()
    let index = try SearchIndex<Record>(disk, schema: schema, options: IndexOptions())
    var random = SeededRandom(seed: 27)
    let letters = Array("abcdefghijklmnopqrstuvwxyz012345")
    try index.writeSync { batch in
      for number in 0..<200 {
        let text = String((0..<200).map { _ in letters[random.int(in: 0..<32)] })
        try batch.put(Record(key: Self.key(number), fields: ["text": .string(text)]))
      }
    }
    try index.closeSync()
    let name = try #require(disk.list().first { $0.hasPrefix("seg-") })
    let sound = try #require(disk[name])
    let image = try ImageReader(ByteView(copying: sound), file: name, isTrusted: true)
    let chunks = try image.requiredSection(SectionID(.storedFields))
    let keys = try image.requiredSection(SectionID(.keys))
    let footer = try ImageFooter.decode(image.view, file: name)
    let storedPages = (chunks.origin / 16_384)...((chunks.origin + chunks.count - 1) / 16_384)
    let keyPages = (keys.origin / 16_384)...((keys.origin + keys.count - 1) / 16_384)
    var (keptAll, besides) = (0, 0)
    for offset in stride(from: 3, to: footer.tableOffset, by: sound.count / 97) {
      var damaged = sound
      damaged[offset] ^= 4
      disk[name] = damaged
      let (report, copy) = try salvage(disk, schema)
      let isInKeys = (keys.origin..<(keys.origin + keys.count)).contains(offset)
      if !storedPages.contains(offset / 16_384) {
        #expect(report.documentCount >= (isInKeys ? 136 : 200), "byte \(offset): \(report)")
      }
      if report.documentCount == 200 { keptAll += 1 }
      // The page of some keys is damaged, and not the keys themselves.
      let page = offset / 16_384
      if keyPages.contains(page), !storedPages.contains(page), !isInKeys { besides += 1 }
      #expect(report.documentCount + report.lostDocumentCount == 200, "byte \(offset)")
      for number in 0..<200 where try copy.contains(Self.key(number)) {
        let found = try copy.document(forKey: Self.key(number))
        #expect(try found?.json == index.document(forKey: Self.key(number))?.json)
      }
      try copy.closeSync()
    }
    print("salvage: all records of \(keptAll) in 97 damaged segments")
    #expect(keptAll > 20 && besides > 0)
  }

  /// A long key, so that keys have pages of their own.
  private static func key(_ number: Int) -> String {
    String(repeating: "key ", count: 40) + "\(number)"
  }

  @Test("a file that the medium cannot read as a whole is read as far as it can, and not mapped")
  func unreadable() throws {
    let sample = try DamagedIndex()
    let segment = sample.segments[0].fileName
    let newest = try #require(sample.disk.list().filter { $0.hasPrefix("manifest-") }.max())
    let log = try #require(sample.disk.list().first { $0.hasPrefix("wal-") })
    for (name, bad) in [
      (segment, 20_000..<20_001), (newest, 0..<1), (log, 0..<1), (log, 300..<301),
    ] {
      let mapped = Lock<Set<String>>([])
      let storage = ObservedStorage(
        sample.disk, didMap: { name in mapped.withLock { _ = $0.insert(name) } },
        willRead: { (read, range) throws(SearchError) in
          if read == name, range.overlaps(bad) {
            throw SearchError(.io, "the medium fails in this test", file: name)
          }
        })
      let (report, copy) = try salvage(storage, DamageNote.searchSchema)
      #expect(!report.isComplete && report.problems.contains { $0.code == .io }, "\(name) \(bad)")
      #expect(name != segment || mapped.withLock { !$0.contains(segment) })
      let (found, all) = (try copy.contents(), sample.contents(log: name != log))
      let kept = found.filter { all[$0.key] == $0.value }
      #expect(kept.count >= all.count - (name == segment ? 60 : name == log ? 6 : 0), "\(name)")
      #expect(name == log || kept.count == found.count, "\(name) \(bad)")
      try copy.closeSync()
    }
  }

  @Test("a file that cannot be opened is no damage, and nothing is copied")
  func unopened() throws {
    let sample = try DamagedIndex()
    for prefix in ["seg-", "manifest-", "wal-"] {
      let name = try #require(sample.disk.list().filter { $0.hasPrefix(prefix) }.max())
      let storage = ObservedStorage(
        sample.disk,
        willRead: { (read, _) throws(SearchError) in
          if read == name { throw SearchError(.io, "no permission in this test", file: name) }
        })
      let error = #expect(throws: SearchError.self, "\(name)") {
        try salvage(storage, DamageNote.searchSchema)
      }
      #expect(error?.code == .io, "\(name)")
    }
  }

  @Test("a section of keys that is too short for its header is damage, however the image is read")
  func shortKeys() {
    for count in 0..<16 {
      let section = Section(ByteView(copying: Array(repeating: 0, count: count)))
      let error = #expect(throws: SearchError.self) {
        try Keys(keys: section, table: section, documentCount: 0, isDamaged: true)
      }
      #expect(error?.code == .corrupted)
    }
  }

  @Test("verifying an index reports a segment that the medium cannot read, without looking at it")
  func verifying() throws {
    let sample = try DamagedIndex()
    let segment = sample.segments[1].fileName
    let isFailing = Lock(false)
    let storage = ObservedStorage(
      sample.disk,
      willRead: { (name, range) throws(SearchError) in
        if name == segment, !range.isEmpty, isFailing.withLock({ $0 }) {
          throw SearchError(.io, "the medium fails in this test", file: name)
        }
      })
    let index = try DamagedIndex.open(storage)
    #expect(try index.verifySync().isSound)
    isFailing.withLock { $0 = true }
    let problems = try index.verifySync().problems
    #expect(problems.map(\.code) == [.io] && problems.first?.file == segment, "\(problems)")
    try index.closeSync()
  }
}
