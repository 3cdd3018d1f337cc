import Dispatch
import MartletTestSupport
import Testing

@testable import Martlet

/// An index beside a list of documents, taken through the same history.
private struct History {
  private let schema: IndexSchema
  private let options: TestOptions
  private let storage = MemoryStorage()
  private var core: IndexCore
  private var corpus: RandomCorpus
  /// The truth: the documents in the order in which they were last put.
  private var documents: [ReferenceEngine.Document] = []
  private var bookmark: UInt8 = 0
  private let keyCount: Int
  private let fieldCount: Int
  private(set) var operationCount = 0

  init(seed: UInt64, options: TestOptions, keyCount: Int, fieldCount: Int) throws {
    self.options = options
    self.keyCount = keyCount
    self.fieldCount = fieldCount
    schema = TestSegments.schema(fieldCount: fieldCount)
    corpus = RandomCorpus(seed: seed, vocabulary: 25, fieldCount: fieldCount)
    core = try IndexCore.open(storage, schema: schema, options: options)
  }

  /// One step: a batch, or something that must change no answer.
  mutating func step() throws {
    switch corpus.random.int(in: 0..<40) {
    case 0: try core.checkpoint()
    case 1: try compact(reordering: corpus.random.oneIn(2))
    case 2: try reopen(closing: true)
    // Without a checkpoint, what is only in memory is lost with the process when there is no log.
    case 3 where options.durability > .none: try reopen(closing: false)
    default: try write()
    }
  }

  private mutating func write() throws {
    var batch = WriteBatch()
    for _ in 0..<corpus.random.int(in: 1..<15) {
      operationCount += 1
      let key = "key\(corpus.random.int(in: 0..<keyCount))"
      if corpus.random.oneIn(4) {
        batch.append(.delete(key: Array(key.utf8)))
        documents.removeAll { $0.key == key }
      } else if corpus.random.oneIn(300) {
        batch.append(.deleteAll)
        documents.removeAll()
      } else {
        let document = corpus.document(key, length: 8)
        batch.append(.put(TestSegments.input(document)))
        documents.removeAll { $0.key == key }
        documents.append(document)
      }
    }
    bookmark &+= 1
    batch.append(.bookmark(name: "step", bytes: [bookmark]))
    try core.write(batch)
  }

  /// Documents that are put into another order are so in the truth as well: ties show it.
  private mutating func compact(reordering: Bool) throws {
    try core.compact(reordering: reordering)
    guard reordering else { return }
    var keys: [String] = []
    for part in core.state.members {
      let segment = part.segment
      for document in 0..<DocumentID(segment.live.documentCount)
      where segment.live.isLive(document) {
        keys.append(
          String(decoding: try segment.reader.keys.view(of: document).array, as: UTF8.self))
      }
    }
    let places = Dictionary(uniqueKeysWithValues: zip(keys, keys.indices))
    #expect(Set(keys) == Set(documents.map(\.key)))
    documents.sort { places[$0.key, default: 0] < places[$1.key, default: 0] }
  }

  private mutating func reopen(closing: Bool) throws {
    // A merge in the background would end with the process; here it keeps the index open.
    core.background.sync {}
    if closing { try core.close() }
    core = try IndexCore.openForReading(storage, schema: schema, options: options)
    core = try IndexCore.open(storage, schema: schema, options: options)
  }

  /// Waits for what goes on in the background, and counts the segments at rest.
  func restingPartCounts() -> (files: Int, memory: Int) {
    core.background.sync {}
    return (core.state.fileMembers.count, core.state.memoryMembers.count)
  }

  /// Compares some answers, and what is stored, with the truth.
  mutating func check(queries: Int) throws {
    let reference = ReferenceEngine(documents, fieldCount: fieldCount)
    let state = core.state
    let segments = state.segments
    try #require(segments.documentCount == documents.count)
    try #require(state.bookmarks["step"] ?? [0] == [bookmark])
    for number in 0..<queries {
      let query = corpus.query(depth: 1)
      let limit = number % 3 == 0 ? 5 : 1_000
      let expected = reference.search(query, limit: limit)
      let found = try Searcher.search(query, in: segments, limit: limit, counting: .exact)
      let hits = try found.top.map { entry in
        let (segment, document) = segments.locate(entry.document)
        let key = String(decoding: try segment.keys.key(of: document), as: UTF8.self)
        let stored = try segment.storedFields.bytes(of: document)
        #expect(stored == Array("stored \(key)".utf8))
        return ReferenceEngine.Hit(key: key, score: entry.score)
      }
      try #require(hits == expected.hits && found.total.number == expected.count, "\(query)")
    }
    guard let document = documents.randomElement(using: &corpus.random) else { return }
    #expect(try segments.find(Array(document.key.utf8)) != nil)
  }
}

/// Random histories, compared with a list of documents after every step.
@Suite("Histories")
struct HistoryTests {
  private static let configurations: [(name: String, options: TestOptions)] = [
    ("default", TestOptions()),
    ("no log", options { $0.durability = .none }),
    ("tiny memory", options { $0.memoryLimit = 4_000 }),
    ("merging by hand", options { $0.mergesAutomatically = false }),
    ("tiny memory, by hand", options { ($0.memoryLimit, $0.mergesAutomatically) = (2_000, false) }),
    ("full durability", options { $0.durability = .full }),
    (
      "four threads", options { ($0.indexingConcurrency, $0.leastRangeByteCount) = (4, 200) }
    ),
  ]

  private static func options(_ change: (inout TestOptions) -> Void) -> TestOptions {
    var options = TestOptions()
    change(&options)
    return options
  }

  /// 2,000 operations for each of seven configurations, more with a larger factor.
  @Test(
    "any history gives the answers and scores of a plain list of documents",
    arguments: 0..<7, 0..<4)
  func equalsList(configuration: Int, round: Int) throws {
    let seed = TestSeed.value &+ UInt64(configuration * 100 + round)
    var history = try History(
      seed: seed, options: Self.configurations[configuration].options,
      keyCount: [8, 30, 60, 90][round], fieldCount: round % 2 + 1)
    do {
      while history.operationCount < 500 * TestSeed.factor {
        try history.step()
        try history.check(queries: 2)
      }
      guard Self.configurations[configuration].options.mergesAutomatically else { return }
      let counts = history.restingPartCounts()
      #expect(counts.files <= 12 && counts.memory <= 12)
    } catch {
      let name = Self.configurations[configuration].name
      let count = history.operationCount
      Issue.record("\(name), seed \(seed), after \(count) operations: \(error)")
    }
  }
}
