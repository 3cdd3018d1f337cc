import Testing

@testable import Martlet

@Suite("Norm code")
struct NormCodeTests {
  @Test("lengths up to 40 are exact")
  func exact() {
    for length in 0...40 {
      #expect(NormCode.decode(NormCode.encode(length: length)) == length)
    }
  }

  @Test("every code decodes to a length that encodes to it")
  func roundTrip() {
    for code in UInt8.min...UInt8.max {
      let length = NormCode.decode(code)
      if length <= Int(Int32.max) { #expect(NormCode.encode(length: length) == code) }
    }
  }

  @Test("the code never falls and never overstates the length")
  func monotone() {
    var previous: UInt8 = 0
    for length in 0..<200_000 {
      let code = NormCode.encode(length: length)
      #expect(code >= previous && NormCode.decode(code) <= length)
      previous = code
    }
  }
}
