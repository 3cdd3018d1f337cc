import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Segment checker")
struct SegmentCheckerTests {
  @Test("an image of random documents passes", arguments: [0, 1, 2, 50, 300])
  func sound(documentCount: Int) throws {
    let seed = TestSeed.value &+ UInt64(documentCount)
    let sample = try InspectionSample(seed: seed, documentCount: documentCount, length: 30)
    #expect(sample.check(sample.bytes) == [], "seed \(seed)")
    #expect(sample.check(sample.bytes, isTrusted: true) == [], "seed \(seed)")
    #expect(SegmentChecker.check(try sample.segment(sample.bytes)) == [], "seed \(seed)")
    #expect(sample.check(sample.forged { _ in }) == [], "forging nothing changes nothing")
  }

  @Test("lists with several superblocks pass")
  func long() throws {
    let sample = try InspectionSample(seed: 1, documentCount: 4_500, length: 4)
    #expect(sample.check(sample.bytes) == [])
  }
}
