import Foundation
import Testing

@testable import Martlet

@Suite("Powers of two")
struct PowerOfTwoTests {
  @Test("differ from those of the system by a unit in the last place at most")
  func values() {
    for step in -20_000...20_000 {
      let exponent = Double(step) / 97
      let expected = Foundation.exp2(exponent)
      #expect(abs(PowerOfTwo.of(exponent) - expected) <= 2 * expected.ulp, "\(exponent)")
    }
  }

  @Test("of whole numbers are exact, and beyond all numbers 0 and infinity")
  func limits() {
    for exponent in -1_022...1_023 {
      #expect(
        PowerOfTwo.of(Double(exponent)) == Double(sign: .plus, exponent: exponent, significand: 1))
    }
    #expect(PowerOfTwo.of(-1e300) == 0)
    #expect(PowerOfTwo.of(-.infinity) == 0)
    #expect(PowerOfTwo.of(-1_099.5) == 0)
    #expect(PowerOfTwo.of(.nan) == 0)
    #expect(PowerOfTwo.of(1e300) == .infinity)
    #expect(PowerOfTwo.of(1_099.5) == .infinity)
  }
}
