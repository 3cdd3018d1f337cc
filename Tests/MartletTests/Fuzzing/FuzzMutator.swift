#if canImport(MartletTestSupport)
  import MartletTestSupport
#endif

@testable import Martlet

/// Changes inputs so that they pass checksums: most changes are made to one part of a file, which
/// is then assembled again with correct checks.
struct FuzzMutator {
  let target: FuzzTarget
  /// The most bytes of an input.
  let limit: Int

  /// Other bytes, made of `bytes`.
  ///
  /// - Parameters:
  ///   - seed: What decides which part is changed.
  ///   - change: Gives other bytes in place of some, at most as many as it is told.
  func mutate(
    _ bytes: [UInt8], seed: UInt64, _ change: ([UInt8], Int) -> [UInt8]
  ) -> [UInt8] {
    var random = SeededRandom(seed: seed)
    guard !random.oneIn(16), var layout = target.layout(of: bytes), !layout.parts.isEmpty else {
      return change(bytes, limit)
    }
    for _ in 0..<(random.oneIn(4) ? 2 : 1) {
      let index = random.int(in: 0..<layout.parts.count)
      let part = layout.parts[index]
      layout.parts[index] = change(part, max(1, min(limit - bytes.count + part.count, limit)))
    }
    let mutated = layout.assembled()
    return mutated.count <= limit ? mutated : bytes
  }
}

extension SeededRandom {
  /// Changes bytes as a fuzzer does, for runs without one: some bytes changed, inserted, removed,
  /// repeated, or made an extreme number.
  mutating func change(_ bytes: [UInt8], upTo limit: Int) -> [UInt8] {
    var result = bytes
    for _ in 0..<int(in: 1..<4) { changeOnce(&result) }
    return Array(result.prefix(limit))
  }

  private mutating func changeOnce(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return bytes.append(UInt8(truncatingIfNeeded: next())) }
    let start = int(in: 0..<bytes.count)
    let end = min(bytes.count, start + int(in: 1..<9))
    switch int(in: 0..<8) {
    case 0, 1: bytes[start] ^= 1 << UInt8(int(in: 0..<8))
    case 2: bytes[start] = UInt8(truncatingIfNeeded: next())
    case 3: bytes[start] = bytes[start] &+ (oneIn(2) ? 1 : 255)
    case 4: bytes.replaceSubrange(start..<end, with: bytes[start..<end] + bytes[start..<end])
    case 5: bytes.removeSubrange(start..<end)
    case 6:
      let extreme: UInt8 = [0, 0x7F, 0x80, 0xFF][int(in: 0..<4)]
      for index in start..<end { bytes[index] = extreme }
    default:
      let source = int(in: 0..<bytes.count)
      for index in start..<end { bytes[index] = bytes[(source + index - start) % bytes.count] }
    }
  }
}
