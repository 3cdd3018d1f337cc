import MartletTestSupport
import Testing

@testable import Martlet

/// Damage in a block that opening does not look at, met while an index is used.
@Suite("Damage that is found at work")
struct DamageAtWorkTests {
  /// An index without a log, which would have to be applied to it, and with a damaged byte in a
  /// section of one of its segments.
  private func sample(_ id: SectionID, of segment: Int) throws -> DamagedIndex {
    let sample = try DamagedIndex()
    try DamagedIndex.open(sample.disk).closeSync()
    let name = sample.segments[segment].fileName
    var bytes = try #require(sample.disk[name])
    let image = try ImageReader(ByteView(copying: bytes), file: name, isTrusted: true)
    let section = try image.requiredSection(id)
    bytes[section.origin + section.count / 2] ^= 1
    sample.disk[name] = bytes
    return sample
  }

  /// A word of each document of the first segment, one of which is in the damaged block of terms.
  private var words: [Query] {
    (9..<80).map { number in
      let words = DamageNote(number, version: 1).filling.split(separator: " ")
      return .word(String(words[3]), in: "filling")
    }
  }

  @Test("a search leaves it out, and so does every later one, also of a snapshot from before")
  func searches() throws {
    let sample = try sample(SectionID(.terms, FieldID(1)), of: 0)
    let index = try DamagedIndex.open(sample.disk, .salvage)
    let before = index.snapshot()
    #expect(before.isComplete && index.isComplete)
    let answers = try words.map { try before.searchSync(SearchRequest($0)) }
    // Every word is in one document of the segment: found until the damage is.
    let isFound = answers.map { $0.hits.count == 1 }
    let place = try #require(answers.firstIndex { !$0.isComplete })
    #expect(isFound == answers.indices.map { $0 < place }, "found are \(place)")
    #expect(answers.map(\.isComplete) == isFound)
    #expect(answers.allSatisfy { $0.generation == before.generation })
    #expect(!index.isComplete && index.snapshot().generation > before.generation)
    #expect(before.isComplete, "the snapshot itself does not change")
    let rest = sample.contents(without: 0)
    #expect(try before.countSync(.word("all")) == rest.count)
    try index.check(rest, "later")
    try index.closeSync()
  }

  @Test("counting leaves it out, too")
  func counts() throws {
    let sample = try sample(SectionID(.terms, FieldID(1)), of: 0)
    let index = try DamagedIndex.open(sample.disk, .salvage)
    for query in words { _ = try index.snapshot().countSync(query) }
    #expect(!index.isComplete)
    try index.check(sample.contents(without: 0), "later")
    try index.closeSync()
  }

  @Test("a document that cannot be fetched is an error once, and then its segment is left out")
  func documents() throws {
    let sample = try sample(SectionID(.storedFields), of: 0)
    let index = try DamagedIndex.open(sample.disk, .salvage)
    let found = try index.searchSync(SearchRequest(.word("all")) { $0.limit = 1_000 })
    #expect(found.isComplete && found.hits.count == sample.contents().count)
    var readable = 0
    var errors: [SearchError] = []
    for hit in found.hits {
      do throws(SearchError) {
        #expect(try hit.document().id == hit.id)
        readable += 1
      } catch { errors.append(error) }
    }
    #expect(errors.allSatisfy { $0.code == .corrupted } && !errors.isEmpty && readable > 100)
    #expect(!index.isComplete && index.statistics.leftOut.count == 1)
    try index.check(sample.contents(without: 0), "later")
    try index.closeSync()
  }

  @Test("lists of terms and of documents go on without it")
  func lists() throws {
    let terms = try sample(SectionID(.terms, FieldID(1)), of: 0)
    let index = try DamagedIndex.open(terms.disk, .salvage)
    let expected = terms.contents(without: 0).count
    let listed = try index.termsSync(in: "filling", limit: 100_000)
    #expect(!index.isComplete && !listed.isEmpty)
    #expect(listed.allSatisfy { $0.documentCount <= expected })
    try index.closeSync()
    let stored = try sample(SectionID(.storedFields), of: 0)
    let failing = try DamagedIndex.open(TestEngine.copy(stored.disk))
    #expect(thrownCode { _ = try failing.forEachStored { _ in } } == .corrupted)
    try failing.closeSync()
    let other = try DamagedIndex.open(stored.disk, .salvage)
    var count = 0
    try other.forEachStored { _ in count += 1 }
    #expect(!other.isComplete && count >= expected && count < stored.contents().count)
    count = 0
    try other.forEachStored { _ in count += 1 }
    #expect(count == expected)
    try other.closeSync()
  }

  @Test("that a search leaves out meanwhile does not end what meets it too")
  func leftOutMeanwhile() throws {
    let sample = try sample(SectionID(.terms, FieldID(1)), of: 0)
    let index = try DamagedIndex.open(sample.disk, .salvage)
    let old = index.core.state
    var attempts = 0
    let field = try #require(index.core.schema.field(named: "filling"))
    let count = try index.core.goingOn { () throws(SearchError) in
      attempts += 1
      // The state that this body has read, and another thread's search of it.
      let state = attempts == 1 ? old : index.core.state
      for query in words { _ = try? index.searchSync(SearchRequest(query)) }
      #expect(!index.isComplete)
      return try index.core.terms(of: field, withPrefix: [], in: state).count
    }
    #expect(attempts == 2 && count > 0)
    try index.closeSync()
  }

