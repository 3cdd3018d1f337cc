/// Writes, merges, damages and searches small indexes, and prints what came of it.
///
/// The same program runs where `Int` has 32 bits and where it has 64: what it prints, hashes of
/// images among it, must be the same.
enum RoundTrips {
  nonisolated(unsafe) private(set) static var failureCount = 0

  /// Prints a result, or that it is not what it has to be.
  static func expect(_ condition: Bool, _ name: String) {
    if !condition { failureCount += 1 }
    print(condition ? "holds: \(name)" : "FAILED: \(name)")
  }

  /// The error that `body` throws, if any.
  static func error(_ body: () throws(SearchError) -> Void) -> SearchError? {
    do throws(SearchError) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  static func run() throws(SearchError) {
    try searches()
    try countsBeyond32Bits()
    try manifests()
    try logs()
    try damage()
    dates()
    policies()
    print("done, \(failureCount) failures")
  }
}

/// SplitMix64 (Steele, Lea, Flood, 2014).
struct Numbers {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ limit: UInt64) -> Int { Int(next() % limit) }
}

/// Documents, segments and queries made from a seed.
struct SampleIndex {
  static let schema = IndexSchema([
    (FieldDefinition(name: "text", kind: .text), Analyzer.standard),
    (FieldDefinition(name: "brief", kind: .text, hasPositions: false), Analyzer.whitespace),
    (FieldDefinition(name: "tag", kind: .keyword, hasPositions: false), Analyzer.keyword),
    (FieldDefinition(name: "number", kind: .number, hasPositions: false), Analyzer.keyword),
  ])

  var random: Numbers

  mutating func word() -> String {
    let range: UInt64 = 1 << UInt64(1 + random.below(9))
    return "Wörd\(random.below(range))"
  }

  mutating func text(_ count: Int) -> String {
    var words: [String] = []
    for _ in 0..<count { words.append(word()) }
    return words.joined(separator: " ")
  }

  mutating func document(_ number: Int) -> InputDocument {
    let length = random.below(30) == 0 ? 700 : 12
    let values = [
      InputDocument.Value(field: FieldID(0), content: .text(text(length))),
      InputDocument.Value(field: FieldID(1), content: .text(text(4))),
      InputDocument.Value(field: FieldID(2), content: .text(word())),
      InputDocument.Value(
        field: FieldID(3), content: .number(Double(random.below(1_000)) * 1e9 - 5e11)),
    ]
    let stored = Array(text(random.below(60)).utf8)
    return InputDocument(key: Array("key \(number)".utf8), values: values, stored: stored)
  }

  mutating func image(_ count: Int, id: UInt64) throws(SearchError) -> ByteView {
    let builder = ImageBuilder(schema: Self.schema, segmentID: SegmentID(high: 1, low: id))
    for number in 0..<count { try builder.add(document(number + Int(id) * 10_000)) }
    return try builder.finish()
  }

  static func open(_ image: ByteView) throws(SearchError) -> LiveSegment {
    let reader = try ImageReader(image, file: "memory", isTrusted: true)
    return LiveSegment(
      try SegmentReader(reader, definitions: schema.definitions),
      fieldCount: schema.fields.count)
  }

  /// Answers a text that a person typed: the best documents and their scores, and the number of
  /// hits.
  static func answer(_ text: String, _ set: SegmentSet) throws(SearchError) -> String {
    let query = Query.user(text).interpreted(with: schema).query
    let resolved = try QueryResolver(schema).resolve(query)
    let answer = try Searcher.search(resolved, in: set, limit: 5, counting: .exact)
    let hits = answer.top.map { "\($0.document):\($0.score.bitPattern)" }
    return "\(answer.total.number ?? -1) [\(hits.joined(separator: " "))]"
  }

  static let queries = [
    "wörd1", "word1 word2", "word3 OR word77", "\"word1 word2\"", "wor*", "word1 -word2",
    "tag:Wörd3", "number:-500000000000", "brief:Wörd7 word5", "\"word1 word2 word3\"",
  ]
}

extension RoundTrips {
  private static func searches() throws(SearchError) {
    var sample = SampleIndex(random: Numbers(state: 1))
    var segments: [LiveSegment] = []
    for (id, count) in [700, 150, 40].enumerated() {
      let image = try sample.image(count, id: UInt64(id))
      print("image of \(count): \(image.count) bytes, \(Checksum.hash64(image))")
      let segment = try SampleIndex.open(image)
      expect(SegmentChecker.check(segment).isEmpty, "the checker finds nothing")
      let gone = (0..<count).filter { $0 % 7 == id }.map { DocumentID($0) }
      segments.append(try segment.deleting(gone))
    }
    let set = SegmentSet(segments, fieldCount: 4)
    for query in SampleIndex.queries { print("\(query): \(try SampleIndex.answer(query, set))") }
    let merger = try SegmentMerger(
      segments, definitions: SampleIndex.schema.definitions,
      segmentID: SegmentID(high: 1, low: 9))
    let merged = try merger.merge()
    print("merged: \(merged.count) bytes, \(Checksum.hash64(merged))")
    let segment = try SampleIndex.open(merged)
    expect(SegmentChecker.check(segment).isEmpty, "the checker finds nothing after merging")
    let one = SegmentSet([segment], fieldCount: 4)
    for query in SampleIndex.queries { print("\(query): \(try SampleIndex.answer(query, one))") }
    let live = LiveDocumentsFormat.encode(
      segments[0].live, segmentID: SegmentID(high: 1, low: 0), generation: 3)
    print("live documents: \(Checksum.hash64(live))")
  }

  /// A term that occurs 2^38 times takes few bytes when no positions are kept.
  private static func countsBeyond32Bits() throws(SearchError) {
    let section = ByteWriter()
    let writer = PostingsWriter(into: section, positions: nil, norms: nil, lengths: nil)
    for document in 0..<256 {
      writer.append(document: DocumentID(document), frequency: 1 << 30)
    }
    let info = try writer.finishTerm()
    try writer.finish()
    expect(info.totalFrequency == 1 << 38, "occurrences are counted beyond 32 bits")
    let dictionary = TermDictionaryWriter(hasPositions: false)
    dictionary.append(Array("often".utf8), info)
    let written = Section(dictionary.finish())
    let found = try TermDictionary(written, hasPositions: false).find(Array("often".utf8))
    expect(found == info, "and come back from the dictionary")
    print("dictionary: \(Checksum.hash64(written.bytes))")
    let tokens = FieldStatistics(documentCount: 256, tokenCount: 1 << 38)
    expect((tokens + tokens).tokenCount == 1 << 39, "so do tokens")
  }

  private static func dates() {
    for text in ["2038-01-19", "2038-01-19T03:14:08Z", "2106-02-07", "9999-12-31T23:59:59Z"] {
      print("\(text): \((DateText.seconds(text) ?? -1).bitPattern)")
    }
    expect(DateText.seconds("9999-12-31") == 253_402_214_400, "a date after 2038")
  }

  /// Sizes near the largest `Int` neither trap nor make one segment.
  private static func policies() {
    let segments = (0..<40).map { number in
      SegmentDescription(
        id: SegmentID(high: 0, low: UInt64(number)), byteCount: Int.max / 2 + number,
        documentCount: 1_000, deletedCount: number)
    }
    for policy in [MergePolicy.files, MergePolicy.memory] {
      let plan = policy.nextMerge(among: segments)
      expect((plan?.segments.count ?? 0) <= 2, "huge segments stay apart")
      _ = policy.compaction(of: segments)
    }
    expect(MergePolicy.files.maximumByteCount >= 1 << 30, "segments may have a gibibyte")
  }
}
