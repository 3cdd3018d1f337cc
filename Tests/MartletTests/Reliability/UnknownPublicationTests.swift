import MartletTestSupport
import Testing

@testable import Martlet

/// Opening with a new field when it cannot be known whether the manifest with that field is on the
/// disk.
@Suite("A publication of unknown outcome while opening")
struct UnknownPublicationTests {
  @Test(
    "removes no file, so that the next opening has all documents",
    arguments: DiskFault.Effect.allCases)
  func removesNothing(effect: DiskFault.Effect) throws {
    var (strikes, unknown) = (0, 0)
    for call in 0..<60 {
      let disk = SimulatedDisk()
      let old = try TestEngine.open(disk) { $0.durability = .full }
      for number in 0..<5 { try old.write(TestEngine.puts(number..<(number + 1), 1)) }
      let killed = disk.kill()
      killed.fail(
        DiskFault(
          call: killed.callCount + call, isLasting: false, .durabilityUnknown, effect))
      let opened = Result { () throws(SearchError) in try Self.open(killed) }
      if case .failure(let error) = opened, error.code == .durabilityUnknown { unknown += 1 }
      if case .success(let core) = opened { core.closeAnyway() }
      strikes += killed.strikes.count
      killed.fail(nil)
      let again = try Self.open(killed.kill())
      #expect(try again.documents() == TestEngine.expected(5), "call \(call)")
      try again.write(TestEngine.puts(5..<6, 1))
      try again.close()
      #expect(
        try Self.open(killed.kill()).documents().count >= 5,
        "call \(call), opened for the third time")
    }
    #expect(strikes > 20 && unknown > 0)
  }

  private static func open(_ disk: SimulatedDisk) throws(SearchError) -> IndexCore {
    try IndexCore.open(
      disk, schema: TestEngine.laterSchema, options: TestEngine.options { $0.durability = .full })
  }
}

extension TestEngine {
  /// The documents of `puts(0..<count, 1)`.
  fileprivate static func expected(_ count: Int) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", 1) })
  }
}
