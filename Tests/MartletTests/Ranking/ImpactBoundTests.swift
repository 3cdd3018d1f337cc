import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Impact bound")
struct ImpactBoundTests {
  private static func table(_ random: inout SeededRandom) -> LengthTable {
    let k1 = [0, 0.01, 0.5, 1.2, 2, 40][random.int(in: 0..<6)] as Float
    let b = [0, 0.1, 0.75, 0.99, 1][random.int(in: 0..<5)] as Float
    let average = [1, 1.5, 12, 300, 90_000][random.int(in: 0..<5)] * 1.3
    return LengthTable(parameters: BM25(k1: k1, b: b), averageLength: average)
  }

  private static func frequency(_ random: inout SeededRandom) -> UInt32 {
    random.oneIn(3) ? UInt32(random.int(in: 1..<Int(Int32.max))) : UInt32(random.int(in: 1..<20))
  }

  private func scorer(
    weight: Float, asked: LengthTable, stored: LengthTable, norm: UInt8
  ) throws -> TermScorer {
    let info = TermInfo(
      documentFrequency: 1, totalFrequency: 1, document: 0, postings: 0..<0, position: 0,
      positions: 0..<0)
    let list = PostingsList(
      info, postings: ByteView(copying: []), norms: ByteView(copying: [norm]), documentCount: 1)
    return TermScorer(
      cursor: try list.cursor(), weight: weight, lengths: asked, norms: list.norms,
      boundGrowth: ImpactBound.growth(stored: stored, asked: asked))
  }

  @Test("is the impact in 255 steps, rounded up")
  func steps() {
    // 1 / 2.2 and 5 / 6.2 of 255 are 115.9 and 205.6.
    #expect(ImpactBound.encode(frequency: 1, inverse: 1 / 1.2) == 116)
    #expect(ImpactBound.encode(frequency: 5, inverse: 1 / 1.2) == 206)
    #expect(ImpactBound.encode(frequency: 1, inverse: .infinity) == 255)
    #expect(ImpactBound.encode(frequency: .max, inverse: 1) == 255)
    #expect(ImpactBound.encode(frequency: 1, inverse: 1e-30) == 1)
  }

  @Test("is never below an impact, in the statistics it was made with")
  func withoutDrift() throws {
    let seed = TestSeed.value
    var random = SeededRandom(seed: seed)
    for _ in 0..<3_000 {
      let table = Self.table(&random)
      let norm = UInt8(random.int(in: 1..<256))
      let frequency = Self.frequency(&random)
      let weight = Float(random.int(in: 1..<1_000)) / 64
      let bound = ImpactBound.encode(frequency: frequency, inverse: table[norm])
      let scorer = try scorer(weight: weight, asked: table, stored: table, norm: norm)
      let score = scorer.score(0, frequency: frequency)
      #expect(scorer.maxScore(bound: bound) >= score, "seed \(seed)")
      // One step and the slack for rounding, no more.
      #expect(scorer.maxScore(bound: bound) <= score + Double(weight) * (1.01 / 255))
    }
  }

  @Test("is never below an impact after averages and parameters have changed")
  func drift() throws {
    let seed = TestSeed.value
    var random = SeededRandom(seed: seed)
    for number in 0..<10_000 {
      let stored = Self.table(&random)
      let asked =
        random.oneIn(2)
        ? LengthTable(
          parameters: stored.parameters,
          averageLength: Double(stored.averageLength) * Double(random.int(in: 1..<300)) / 100)
        : Self.table(&random)
      let norm = UInt8(random.int(in: 0..<256))
      let frequency = Self.frequency(&random)
      let weight = Float(random.int(in: 1..<1_000)) / 64
      let bound = ImpactBound.encode(frequency: frequency, inverse: stored[norm])
      let scorer = try scorer(weight: weight, asked: asked, stored: stored, norm: norm)
      let score = scorer.score(0, frequency: frequency)
      #expect(scorer.maxScore(bound: bound) >= score, "seed \(seed), number \(number)")
      #expect(scorer.maxScore(bound: bound) <= Double(weight))
    }
  }

  @Test("stays sharp while the statistics stay alike")
  func growth() {
    let stored = LengthTable(parameters: BM25(), averageLength: 100)
    let same = LengthTable(parameters: BM25(), averageLength: 100)
    #expect(ImpactBound.growth(stored: stored, asked: same) == 1)
    let longer = LengthTable(parameters: BM25(), averageLength: 110)
    let growth = ImpactBound.growth(stored: stored, asked: longer)
    #expect(growth > 1.09 && growth < 1.11)
    #expect(abs(ImpactBound.highestImpact(3, growth: growth) - 3.3 / 255) < 0.000_1)
    #expect(ImpactBound.highestImpact(250, growth: growth) < 250.5 / 255)
    #expect(ImpactBound.highestImpact(255, growth: growth) == 1)
    let shorter = LengthTable(parameters: BM25(), averageLength: 90)
    #expect(ImpactBound.growth(stored: stored, asked: shorter) == 1)
  }
}
