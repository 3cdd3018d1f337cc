import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Scores of a block")
struct TermScorerTests {
  /// A list of random frequencies in documents of random lengths.
  private static func scorer(
    _ random: inout SeededRandom, _ parameters: BM25
  ) throws -> TermScorer {
    let count = random.int(in: 1..<(Limits.blockSize * 2))
    let norms = ByteWriter()
    for _ in 0..<count { norms.append(UInt8(random.int(in: 0..<256))) }
    let postings = ByteWriter()
    let writer = PostingsWriter(into: postings, positions: nil, norms: nil, lengths: nil)
    for document in 0..<count {
      let frequency = random.oneIn(3) ? 1 << random.int(in: 0..<24) : random.int(in: 1..<9)
      writer.append(document: UInt32(document), frequency: UInt32(frequency))
    }
    let info = try writer.finishTerm()
    try writer.finish()
    let cursor = try PostingsCursor(
      info, section: Section(postings.finish()), documentCount: count, hasPositions: false)
    return TermScorer(
      cursor: cursor, weight: Float(random.int(in: 1..<1 << 20)) * 0x1p-14,
      lengths: LengthTable(
        parameters: parameters, averageLength: Double(random.int(in: 1..<10_000))),
      norms: random.oneIn(4) ? nil : norms.finish(), boundGrowth: 1)
  }

  @Test("keeps exactly the documents above a limit, whatever is near it", arguments: 0..<40)
  func limits(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let parameters = [BM25(), BM25(k1: 0, b: 0.5), BM25(k1: 1, b: 1), BM25(k1: 9, b: 0)]
    let scorer = try Self.scorer(&random, parameters[round % 4])
    let cursor = scorer.cursor
    try cursor.loadDocuments()
    try cursor.loadFrequencies()
    let all = (0..<cursor.count).map { index in
      let document = unsafe cursor.documents[index]
      return (
        document: document,
        score: unsafe scorer.score(document, frequency: cursor.frequencies[index])
      )
    }
    let limits = all.flatMap { [$0.score.nextDown, $0.score, $0.score.nextUp] }
    let weight = Double(scorer.weight)
    let candidates = CandidateBuffer()
    for limit in limits + [-.infinity, -1, 0, weight.nextDown, weight, weight * 2, .infinity] {
      try scorer.scoreBlock(into: candidates, above: limit)
      let found = (0..<candidates.count).map {
        (document: candidates.document(at: $0), score: candidates[scoreAt: $0])
      }
      let expected = all.filter { $0.score > limit }
      guard !found.elementsEqual(expected, by: ==) else { continue }
      Issue.record("limit \(limit), weight \(weight), seed \(seed)")
    }
  }
}
