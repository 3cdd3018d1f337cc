#if canImport(MartletTestSupport)
  import MartletTestSupport
#endif

@testable import Martlet

/// Sound files for fuzzing, the same in each run: names and salts are not by chance.
struct FuzzSample: Sendable {
  static let schema = IndexSchema([
    (FieldDefinition(name: "text", kind: .text), Analyzer.whitespace),
    (FieldDefinition(name: "plain", kind: .text, hasPositions: false), Analyzer.whitespace),
    (FieldDefinition(name: "category", kind: .keyword, hasPositions: false), Analyzer.keyword),
    (FieldDefinition(name: "size", kind: .number, hasPositions: false), Analyzer.keyword),
  ])

  static let indexID = IndexID(high: 0x1D, low: 0x2E)
  static let logSequence: UInt64 = 5
  static let generation: Generation = 3

  /// Images of no document, one, several, and of so many that lists have skip data.
  static let images: [[UInt8]] = [0, 1, 6, 40, 140].map { count in
    (try? image(count, id: UInt64(count)).array) ?? []
  }

  /// A sound segment to merge others with, and to search.
  static let segment: LiveSegment? = try? open(image(30, id: 77)).deleting([1, 20])

  /// The segment that `image` holds, with every byte compared with its hash when it is used.
  static func open(_ image: ByteView) throws(SearchError) -> LiveSegment {
    let reader = try ImageReader(image, file: "seg", isTrusted: false)
    return LiveSegment(
      try SegmentReader(reader, definitions: schema.definitions), fieldCount: schema.fields.count)
  }

  static func image(_ documentCount: Int, id: UInt64) throws(SearchError) -> ByteView {
    let builder = ImageBuilder(schema: schema, segmentID: SegmentID(high: 5, low: id))
    var random = SeededRandom(seed: id)
    for number in 0..<documentCount { try builder.add(document(number, &random)) }
    return try merge([try open(try builder.finish())], SegmentID(high: 5, low: id))
  }

  /// Returns an image of `segments`, with lists for beginnings of words that have more than a few
  /// postings, and for pairs of some words.
  static func merge(_ segments: [LiveSegment], _ id: SegmentID) throws(SearchError) -> ByteView {
    var merger = try SegmentMerger(segments, definitions: schema.definitions, segmentID: id)
    merger.leastPrefixCost = 100
    merger.bigramBudget = BigramBudget(leastDocumentFrequency: 2, share: 0.5)
    merger.prefixPairBudget = PrefixPairBudget(leastCost: 5, leastShare: 0, mostWords: 8)
    return try merger.merge()
  }

  /// Few documents have much text, so that images are small and of all kinds of lists.
  static func document(_ number: Int, _ random: inout SeededRandom) -> InputDocument {
    let words = (0..<random.int(in: 0..<(random.oneIn(12) ? 30 : 5))).map { _ in
      word(random.int(in: 0..<(1 << random.int(in: 1..<6))))
    }
    let values: [(UInt16, InputDocument.Content)] = [
      (0, .text((["all"] + words).joined(separator: " "))),
      (0, .text(number % 40 == 0 ? String(repeating: "often ", count: 150) : "again")),
      (1, .text(words.prefix(3).joined(separator: " "))),
      (2, .text(number % 9 == 0 ? "rare" : "common")), (3, .number(Double(number % 5))),
    ]
    let stored =
      number % 7 == 0 ? "" : String(repeating: "stored \(number % 3) ", count: number % 4)
    return InputDocument(
      key: Array("k\(number * number)".utf8),
      values: values.map { InputDocument.Value(field: FieldID($0), content: $1) },
      stored: Array(stored.utf8))
  }

  /// Some words share their beginnings, some are long.
  private static func word(_ number: Int) -> String {
    switch number % 5 {
    case 0: "together\(number)"
    case 1: String(repeating: "w", count: number + 1)
    default: "a\(number)"
    }
  }

  // MARK: - Files of an index

  /// The files of one index, by what they are.
  struct Index: Sendable {
    var manifest: [UInt8] = []
    var log: [UInt8] = []
    var live: [UInt8] = []
    var segment: [UInt8] = []
  }

  static let segmentID = SegmentID(high: 5, low: 40)
  static let liveGeneration: Generation = 2
  static let index: Index = (try? makeIndex()) ?? Index()

  /// The manifest of an index without segments.
  static let emptyManifest: [UInt8] =
    (try? ManifestFormat.encode(manifest([])).array) ?? []

  private static func manifest(_ segments: [ManifestSegment]) -> Manifest {
    var manifest = Manifest(indexID: indexID, fields: schema.definitions)
    manifest.generation = generation
    manifest.bookmarks = ["mark": Array("bookmark".utf8), "one": [1]]
    manifest.segments = segments
    manifest.apply(upTo: LogPosition(lsn: 9, sequence: logSequence, hasFile: !segments.isEmpty))
    return manifest
  }

  private static func makeIndex() throws(SearchError) -> Index {
    let segment = try image(40, id: segmentID.low)
    let live = LiveDocumentsFormat.encode(
      LiveDocuments(documentCount: 40).deleting([3, 17, 39]), segmentID: segmentID,
      generation: liveGeneration)
    let entry = ManifestSegment(
      id: segmentID, byteCount: segment.count,
      hash: try ImageFooter.decode(segment, file: "").rootHash, documentCount: 40,
      liveGeneration: liveGeneration, liveByteCount: live.count,
      liveHash: LiveDocumentsFormat.check(live))
    return Index(
      manifest: try ManifestFormat.encode(manifest([entry])).array, log: try makeLog(),
      live: live.array, segment: segment.array)
  }

  /// A log of some batches, with an operation in several records.
  private static func makeLog() throws(SearchError) -> [UInt8] {
    let storage = MemoryStorage()
    let header = LogHeader(
      indexID: indexID, sequence: logSequence, generation: generation, salt: 0x5A17, base: 9)
    let file = try LogFile.create(in: storage, header: header, copying: nil, partByteLimit: 64)
    var random = SeededRandom(seed: 8)
    for number in 0..<4 {
      try file.append([
        .put(document(number * 3, &random)), .delete(key: Array("k\(number * number)".utf8)),
      ])
    }
    try file.synchronize(.durable)
    try file.append([.bookmark(name: "mark", bytes: [1, 2]), .bookmark(name: "none", bytes: nil)])
    try file.append([.deleteAll, .put(document(50, &random))])
    return storage[FileName.log(sequence: logSequence).text] ?? []
  }
}
