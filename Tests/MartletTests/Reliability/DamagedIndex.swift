import MartletTestSupport
import Testing

@testable import Martlet

/// A document of the damage tests: found by "all", by its version, and by its key.
struct DamageNote: SearchDocument, Equatable {
  var id: String
  var version: Int
  /// Bytes that do not compress, so that a segment has many blocks.
  var filling: String

  var searchKey: String { id }

  static let searchSchema = Schema<DamageNote>(fields: [
    .text("text", { "all v\($0.version) x\($0.id)" }),
    .text("filling", \.filling),
    .keyword("id", \.id),
  ])

  init(_ number: Int, version: Int) {
    id = "k\(number)"
    self.version = version
    let seed = UInt64(number) &* 1_000 &+ UInt64(version)
    filling = Self.known.withLock { $0[seed] } ?? Self.filling(seed)
  }

  /// The fillings so far: each is compared many times.
  private static let known = Lock<[UInt64: String]>([:])

  private static func filling(_ seed: UInt64) -> String {
    var random = SeededRandom(seed: seed)
    let letters = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
    var bytes = (0..<700).map { _ in letters[random.int(in: 0..<32)] }
    for index in stride(from: 34, to: 700, by: 35) { bytes[index] = UInt8(ascii: " ") }
    let filling = String(decoding: bytes, as: UTF8.self)
    known.withLock { $0[seed] = filling }
    return filling
  }
}

/// An index of three segments, live documents of the first two, and a log, as a killed process
/// leaves them; with its contents, in all and in each part.
struct DamagedIndex: Sendable {
  /// The versions of the documents, by their keys.
  typealias Contents = [String: Int]

  /// The files, which tests damage.
  let disk: MemoryStorage
  let segments: [ManifestSegment]
  /// The documents that each of the segments has.
  let parts: [Contents]
  /// The changes in the log: the version of a document that is put, nil for one that is deleted.
  let logged: [String: Int?] = ["k10": 7, "k45": 7, "k200": 7, "k201": 7, "k46": nil, "k11": nil]

  private static let first = Result { try DamagedIndex(writingTo: MemoryStorage()) }

  /// An index of the test's own.
  init() throws {
    let first = try Self.first.get()
    disk = TestEngine.copy(first.disk)
    (segments, parts) = (first.segments, first.parts)
  }

  private init(writingTo disk: MemoryStorage) throws {
    self.disk = disk
    let index = try Self.open(disk)
    try index.write(0..<80, 1)
    try index.checkpointSync()
    try index.write(80..<130, 1)
    try index.checkpointSync()
    try index.writeSync { batch in
      batch.delete(contentsOf: (0..<5).map { "k\($0)" } + ["k80"])
      for number in 5..<9 { try batch.put(DamageNote(number, version: 2)) }
      for number in 130..<170 { try batch.put(DamageNote(number, version: 2)) }
    }
    try index.writeSync { batch in try batch.setBookmark("mark", [1, 2, 3]) }
    try index.checkpointSync()
    try index.writeSync { batch in
      for number in [10, 45, 200] { try batch.put(DamageNote(number, version: 7)) }
      batch.delete("k46")
    }
    try index.flushSync()
    try index.writeSync { batch in
      batch.delete("k11")
      try batch.put(DamageNote(201, version: 7))
    }
    try index.flushSync()
    let killed = TestEngine.copy(disk)
    try index.closeSync()
    for name in disk.list() { disk[name] = nil }
    for name in killed.list() { disk[name] = killed[name] }
    disk.setWriterNote(killed.writerNote())
    let manifest = try #require(try ManifestStore.readNewest(from: disk, forWriting: false))
    segments = manifest.segments
    parts = [
      Self.versions(5..<80, 1).filter { !["k5", "k6", "k7", "k8"].contains($0.key) },
      Self.versions(81..<130, 1),
      Self.versions(5..<9, 2).merging(Self.versions(130..<170, 2)) { $1 },
    ]
    try #require(segments.count == 3 && segments.map(\.liveGeneration).filter { $0 > 0 }.count == 2)
  }

