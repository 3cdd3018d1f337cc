import MartletTestSupport

@testable import Martlet

/// Random documents of few words, several of which may stand at one position, and where they stand.
struct BigramSample {
  /// The texts of one document's values.
  typealias Document = [[String]]

  static let schema = IndexSchema([
    (FieldDefinition(name: "text", kind: .text), Analyzer.whitespace.adding(FirstLetters())),
    (FieldDefinition(name: "title", kind: .text), Analyzer.whitespace),
  ])

  var random: SeededRandom
  let vocabulary: [String]
  /// The limits on lists of pairs of words in new segments.
  var newPairs = PairListsEncoder.Budget()
  /// The segments so far, and the documents of each.
  private(set) var segments: [LiveSegment] = []
  private(set) var documents: [[Document]] = []

  init(seed: UInt64, vocabulary size: Int) {
    random = SeededRandom(seed: seed)
    let letters = ["a", "b", "c", "d"]
    let all = letters + letters.flatMap { first in letters.map { first + $0 } } + ["abc", "zoo"]
    vocabulary = Array(all.prefix(size))
  }

  /// Creates the sample of a round: few words, some, or many.
  init(seed: UInt64, round: Int) {
    self.init(seed: seed, vocabulary: [3, 8, 22][round % 3])
  }

  /// Adds segments, some of them with deleted documents.
  mutating func addSegments(round: Int) throws {
    for _ in 0..<(round % 4 + 1) {
      try addSegment([40, 300, 1][random.int(in: 0..<3)], deleting: round % 2 * 5)
    }
  }

  /// A word, the first ones more often.
  mutating func word() -> String {
    vocabulary[min(random.int(in: 0..<vocabulary.count), random.int(in: 0..<vocabulary.count))]
  }

  /// Adds a segment of `count` documents, of which about one in `deleting` is deleted; none for 0.
  mutating func addSegment(_ count: Int, deleting: Int) throws {
    try addSegment(of: (0..<count).map { _ in document() }, deleting: deleting)
  }

  /// Adds a segment of these documents, of which about one in `deleting` is deleted; none for 0.
  mutating func addSegment(of all: [Document], deleting: Int = 0) throws {
    let gone = all.indices.filter { _ in deleting > 0 && random.oneIn(deleting) }
    let segment = try Self.segment(all, id: UInt64(segments.count), newPairs)
    segments.append(try segment.deleting(gone.map { DocumentID($0) }))
    documents.append(all)
  }

  /// The documents that are not deleted, in order.
  var survivors: [Document] {
    zip(segments, documents).flatMap { segment, documents in
      documents.indices.filter { segment.live.isLive(DocumentID($0)) }.map { documents[$0] }
    }
  }

  private mutating func document() -> Document {
    (0..<random.int(in: 0..<4)).map { _ in
      (0..<random.int(in: 0..<(random.oneIn(9) ? 60 : 8))).map { _ in word() }
    }
  }

  /// The terms at each position of a document's first field.
  static func positions(_ document: Document) -> [Int: Set<String>] {
    var position = -1
    var found: [Int: Set<String>] = [:]
    for value in document {
      if position >= 0 { position += Limits.valuePositionGap }
      for word in value {
        position += 1
        found[position] = Set([word] + (word.count == 2 ? [String(word.prefix(1))] : []))
      }
    }
    return found
  }

  /// Returns for each pair of words, as "first second", the number of positions at which the
  /// document has the first word with the second at the next position.
  static func pairs(in document: Document) -> [String: UInt32] {
    let positions = positions(document)
    var pairs: [String: UInt32] = [:]
    for (position, terms) in positions {
      for first in terms {
        for second in positions[position + 1] ?? [] { pairs["\(first) \(second)", default: 0] += 1 }
      }
    }
    return pairs
  }

