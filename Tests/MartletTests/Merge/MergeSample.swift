import MartletTestSupport
import Testing

@testable import Martlet

/// Random documents of all kinds of fields, as segments and as what is left of them.
struct MergeSample {
  /// The fields: ranked text with positions, text without, a keyword, a number.
  static let schema = IndexSchema([
    (FieldDefinition(name: "text", kind: .text), .whitespace),
    (FieldDefinition(name: "brief", kind: .text, hasPositions: false), .whitespace),
    (FieldDefinition(name: "tag", kind: .keyword, hasPositions: false), .keyword),
    (FieldDefinition(name: "number", kind: .number, hasPositions: false), .keyword),
  ])

  var random: SeededRandom
  /// The segments so far.
  private(set) var segments: [LiveSegment] = []
  /// The live documents of all segments.
  private(set) var survivors: [InputDocument] = []
  private var documentCount = 0

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// Adds a segment of `count` documents, of which about one in `deleting` is deleted; none for 0.
  mutating func addSegment(_ count: Int, deleting: Int, fields: Set<Int> = [0, 1, 2, 3]) throws {
    let documents = (0..<count).map { _ in document(fields) }
    let gone = documents.indices.filter { _ in deleting > 0 && random.oneIn(deleting) }
    try add(documents, deleted: gone)
  }

  /// Adds a segment of `documents` without those in the places `deleted`.
  mutating func add(_ documents: [InputDocument], deleted: [Int]) throws {
    let segment = try Self.segment(documents, id: UInt64(segments.count))
    segments.append(try segment.deleting(deleted.map { DocumentID($0) }))
    survivors += documents.indices.filter { !deleted.contains($0) }.map { documents[$0] }
  }

  /// A document with some of `fields`.
  mutating func document(_ fields: Set<Int>) -> InputDocument {
    documentCount += 1
    var values: [InputDocument.Value] = []
    for field in [0, 1, 2, 3] where fields.contains(field) && !random.oneIn(4) {
      let content: InputDocument.Content =
        switch field {
        case 0: .text(text(random.oneIn(30) ? 400 : 30))
        case 1: .text(text(8))
        case 2: .text(word())
        default: .number(Double(random.int(in: -50..<50)))
        }
      values.append(InputDocument.Value(field: FieldID(UInt16(field)), content: content))
    }
    let stored = random.oneIn(5) ? 0 : random.int(in: 0..<(random.oneIn(20) ? 20_000 : 300))
    return InputDocument(
      key: Array("key \(documentCount)".utf8), values: values,
      stored: (0..<stored).map { UInt8($0 * documentCount & 0x1F) })
  }

  private mutating func text(_ length: Int) -> String {
    (0..<random.int(in: 0..<(length + 1))).map { _ in word() }.joined(separator: " ")
  }

  /// A word, low numbers more often; some share their first eight bytes, some hold a zero byte.
  private mutating func word() -> String {
    let number = random.int(in: 0..<(1 << random.int(in: 1..<10)))
    switch number % 7 {
    case 0: return "together\(number)"
    case 1: return String(repeating: "w", count: number % 20 + 1)
    case 2: return "z" + String(repeating: "\0", count: number % 11)
    default: return "w\(number)"
    }
  }

  /// A segment of `documents`, opened.
  static func segment(_ documents: [InputDocument], id: UInt64) throws -> LiveSegment {
    try open(try image(documents, id: id))
  }

  /// The image that inverting `documents` gives.
  ///
  /// - Parameter pairs: The limits on lists of pairs of words; nil for none.
  static func image(
    _ documents: [InputDocument], id: UInt64 = 0, pairs: PairListsEncoder.Budget? = .init()
  ) throws -> ByteView {
    let builder = ImageBuilder(schema: schema, segmentID: SegmentID(high: 7, low: id))
    builder.pairBudget = pairs
    for document in documents { try builder.add(document) }
    return try builder.finish()
  }

  /// The segment that `image` holds, with every byte compared with its hash when it is used.
  static func open(_ image: ByteView, isTrusted: Bool = false) throws -> LiveSegment {
    let reader = try ImageReader(image, file: "seg", isTrusted: isTrusted)
    return LiveSegment(
      try SegmentReader(reader, definitions: schema.definitions), fieldCount: schema.fields.count)
  }

  /// Merges `segments` in memory.
  static func merge(_ segments: [LiveSegment], id: UInt64 = 0) throws -> ByteView {
    try SegmentMerger(
      segments, definitions: schema.definitions, segmentID: SegmentID(high: 7, low: id)
    ).merge()
  }

  /// Expects that `merged` is the image that inverting `documents` gives, without lists of pairs of
  /// a word and a beginning, for which a writer has other limits. Stored fields need not lie in the
  /// same blocks, all other sections are the same byte for byte.
  static func expect(
    _ merged: ByteView, toBeOf documents: [InputDocument], _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try ImageReader(merged, file: "merged", isTrusted: false)
    let expected = try ImageReader(
      try image(documents, pairs: nil), file: "inverted", isTrusted: false)
    #expect(found.documentCount == documents.count, comment, sourceLocation: sourceLocation)
    #expect(found.sectionIDs == expected.sectionIDs, comment, sourceLocation: sourceLocation)
    for id in expected.sectionIDs where id.kind != .storedFields && id.kind != .storedFieldsIndex {
      let isSame = found.section(id)?.bytes.array == expected.section(id)?.bytes.array
      #expect(isSame, "\(comment): \(id)", sourceLocation: sourceLocation)
    }
    try found.verifyAll()
    let stored = try StoredFields(found)
    for (index, document) in documents.enumerated() {
      let bytes = try stored.bytes(of: DocumentID(index))
      #expect(bytes == document.stored, comment, sourceLocation: sourceLocation)
    }
  }
}