  /// All that is in the index but for one of its segments.
  func contents(without segment: Int? = nil, log: Bool = true) -> Contents {
    var result: Contents = [:]
    for (index, part) in parts.enumerated() where index != segment {
      result.merge(part) { $1 }
    }
    guard log else { return result }
    for (key, version) in logged { result[key] = version }
    return result
  }

  static func open(
    _ disk: any Storage, _ policy: CorruptionPolicy = .fail,
    _ change: (inout IndexOptions) -> Void = { _ in }
  ) throws(SearchError) -> SearchIndex<DamageNote> {
    var options = IndexOptions(merging: .manual, onCorruption: policy)
    change(&options)
    return try .withLog(disk, options: options)
  }

  static func openForReading(
    _ disk: any Storage, _ policy: CorruptionPolicy = .fail
  ) throws(SearchError) -> SearchIndex<DamageNote> {
    let codec = DocumentCodec(DamageNote.searchSchema)
    let options = IndexOptions(onCorruption: policy)
    let core = try IndexCore.openForReading(disk, schema: codec.schema, options: options)
    return SearchIndex(core, codec)
  }

  /// Opens the index for reading and for writing, each time going on with `expected` only.
  static func expectIncomplete(
    _ disk: MemoryStorage, _ expected: Contents, _ place: String
  ) throws {
    let reader = try openForReading(disk, .salvage)
    try reader.check(expected, place)
    #expect(!reader.isComplete, "\(place)")
    let writer = try open(disk, .salvage)
    try writer.check(expected, place)
    #expect(!writer.isComplete, "\(place)")
    try writer.closeSync()
  }

  static func versions(_ numbers: Range<Int>, _ version: Int) -> Contents {
    Dictionary(uniqueKeysWithValues: numbers.map { ("k\($0)", version) })
  }

  /// The contents of all files, to see that nothing was changed.
  static func files(_ disk: MemoryStorage) -> [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: disk.list().map { ($0, disk[$0] ?? []) })
  }
}

extension SearchIndex<DamageNote> {
  func write(_ numbers: Range<Int>, _ version: Int) throws {
    try writeSync { batch in
      for number in numbers { try batch.put(DamageNote(number, version: version)) }
    }
  }

  /// All documents, by searching, by counting and by their keys.
  ///
  /// - Throws: What searching and fetching throw.
  func contents() throws(SearchError) -> DamagedIndex.Contents {
    var result: DamagedIndex.Contents = [:]
    let found = try searchSync(SearchRequest(.word("all")) { $0.limit = 10_000 })
    for hit in found.hits {
      let note = try hit.document()
      #expect(note == DamageNote(Int(note.id.dropFirst()) ?? -1, version: note.version))
      #expect(result.updateValue(note.version, forKey: note.id) == nil, "\(note.id) is there twice")
    }
    return result
  }

  /// Compares the answers to several kinds of questions with what should be there.
  ///
  /// - Throws: What asking throws.
  func check(_ expected: DamagedIndex.Contents, _ place: String) throws(SearchError) {
    let found = try contents()
    #expect(found == expected, "\(place)")
    let count = try snapshot().countSync(.word("all"))
    #expect(count == expected.count, "\(place)")
    for number in [0, 5, 10, 11, 45, 46, 85, 140, 200] {
      let version = expected["k\(number)"]
      let document = try document(forKey: "k\(number)")
      #expect(document?.version == version, "\(place), k\(number)")
      let isThere = try contains("k\(number)")
      #expect(isThere == (version != nil), "\(place), k\(number)")
      let hits = try searchSync(SearchRequest(.phrase("all v1 xk\(number)"))).hits.map(\.id)
      #expect(hits == (version == 1 ? ["k\(number)"] : []), "\(place), k\(number)")
      let byID = try searchSync("id:k\(number)").hits.map(\.id)
      #expect(byID.contains("k\(number)") == (version != nil), "\(place), k\(number)")
    }
    let both = try searchSync(
      SearchRequest(.any([.word("v2"), .word("v7")])) { $0.counting = .exact })
    let expectedCount = expected.values.count { $0 == 2 || $0 == 7 }
    #expect(both.total == .exactly(expectedCount), "\(place)")
  }
}
