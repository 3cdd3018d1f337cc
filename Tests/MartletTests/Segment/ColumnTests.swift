import MartletTestSupport
import Testing

@testable import Martlet

/// Columns against the documents that they were made of.
@Suite("Columns")
struct ColumnTests {
  private let field = FieldID(0)

  private func segment(
    _ kind: FieldKind, _ documents: [[InputDocument.Content]]
  ) throws -> SegmentReader {
    let definition = FieldDefinition(name: "value", kind: kind, hasPositions: false)
    let builder = ImageBuilder(
      schema: IndexSchema([(definition, Analyzer.keyword)]), segmentID: SegmentID(high: 1, low: 2))
    for (number, values) in documents.enumerated() {
      try builder.add(
        InputDocument(
          key: Array("\(number)".utf8),
          values: values.map { InputDocument.Value(field: field, content: $0) }, stored: []))
    }
    let image = try ImageReader(builder.finish(), file: "seg", isTrusted: false)
    return try SegmentReader(image, definitions: [definition])
  }

  private func terms(_ segment: SegmentReader) throws -> [[UInt8]] {
    guard let dictionary = segment.field(field)?.dictionary else { return [] }
    return try (0..<dictionary.termCount).map { try dictionary.cursor(at: $0).bytes }
  }

  private func ordinals(_ column: Column, _ document: Int) -> [Int] {
    var ordinals: [Int] = []
    column.forEachOrdinal(of: DocumentID(document)) { ordinals.append($0) }
    return ordinals
  }

  @Test("give each document its values", arguments: 0..<40)
  func values(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let most = random.int(in: 1..<4)
    let distinct = [3, 200, 300, 70_000][random.int(in: 0..<4)]
    let isNumber = random.oneIn(2)
    let documents = (0..<random.int(in: 1..<900)).map { _ in
      (0..<random.int(in: 0..<(most + 1))).map { _ -> InputDocument.Content in
        let number = random.int(in: 0..<distinct)
        return isNumber ? .number(Double(number) * 0.5) : .text("value \(number)")
      }
    }
    let segment = try segment(isNumber ? .number : .keyword, documents)
    guard documents.contains(where: { !$0.isEmpty }) else {
      #expect(segment.field(field) == nil)
      return
    }
    let column = try #require(segment.field(field)?.column)
    try column.verify()
    let terms = try terms(segment)
    #expect(column.termCount == terms.count)
    for (number, values) in documents.enumerated() {
      let expected = Set(
        values.map { value in
          switch value {
          case .text(let text): Array(text.utf8)
          case .number(let number): SortableNumber.encode(number)
          }
        })
      let found = ordinals(column, number)
      #expect(found == found.sorted(), "seed \(seed)")
      #expect(Set(found.map { terms[$0] }) == expected, "seed \(seed), document \(number)")
    }
    guard isNumber else { return }
    for (ordinal, term) in terms.enumerated() {
      #expect(column.number(of: ordinal) == SortableNumber.decode(term), "seed \(seed)")
    }
  }

  @Test("are refused where documents share values, which could take for ever to go through")
  func sharedValues() throws {
    let segment = try segment(.keyword, [[.text("a"), .text("b")], [.text("c")], [.text("d")]])
    let column = try #require(segment.field(field)?.column)
    try column.verify()
    let bytes = Array(column.section.bytes.array(0..<column.section.count))
    for starts: [UInt8] in [[0, 4, 0, 4], [0, 4, 4, 3], [0, 0, 5, 4]] {
      var forged = bytes
      for (index, start) in starts.enumerated() {
        forged[ColumnFormat.headerByteCount + 4 * index] = start
      }
      let other = try Column(
        Section(ByteView(copying: forged)), documentCount: 3, termCount: column.termCount)
      #expect(thrownCode { try other.verify() } == .corrupted, "\(starts)")
      #expect(thrownCode { try other.verify() } == .corrupted, "again")
    }
  }

  @Test("sort keywords as a person does: without regard to case and accents first")
  func ranks() throws {
    let words = ["Zoo", "apple", "Äpfel", "apfel", "Apfel", "zebra", "été", "Eta"]
    let segment = try segment(.keyword, words.map { [.text($0)] })
    let column = try #require(segment.field(field)?.column)
    let terms = try terms(segment).map { String(decoding: $0, as: UTF8.self) }
    let sorted = terms.indices.sorted { column.rank(of: $0) < column.rank(of: $1) }
    #expect(
      sorted.map { terms[$0] }
        == ["Apfel", "apfel", "Äpfel", "apple", "Eta", "été", "zebra", "Zoo"])
  }

  private static let manyNumbers: [[Double]] = [
    [0, 1, 255], [0, 256], [-5, 65_530], [1_700_000_000, 1_700_000_001], [0.5, 1],
    [-1e300, 1e300], [0x1p53, 0x1p53 + 2], [-.infinity, 0, .infinity], [.nan, 1],
  ]

  @Test("keep any numbers", arguments: manyNumbers)
  func numbers(_ numbers: [Double]) throws {
    let segment = try segment(.number, numbers.map { [.number($0)] })
    let column = try #require(segment.field(field)?.column)
    for (document, number) in numbers.enumerated() {
      let found = ordinals(column, document).map { column.number(of: $0) }
      #expect(found.count == 1 && (found[0] == number || found[0].isNaN && number.isNaN))
    }
  }

  @Test("the bytes are as the format says")
  func golden() throws {
    let segment = try segment(.number, [[.number(1_851)], [], [.number(1_840)]])
    let section = try segment.image.requiredSection(SectionID(.columns, field))
    #expect(
      section.bytes.array
        == annotatedBytes(
          """
          04 01 01 00  03 00 00 00           ; numbers, ordinals and numbers of 1 byte, 3 entries
          00 00 00 00 00 C0 9C 40            ; the base 1840
          02 00 01                           ; 1851, none, 1840
          00 0B                              ; 1840 and 1851
          """))
  }
}
