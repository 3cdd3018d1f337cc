import MartletTestSupport

@testable import Martlet

/// An index with files of every kind: several segments, deleted documents, two manifests, and two
/// log files whose last batches are in no segment, some of them not flushed.
struct DamageSample: Sendable {
  /// The size of the index.
  enum Size: String, Sendable, CaseIterable {
    /// A page for each segment, for many damages.
    case small
    /// Several pages for each segment, and lists with skip data.
    case large

    fileprivate var documentCounts: [Int] { self == .small ? [7, 5, 4] : [135, 12, 6] }
    fileprivate var storedByteCount: Int { self == .small ? 20 : 400 }
    fileprivate var wordCount: Int { self == .small ? 8 : 120 }
    /// Words in each title that no other document has, so that the terms take more than a page.
    fileprivate var titleWordCount: Int { self == .small ? 1 : 14 }
    fileprivate var vocabularySize: Int { self == .small ? 60 : 400 }
  }

  /// One moment in the life of the index.
  struct Moment: Sendable {
    var disk: DamageDisk
    var answers: IndexAnswers
  }

  static let schema = IndexSchema([
    (FieldDefinition(name: "title", kind: .text), Analyzer.whitespace),
    (FieldDefinition(name: "text", kind: .text), Analyzer.whitespace),
    (FieldDefinition(name: "plain", kind: .text, hasPositions: false), Analyzer.whitespace),
    (FieldDefinition(name: "category", kind: .keyword, hasPositions: false), Analyzer.keyword),
    (FieldDefinition(name: "size", kind: .number, hasPositions: false), Analyzer.keyword),
  ])

  let queries: [ResolvedQuery]
  /// The moments since the last flush of the log, each with one batch more. The last one is that in
  /// which the writer was killed.
  let moments: [Moment]
  /// Every disk on the way there.
  let history: [DamageDisk]
  /// The files that readers of the newest manifest open, and the manifest.
  let needed: Set<String>
  /// The bytes of each log file after each of its batches.
  let batchEnds: [String: Set<Int>]

  /// The index as its killed writer left it.
  var disk: DamageDisk { moments[moments.count - 1].disk }
  /// The answers of the undamaged index.
  var truth: IndexAnswers { moments[moments.count - 1].answers }

  init(_ size: Size, seed: UInt64) throws {
    var life = try DamageLife(size, seed: seed)
    for (segment, count) in size.documentCounts.enumerated() {
      try life.put(count, named: "s\(segment)")
      try life.checkpoint()
    }
    try life.deleteSome()
    try life.checkpoint()
    try life.put(2, named: "replaced")
    try life.deleteSome()
    try life.checkpoint()
    for batch in 0..<3 { try life.put(1, named: "flushed\(batch)") }
    try life.startLog()
    try life.put(2, named: "another")
    try life.flush()
    let firstUnflushed = life.history.count - 1
    for batch in 0..<3 { try life.put(1, named: "unflushed\(batch)") }
    try life.deleteSome()

    history = life.history
    var queries = (0..<10).map { _ in life.corpus.query() }
    queries += Self.fixedQueries
    self.queries = queries
    moments = try history[firstUnflushed...].map { disk in
      let core = try Self.read(disk.storage)
      return Moment(disk: disk, answers: try IndexAnswers(core.state, queries))
    }
    let manifest = try history[history.count - 1].manifest()
    needed = (manifest?.fileNames ?? []).union([history[history.count - 1].newestManifest])
    batchEnds = life.batchEnds
  }

  /// Opens an index for reading.
  static func read(_ storage: any Storage) throws(SearchError) -> IndexCore {
    try IndexCore.openForReading(storage, schema: schema, options: TestEngine.options())
  }

  /// Opens an index for writing.
  static func write(_ storage: any Storage) throws(SearchError) -> IndexCore {
    try IndexCore.open(
      storage, schema: schema, options: TestEngine.options { $0.flushDelay = nil })
  }

