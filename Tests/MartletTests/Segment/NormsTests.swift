import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Norms")
struct NormsTests {
  private let field = FieldID(3)

  private func norms(_ lengths: [Int]) throws -> (Norms, NormsWriter, ImageReader) {
    var writer = NormsWriter()
    for length in lengths { writer.append(length: length) }
    let image = try testImage(documentCount: lengths.count) { try writer.finish(field, into: $0) }
    let norms = try #require(try Norms(image, field: field))
    return (norms, writer, image)
  }

  @Test(
    "lengths and norms are read back, whatever the largest length",
    arguments: [0, 40, 41, 255, 256, 65_535, 65_536, 1 << 30])
  func roundTrip(largest: Int) throws {
    var random = SeededRandom(seed: UInt64(largest))
    var lengths = (0..<500).map { _ in random.oneIn(3) ? 0 : random.int(in: 0..<(largest + 1)) }
    lengths.append(largest)
    let (norms, writer, image) = try norms(lengths)
    #expect((image.section(SectionID(.lengths, field)) == nil) == (largest <= 40))
    let bytes = try norms.bytes
    for (document, length) in lengths.enumerated() {
      #expect(try norms.length(of: DocumentID(document)) == length)
      #expect(bytes[document] == NormCode.encode(length: length))
    }
    #expect(writer.statistics.tokenCount == lengths.reduce(0, +))
    #expect(writer.statistics.documentCount == lengths.count { $0 > 0 })
    #expect(try norms.verify() == writer.statistics)
  }

  @Test("the bytes are as the format says")
  func golden() throws {
    let (_, _, image) = try norms([3, 0, 300])
    let norms = try image.requiredSection(SectionID(.norms, field)).bytes.array
    let lengths = try image.requiredSection(SectionID(.lengths, field)).bytes.array
    #expect(norms == annotatedBytes("03 00 48 ; codes of 3, 0 and 288…319"))
    #expect(lengths == annotatedBytes("03 00  00 00  2C 01 ; 3, 0, 300 in 2 bytes each"))
  }

  @Test("documents filled in have no tokens")
  func filled() throws {
    var writer = NormsWriter(capacity: 3)
    writer.fill(upTo: 2)
    writer.append(length: 7)
    writer.fill(upTo: 3)
    let image = try testImage(documentCount: 3) { try writer.finish(field, into: $0) }
    let norms = try #require(try Norms(image, field: field))
    #expect(try (0..<3).map { try norms.length(of: $0) } == [0, 0, 7])
    #expect(writer.statistics == FieldStatistics(documentCount: 1, tokenCount: 7))
  }

  @Test("a field that no document has, and a segment without documents, have no lengths")
  func absent() throws {
    let image = try testImage(documentCount: 3) { _ in }
    #expect(try Norms(image, field: field) == nil)
    let (empty, _, _) = try norms([])
    #expect(try empty.bytes.count == 0)
    #expect(try empty.verify() == FieldStatistics())
  }

  @Test("sections of a wrong size are refused")
  func wrongSizes() {
    let norms = testSection([1, 2, 3])
    #expect(throws: SearchError.self) {
      try Norms(norms: norms, lengths: nil, documentCount: 4)
    }
    for count in [0, 4, 5, 9, 15] {
      let lengths = testSection([UInt8](repeating: 1, count: count))
      #expect(throws: SearchError.self) {
        try Norms(norms: norms, lengths: lengths, documentCount: 3)
      }
    }
  }

  @Test("a norm that is not its length's is found by the full check")
  func inconsistent() throws {
    let lengths = testSection([1, 0, 50])
    let norms = try Norms(norms: testSection([1, 0, 41]), lengths: lengths, documentCount: 3)
    #expect(throws: SearchError.self) { try norms.verify() }
  }
}
