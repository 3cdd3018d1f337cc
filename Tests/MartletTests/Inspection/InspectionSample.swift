import MartletTestSupport

@testable import Martlet

/// An image of random documents with fields of every kind, and what it takes to open it.
struct InspectionSample {
  let schema: IndexSchema
  let bytes: [UInt8]
  let documentCount: Int
  /// Words of the documents, to search for.
  private var corpus: RandomCorpus

  init(seed: UInt64, documentCount: Int, length: Int) throws {
    schema = IndexSchema([
      (FieldDefinition(name: "text", kind: .text), Analyzer.whitespace),
      (FieldDefinition(name: "stemmed", kind: .text), Self.stemming),
      (FieldDefinition(name: "plain", kind: .text, hasPositions: false), Analyzer.whitespace),
      (FieldDefinition(name: "category", kind: .keyword, hasPositions: false), Analyzer.keyword),
      (FieldDefinition(name: "size", kind: .number, hasPositions: false), Analyzer.keyword),
    ])
    self.documentCount = documentCount
    corpus = RandomCorpus(seed: seed, vocabulary: 60, fieldCount: 3)
    let builder = ImageBuilder(schema: schema, segmentID: SegmentID(high: 3, low: seed))
    for number in 0..<documentCount {
      try builder.add(Self.document(number, corpus.document("\(number)", length: length), &corpus))
    }
    bytes = try Self.addingLists(builder.finish(), schema, seed).array
  }

  /// Merges an image into a new one that has lists for beginnings of words and for pairs of words.
  private static func addingLists(
    _ image: ByteView, _ schema: IndexSchema, _ seed: UInt64
  ) throws -> ByteView {
    let reader = try SegmentReader(
      ImageReader(image, file: "seg", isTrusted: true), definitions: schema.definitions)
    var merger = try SegmentMerger(
      [LiveSegment(reader, fieldCount: schema.fields.count)], definitions: schema.definitions,
      segmentID: SegmentID(high: 3, low: seed))
    merger.leastPrefixCost = 300
    merger.bigramBudget = BigramBudget(leastDocumentFrequency: 20, share: 0.5)
    merger.prefixPairBudget = PrefixPairBudget(leastCost: 50, leastShare: 0, mostWords: 8)
    return try merger.merge()
  }

  /// Random numbers that go on where those of the documents ended.
  var random: SeededRandom {
    get { corpus.random }
    set { corpus.random = newValue }
  }

  /// A query over the text fields.
  mutating func query() -> ResolvedQuery { corpus.query() }

  private static let stemming = Analyzer.whitespace.adding(TwoLetterStems())

  private static func document(
    _ number: Int, _ words: ReferenceEngine.Document, _ corpus: inout RandomCorpus
  ) -> InputDocument {
    var values = words.fields.enumerated().flatMap { field, words in
      // Two values each, so that there are gaps in the positions.
      [words.prefix(3), words.dropFirst(3)].map { part in
        InputDocument.Value(
          field: FieldID(UInt16(field)), content: .text(part.joined(separator: " ")))
      }
    }
    let category = number % 9 == 0 ? "rare" : "common"
    values.append(InputDocument.Value(field: FieldID(3), content: .text(category)))
    values.append(InputDocument.Value(field: FieldID(4), content: .number(Double(number % 50))))
    let stored = "stored \(number) " + String(repeating: "x", count: corpus.random.int(in: 0..<40))
    return InputDocument(key: Array("\(number)".utf8), values: values, stored: Array(stored.utf8))
  }

  /// Returns the checker's findings in `bytes`, opened as if they came from disk or not.
  func check(_ bytes: [UInt8], isTrusted: Bool = false) -> [SearchError] {
    SegmentChecker.check(
      ByteView(copying: bytes), file: "seg", isTrusted: isTrusted, definitions: schema.definitions)
  }

  func image(_ bytes: [UInt8], isTrusted: Bool = false) throws -> ImageReader {
    try ImageReader(ByteView(copying: bytes), file: "seg", isTrusted: isTrusted)
  }

  func segment(_ bytes: [UInt8], isTrusted: Bool = false) throws -> SegmentReader {
    try SegmentReader(image(bytes, isTrusted: isTrusted), definitions: schema.definitions)
  }

  /// Returns the range of the section `id` in the image.
  func range(_ id: SectionID) throws -> Range<Int> {
    let section = try image(bytes).requiredSection(id)
    return section.origin..<(section.origin + section.count)
  }

  /// Every section with the bytes that it has.
  var sections: [(id: SectionID, range: Range<Int>)] {
    get throws { try image(bytes).sectionIDs.map { ($0, try range($0)) } }
  }

  /// An image in which `change` was made, with all checksums made right again.
  func forged(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
    var changed = bytes
    change(&changed)
    changed.sealImage()
    return changed
  }
}

/// Gives every word and, as its stem, its first two letters.
private struct TwoLetterStems: TermFilter {
  let signature = "two letters"

  func apply(_ term: AnalyzedTerm, for use: TokenUse, into terms: inout [AnalyzedTerm]) {
    terms.append(term)
    terms.append(.stem(term.bytes.prefix(2), positionOffset: term.positionOffset))
  }
}
