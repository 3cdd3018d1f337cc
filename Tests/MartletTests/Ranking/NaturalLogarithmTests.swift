import Foundation
import Testing

@testable import Martlet

@Suite("The natural logarithm")
struct NaturalLogarithmTests {
  /// The bits of the rarities of 1 to 200,000 documents, as FNV-1a mixes them.
  private static func mixedRarities(of documentCount: Int) -> UInt64 {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for count in 1...200_000 {
      let bits = BM25.inverseDocumentFrequency(count, of: documentCount).bitPattern
      sum = (sum ^ UInt64(bits)) &* 0x100_0000_01B3
    }
    return sum
  }

  // Computed with Java 17 as
  // `(float) Math.log(1 + (docCount - docFreq + 0.5D) / (docFreq + 0.5D))`.
  @Test(
    "rarities are those of Lucene, bit by bit",
    arguments: [
      (288_491, 0x78C6_6280_3DE5_083C), (1_000_000, 0x9FF4_4D13_2716_A698),
      (10_000_000, 0x6522_6946_1E6A_AD2B), (2_147_483_519, 0xA938_14BE_99FC_EB80),
    ] as [(Int, UInt64)])
  func sameAsLucene(documentCount: Int, mixed: UInt64) {
    #expect(Self.mixedRarities(of: documentCount) == mixed)
  }

  @Test(
    "single rarities are those of Lucene",
    arguments: [
      (1, 1, 0x3E93_4B11), (3, 10, 0x3F92_93B2), (1_000, 1_000_000, 0x40DD_083F),
      (1, 10_000_000, 0x417B_66EF), (9_999_999, 10_000_000, 0x3421_0FAF),
      (288_491, 288_491, 0x35E8_9EA5), (77, 2_147_483_519, 0x4189_1929),
    ] as [(Int, Int, UInt32)])
  func exact(count: Int, documentCount: Int, bits: UInt32) {
    #expect(BM25.inverseDocumentFrequency(count, of: documentCount).bitPattern == bits)
  }

  @Test("no logarithm is more than a unit in the last place from the system's")
  func closeToSystem() {
    var number = Double.leastNormalMagnitude
    while number < .greatestFiniteMagnitude / 1.01 {
      let expected = Foundation.log(number)
      #expect(abs(NaturalLogarithm.of(number) - expected) <= expected.ulp, "of \(number)")
      number *= 1.009_7
    }
    for step in -50_000...50_000 where step != 0 {
      let number = 1 + Double(step) / 100_003
      let expected = Foundation.log(number)
      #expect(abs(NaturalLogarithm.of(number) - expected) <= expected.ulp, "of \(number)")
    }
  }

  @Test("powers of two and one")
  func powers() {
    #expect(NaturalLogarithm.of(1) == 0)
    #expect(NaturalLogarithm.of(2) == 0x1.62e42fefa39efp-1)
    #expect(NaturalLogarithm.of(0.5) == -0x1.62e42fefa39efp-1)
    #expect(NaturalLogarithm.of(.greatestFiniteMagnitude) == 0x1.62e42fefa39efp9)
  }
}