  @Test("is thrown by every question where it is not to be left out")
  func fail() throws {
    let sample = try sample(SectionID(.terms, FieldID(1)), of: 0)
    let index = try DamagedIndex.open(sample.disk)
    for _ in 0..<2 {
      let codes = words.compactMap { word in
        thrownCode { try index.searchSync(SearchRequest(word)) }
      }
      #expect(!codes.isEmpty && codes.allSatisfy { $0 == .corrupted })
      let counted = words.compactMap { word in thrownCode { try index.snapshot().countSync(word) } }
      #expect(counted == codes)
    }
    #expect(index.isComplete && index.statistics.leftOut.isEmpty)
    try index.closeSync()
    let manifest = try #require(try ManifestStore.readNewest(from: sample.disk, forWriting: false))
    #expect(!manifest.isDamaged)
  }

  @Test("a write that asks a damaged segment for its keys goes on without it")
  func writes() throws {
    let disk = MemoryStorage()
    let writer = try TestEngine.open(disk)
    try writer.write(TestEngine.puts(0..<6_000, 0))
    try writer.checkpoint()
    try writer.write(TestEngine.puts(6_000..<6_010, 0))
    try writer.close()
    let name = try #require(
      disk.list().filter { $0.hasPrefix("seg-") }.max {
        (disk[$0]?.count ?? 0) < (disk[$1]?.count ?? 0)
      })
    var bytes = try #require(disk[name])
    let image = try ImageReader(ByteView(copying: bytes), file: name, isTrusted: true)
    let keys = try image.requiredSection(SectionID(.keys))
    bytes[keys.origin + keys.count / 2] ^= 1
    disk[name] = bytes
    let batch = (0..<6_000).map { LogOperation.delete(key: Array("k\($0)".utf8)) }
    let failing = try TestEngine.open(TestEngine.copy(disk))
    #expect(thrownCode { try failing.write(batch) } == .corrupted)
    try failing.close()
    let core = try TestEngine.open(disk) { $0.onCorruption = .salvage }
    #expect(core.state.damage.isEmpty)
    try core.write(batch)
    #expect(core.state.damage.segments.map(\.entry.fileName) == [name])
    let documents = try core.documents()
    #expect(documents.count == 10 && documents["k6005"] == 0)
    try core.close()
    let again = try TestEngine.open(disk) { $0.onCorruption = .salvage }
    #expect(try again.documents() == documents)
    #expect(again.state.damage.segments.map(\.entry.fileName) == [name])
    try again.close()
  }

  @Test("a merge goes on without it, and never reads it again")
  func merging() throws {
    let sample = try sample(SectionID(.storedFields), of: 1)
    let name = sample.segments[1].fileName
    let damaged = sample.disk[name]
    let failing = try DamagedIndex.open(TestEngine.copy(sample.disk))
    #expect(thrownCode { try failing.compactSync() } == .corrupted)
    failing.core.closeAnyway()
    let index = try DamagedIndex.open(sample.disk, .salvage)
    #expect(thrownCode { try index.compactSync() } == .corrupted)
    #expect(!index.isComplete && index.statistics.segmentCount == 1)
    try index.check(sample.contents(without: 1), "compacted")
    try index.closeSync()
    #expect(sample.disk[name] == damaged)
    for _ in 0..<2 {
      let again = try DamagedIndex.open(sample.disk, .salvage) { $0.merging = .automatic }
      try again.write(400..<405, 1)
      #expect(thrownCode { try again.compactSync() } == .corrupted)
      #expect(again.statistics.segmentCount == 1 && again.statistics.leftOut.count == 1)
      try again.closeSync()
      #expect(sample.disk[name] == damaged)
    }
    let manifest = try #require(try ManifestStore.readNewest(from: sample.disk, forWriting: false))
    #expect(manifest.segments.map(\.isQuarantined) == [true, false])
    #expect(manifest.segments.first?.fileName == name)
  }

  @Test("all segments may be damaged: an empty answer that is not complete")
  func everything() throws {
    let sample = try DamagedIndex()
    for segment in sample.segments { sample.disk[segment.fileName] = [] }
    let index = try DamagedIndex.open(sample.disk, .salvage)
    let logged = sample.logged.compactMapValues(\.self)
    try index.check(logged, "all damaged")
    #expect(!index.isComplete && index.statistics.leftOut.count == 3)
    try index.closeSync()
    let reader = try DamagedIndex.openForReading(sample.disk, .salvage)
    try reader.check(logged, "all damaged, opened again")
    #expect(try !reader.searchSync("nothing").isComplete)
  }

  @Test("what only looks like damage, because another process writes, is not left out")
  func concurrentWriter() throws {
    let storage = MemoryStorage()
    let index = try NumberIndex(storage, seed: 1)
    try index.append()
    try index.checkpoint()
    var policies: [CorruptionPolicy] = []
    let result = try RecoveredIndex.open(storage, policy: .salvage) {
      (recovered) throws(SearchError) in
      policies.append(recovered.policy)
      if policies.count < 3 {
        #expect(thrownCode { try index.checkpoint() } == nil)
        throw SearchError(.notFound, "a file is gone")
      }
      // From here on, the damage is real; but another process is quicker once more.
      guard recovered.policy == .salvage else { throw .corrupted("a file is damaged") }
      if policies.count == 4 { #expect(thrownCode { try index.checkpoint() } == nil) }
      return recovered.manifest.generation
    }
    #expect(policies == [.fail, .fail, .fail, .salvage, .fail, .salvage])
    #expect(try result == ManifestStore.newestGeneration(in: storage))
    try index.close()
  }
}
