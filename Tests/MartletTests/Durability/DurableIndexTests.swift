import MartletTestSupport
import Testing

@testable import Martlet

@Suite("An index that is open for writing")
struct DurableIndexTests {
  @Test("holds after reopening what it held before", arguments: StorageKind.allCases)
  func reopening(kind: StorageKind) throws {
    let (storage, keep) = try kind.make()
    defer { withExtendedLifetime(keep) {} }
    for seed in 0..<(kind == .memory ? 40 : 3) as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let before = try? NumberIndex.numbers(in: storage).count
      let index = try NumberIndex(storage, seed: seed)
      #expect(Int(index.last) == before ?? 0)
      for step in Step.script(15, using: &random) {
        try index.run(step)
        if kind == .memory || random.oneIn(4) {
          #expect(try NumberIndex.numbers(in: storage).count == Int(index.last), "seed \(seed)")
        }
      }
      if random.oneIn(2) { try index.close() }
    }
  }
}