  private static let fixedQueries: [ResolvedQuery] = [
    .everything,
    .term(TermClause(field: FieldID(1), term: Array("all".utf8), boost: 1)),
    .prefix(TermClause(field: FieldID(0), term: Array("n".utf8), boost: 1)),
    .prefix(TermClause(field: FieldID(2), term: Array("a".utf8), boost: 1)),
    .term(TermClause(field: FieldID(3), term: Array("rare".utf8), boost: 0)),
    .term(TermClause(field: FieldID(4), term: SortableNumber.encode(3), boost: 0)),
    .phrase(
      PhraseClause(
        field: FieldID(1),
        words: [
          PhraseClause.Word(term: Array("all".utf8), offset: 0),
          PhraseClause.Word(term: Array("a".utf8), offset: 1),
        ], lastIsPrefix: true, boost: 1)),
  ]
}

/// The writer that makes a ``DamageSample``.
private struct DamageLife {
  let storage = MemoryStorage()
  var corpus: RandomCorpus
  private(set) var history: [DamageDisk] = []
  private(set) var batchEnds: [String: Set<Int>] = [:]
  private let size: DamageSample.Size
  private let core: IndexCore
  private var keys: [String] = []

  init(_ size: DamageSample.Size, seed: UInt64) throws {
    self.size = size
    corpus = RandomCorpus(seed: seed, vocabulary: size.vocabularySize, fieldCount: 2)
    core = try DamageSample.write(storage)
  }

  /// Writes a batch of new documents.
  mutating func put(_ count: Int, named name: String) throws {
    let new = (0..<count).map { "\(name)-\($0)" }
    try core.write(new.map { document($0) })
    keys += new
    note()
  }

  /// Deletes one document in six, and writes another one anew. The first segment keeps all it has:
  /// of one with deletions, opening reads more pages.
  mutating func deleteSome() throws {
    let others = keys.filter { !$0.hasPrefix("s0") }
    let gone = others.indices.filter { $0 % 6 == history.count % 6 }.map { others[$0] }
    var operations = gone.map { LogOperation.delete(key: Array($0.utf8)) }
    keys.removeAll { gone.contains($0) }
    operations.append(document(others[0] == gone.first ? others[1] : others[0]))
    operations.append(.bookmark(name: "mark", bytes: [UInt8(truncatingIfNeeded: history.count)]))
    try core.write(operations)
    note()
  }

  mutating func checkpoint() throws {
    try core.checkpoint()
    note()
  }

  /// Begins another file of the log, as a checkpoint does that then fails.
  mutating func startLog() throws {
    _ = try core.files?.startCheckpoint()
    note()
  }

  mutating func flush() throws {
    try core.files?.flush()
    note()
  }

  private mutating func note() {
    let disk = DamageDisk(storage)
    history.append(disk)
    for (name, bytes) in disk.files {
      if case .log = FileName(name) { batchEnds[name, default: []].insert(bytes.count) }
    }
  }

  private mutating func document(_ key: String) -> LogOperation {
    let words = corpus.document(key, length: size.wordCount).fields
    let noise = (0..<size.titleWordCount).map { _ in "n\(corpus.random.next())" }
    let values: [(UInt16, InputDocument.Content)] = [
      (0, .text((noise + words[0].prefix(4)).joined(separator: " "))),
      (1, .text((["all"] + words[1]).joined(separator: " "))),
      (2, .text(words[1].prefix(6).joined(separator: " "))),
      (3, .text(corpus.random.oneIn(9) ? "rare" : "common")),
      (4, .number(Double(corpus.random.int(in: 0..<7)))),
    ]
    let stored = (0..<corpus.random.int(in: 0..<(2 * size.storedByteCount))).map { _ in
      UInt8(truncatingIfNeeded: corpus.random.next())
    }
    return .put(
      InputDocument(
        key: Array(key.utf8),
        values: values.map { InputDocument.Value(field: FieldID($0), content: $1) },
        stored: stored))
  }
}