  private static func segment(
    _ documents: [Document], id: UInt64, _ pairs: PairListsEncoder.Budget
  ) throws -> LiveSegment {
    let builder = ImageBuilder(schema: schema, segmentID: SegmentID(high: 9, low: id))
    builder.pairBudget = pairs
    for (number, document) in documents.enumerated() {
      let texts = document.map { $0.joined(separator: " ") }
      try builder.add(
        InputDocument(
          key: Array("\(id)-\(number)".utf8),
          values: texts.map { InputDocument.Value(field: FieldID(0), content: .text($0)) }
            + texts.prefix(1).map { InputDocument.Value(field: FieldID(1), content: .text($0)) },
          stored: []))
    }
    return try open(try builder.finish())
  }

  static func open(_ image: ByteView) throws -> LiveSegment {
    let reader = try ImageReader(image, file: "seg", isTrusted: false)
    return LiveSegment(
      try SegmentReader(reader, definitions: schema.definitions), fieldCount: schema.fields.count)
  }

  /// All pairs of the eight most frequent words.
  static let eightWords = PrefixPairBudget(leastCost: 0.01, leastShare: 0, mostWords: 8)

  /// Merges the live documents of `segments` into one segment, whose lists of pairs may take the
  /// share `share` of its bytes; nil for no such lists.
  static func merge(
    _ segments: [LiveSegment], share: Double?, leastDocumentFrequency: Int = 1
  ) throws -> LiveSegment {
    var merger = try SegmentMerger(
      segments, definitions: schema.definitions, segmentID: SegmentID(high: 9, low: 99))
    merger.bigramBudget = share.map {
      BigramBudget(leastDocumentFrequency: leastDocumentFrequency, share: $0)
    }
    merger.prefixPairBudget = eightWords
    return try open(try merger.merge())
  }

  /// A phrase of two to five words, most of which follow one another.
  mutating func phrase() -> ResolvedQuery {
    var offset: UInt32 = 0
    let parts = (0..<random.int(in: 2..<6)).map { _ in
      defer { offset += random.oneIn(8) ? 2 : 1 }
      let word = random.oneIn(40) ? "unknown" : word()
      return PhraseClause.Word(term: Array(word.utf8), offset: offset)
    }
    return .phrase(
      PhraseClause(
        field: FieldID(random.oneIn(4) ? 1 : 0),
        words: random.oneIn(2) ? Array(parts[..<2]) : parts,
        lastIsPrefix: random.oneIn(6), boost: random.oneIn(3) ? 1.5 : 1))
  }

  private mutating func leaf() -> ResolvedQuery {
    guard random.oneIn(3) else { return phrase() }
    return .term(TermClause(field: FieldID(0), term: Array(word().utf8), boost: 1))
  }

  /// A phrase, or phrases and words put together.
  mutating func query() -> ResolvedQuery {
    if random.oneIn(3) { return phrase() }
    let optional = (0..<random.int(in: 0..<4)).map { _ in leaf() }
    var clause = BooleanClause(
      required: (0..<random.int(in: 0..<3)).map { _ in leaf() }, optional: optional,
      prohibited: random.oneIn(3) ? [leaf()] : [])
    if clause.required.isEmpty, !optional.isEmpty { clause.atLeast = 1 }
    if random.oneIn(4), optional.count > 1 {
      clause.required.append(.any(of: optional) ?? .nothing)
    }
    return .boolean(clause)
  }
}

/// Gives every word, and in addition the first letter of a word of two letters at its position,
/// some words a second time, and a stem.
private struct FirstLetters: TermFilter {
  let signature = "first letters"

  func apply(_ term: AnalyzedTerm, for use: TokenUse, into terms: inout [AnalyzedTerm]) {
    terms.append(term)
    if term.bytes.count == 2 { terms.append(term.with([term.bytes[0]])) }
    if term.bytes.first == 0x62 { terms.append(term) }
    terms.append(.stem(term.bytes.prefix(1), positionOffset: term.positionOffset))
  }
}
