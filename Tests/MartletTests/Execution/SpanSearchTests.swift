import MartletTestSupport
import Testing

@testable import Martlet

@Suite("The positions of many terms")
struct SpanSearchTests {
  private static let words = (0..<40).map { "w\($0)" }

  private static func segment() throws -> LiveSegment {
    var random = SeededRandom(seed: TestSeed.value)
    let documents = (0..<1_500).map { number -> ReferenceEngine.Document in
      // Some words are rare.
      let text = (0..<random.int(in: 1..<20)).map { _ in
        Self.words[min(random.int(in: 0..<40), random.int(in: 0..<60))]
      }
      return ReferenceEngine.Document(key: "\(number)", fields: [text])
    }
    return try TestSegments.segment(documents, TestSegments.schema(fieldCount: 1), id: 1)
  }

  /// Returns the documents and frequencies that a clause finds.
  private static func find(
    _ nodes: [PositionalClause.Node], in segment: LiveSegment, mostPositions: Int
  ) throws -> [SIMD2<UInt32>] {
    let clause = PositionalClause(field: FieldID(0), nodes: nodes, boost: 1)
    let set = SegmentSet([segment], fieldCount: 1)
    let candidates = try QueryPlanner.documents(
      of: clause.candidates(hasPositions: true), in: set, SearchStop(), ListCache())
    let list = try SpanSearch.list(
      of: clause, among: #require(candidates.lists[0]),
      in: #require(segment.reader.field(FieldID(0))), segment,
      LengthTable(parameters: BM25(), averageLength: 10), SearchStop(),
      mostPositions: mostPositions)
    var found: [SIMD2<UInt32>] = []
    guard let cursor = try list?.cursor() else { return [] }
    while !cursor.isExhausted {
      try cursor.loadDocuments()
      try cursor.loadFrequencies()
      for slot in 0..<cursor.count {
        found.append(SIMD2(cursor.document(at: slot), unsafe cursor.frequencies[slot]))
      }
      cursor.nextBlock()
    }
    return found
  }

  @Test("are the same, however many are read at one time")
  func passes() throws {
    let segment = try Self.segment()
    let (prefix, one) = (
      PositionalClause.Node.prefix([0x77]), PositionalClause.Node.terms([Array("w1".utf8)])
    )
    let pattern = PositionalClause.Node.pattern(.wildcards(WildcardPattern("w?2")))
    let near = PositionalClause.Node.near(distance: 2, inOrder: true)
    for nodes in [
      [prefix, one, near], [pattern, one, near], [prefix, prefix, near, pattern, near],
      [one, pattern, .any(count: 2), prefix, near], [prefix, .start],
    ] {
      let whole = try Self.find(nodes, in: segment, mostPositions: 1 << 30)
      #expect(whole.count > 10)
      for most in [1, 700, 5_000] {
        #expect(try Self.find(nodes, in: segment, mostPositions: most) == whole, "\(nodes)")
      }
    }
  }

  @Test("of a set of many words are those of several sets of few")
  func manyTerms() throws {
    let segment = try Self.segment()
    let terms = Self.words.map { Array($0.utf8) }
    let tail: [PositionalClause.Node] = [.terms([terms[3]]), .near(distance: 1, inOrder: false)]
    let many = try Self.find([.terms(terms)] + tail, in: segment, mostPositions: 500)
    var few = stride(from: 0, to: 40, by: 10).map { start in
      PositionalClause.Node.terms(Array(terms[start..<(start + 10)]))
    }
    few.append(.any(count: 4))
    #expect(try Self.find(few + tail, in: segment, mostPositions: 1 << 30) == many)
    #expect(many.count > 10)
  }
}
