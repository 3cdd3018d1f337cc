import Testing

@testable import Martlet

@Suite("BM25")
struct BM25Tests {
  private func isClose(_ found: Float, _ expected: Double) -> Bool {
    abs(Double(found) - expected) <= expected * 1e-6
  }

  @Test("rarity is worth what the formula says")
  func rarity() {
    // ln(1 + 0.5 / 1.5), ln(1 + 9.5 / 1.5), ln(1 + 0.5 / 10.5), ln(1 + 999,000.5 / 1,000.5)
    #expect(isClose(BM25.inverseDocumentFrequency(1, of: 1), 0.287_682_072_451_780_85))
    #expect(isClose(BM25.inverseDocumentFrequency(1, of: 10), 1.992_430_164_690_206))
    #expect(isClose(BM25.inverseDocumentFrequency(10, of: 10), 0.046_520_015_634_892_91))
    #expect(isClose(BM25.inverseDocumentFrequency(1_000, of: 1_000_000), 6.907_256_403_939_986))
  }

  @Test("rarity is positive, and falls as documents are added, also past the number of all")
  func fallingRarity() {
    let values = (0...1_200).map { BM25.inverseDocumentFrequency($0, of: 1_000) }
    #expect(values.allSatisfy { $0 > 0 })
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 > $1 })
  }

  @Test("an occurrence is worth what the formula says at each length")
  func lengths() {
    let table = LengthTable(parameters: BM25(), averageLength: 10)
    #expect(isClose(table[10], 1 / 1.2))
    #expect(isClose(table[0], 1 / (1.2 * 0.25)))
    #expect(isClose(table[40], 1 / (1.2 * (0.25 + 0.75 * 4))))
    // Code 72 stands for lengths from 280 on.
    let code = NormCode.encode(length: 300)
    let length = Double(NormCode.decode(code))
    #expect(isClose(table[code], 1 / (1.2 * (0.25 + 0.75 * length / 10))))
    #expect(zip(UInt8(0)..<255, UInt8(1)...255).allSatisfy { table[$0] > table[$1] })
  }

  @Test("parameters change what lengths are worth")
  func parameters() {
    let flat = LengthTable(parameters: BM25(k1: 2, b: 0), averageLength: 7)
    #expect((UInt8(0)...255).allSatisfy { flat[$0] == 0.5 })
    let full = LengthTable(parameters: BM25(k1: 1, b: 1), averageLength: 8)
    #expect(full[8] == 1 && full[16] == 0.5 && full[4] == 2)
    #expect(full[0] == .infinity)
    let presence = LengthTable(parameters: BM25(k1: 0, b: 0.5), averageLength: 8)
    #expect((UInt8(0)...255).allSatisfy { presence[$0] == .infinity })
  }

  @Test("a field without documents counts as one of length 1", arguments: [0.0, -1, .nan])
  func noAverage(average: Double) {
    let table = LengthTable(parameters: BM25(), averageLength: average)
    #expect(table.averageLength == 1)
    #expect(isClose(table[1], 1 / 1.2))
  }

  @Test("a score is rarity times saturation")
  func score() throws {
    // ln(1 + 9.5 / 1.5) · 3 / (3 + 1.2 · (0.25 + 0.75 · 20 / 10)), by hand 1.1720
    let table = LengthTable(parameters: BM25(), averageLength: 10)
    let info = TermInfo(
      documentFrequency: 1, totalFrequency: 3, document: 0, postings: 0..<0, position: 0,
      positions: 0..<0)
    let list = PostingsList(
      info, postings: ByteView(copying: []), norms: ByteView(copying: [20]), documentCount: 1)
    let scorer = try list.scorer(weight: BM25.inverseDocumentFrequency(1, of: 10), table)
    #expect(isClose(Float(scorer.score(0, frequency: 3)), 1.172_017_743_935_415_4))
  }
}
