import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Block compression")
struct BlockCompressionTests {
  private func compress(_ bytes: [UInt8], with compressor: BlockCompressor = .init()) -> [UInt8] {
    let writer = ByteWriter()
    let count = compressor.compress(ByteView(copying: bytes), into: writer)
    #expect(count == writer.count)
    #expect(count <= BlockCompression.largestByteCount(of: bytes.count))
    return writer.finish().array
  }

  private func decompress(_ bytes: [UInt8], byteCount: Int) -> [UInt8]? {
    BlockCompression.decompress(ByteView(copying: bytes), byteCount: byteCount)?.array
  }

  /// `count` bytes that repeat earlier ones now and then, from an alphabet of `letters`.
  private func text(_ count: Int, letters: Int, _ random: inout SeededRandom) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      if !bytes.isEmpty, random.oneIn(2) {
        let back = random.int(in: 1..<min(bytes.count, random.oneIn(3) ? 70_000 : 12) + 1)
        let length = random.oneIn(8) ? random.int(in: 1..<600) : random.int(in: 1..<24)
        for _ in 0..<length { bytes.append(bytes[bytes.count - back]) }
      } else {
        let length = random.oneIn(8) ? random.int(in: 1..<400) : random.int(in: 1..<10)
        for _ in 0..<length { bytes.append(UInt8(random.int(in: 0..<letters))) }
      }
    }
    return Array(bytes.prefix(count))
  }

  @Test("repeated bytes become a match that overlaps itself, as the format says")
  func golden() {
    let bytes = [UInt8](repeating: 0x61, count: 20)
    let expected = annotatedBytes(
      """
      1A              ; 1 literal, match of 10 + 4
      61              ; "a"
      01 00           ; 1 back
      50              ; 5 literals
      61 61 61 61 61  ; "aaaaa"
      """)
    #expect(compress(bytes) == expected)
    #expect(decompress(expected, byteCount: 20) == bytes)
  }

  @Test("bytes made by another encoder are understood")
  func foreign() {
    let block = annotatedBytes(
      """
      F0 03           ; 15 + 3 literals, no match yet: 4
      61 62 63 64 65 66 67 68 69 6A 6B 6C 6D 6E 6F 70 71 72
      12 00           ; 18 back
      0F 02 00 FF 01  ; match of 15 + 255 + 1 + 4, 2 back
      20 78 79        ; "xy"
      """)
    let alphabet = Array("abcdefghijklmnopqr".utf8)
    var expected = alphabet + alphabet.prefix(4)
    for _ in 0..<275 { expected.append(expected[expected.count - 2]) }
    expected += Array("xy".utf8)
    #expect(decompress(block, byteCount: expected.count) == expected)
  }

  @Test("what was compressed comes back, at every small length and for one byte or many")
  func smallLengths() {
    let compressor = BlockCompressor()
    for count in 0..<300 {
      for letters in [1, 2, 7, 256] {
        var random = SeededRandom(seed: UInt64(count * 7 + letters))
        let bytes = (0..<count).map { _ in UInt8(random.int(in: 0..<letters)) }
        let packed = compress(bytes, with: compressor)
        #expect(decompress(packed, byteCount: count) == bytes, "\(count) of \(letters)")
      }
    }
  }

  @Test("what was compressed comes back, for random repetitions")
  func randomTexts() {
    let first: UInt64 = environmentSeed() ?? 100
    let compressor = BlockCompressor()
    for seed in first..<(first + 60) {
      var random = SeededRandom(seed: seed)
      let count = random.oneIn(6) ? random.int(in: 0..<200_000) : random.int(in: 0..<20_000)
      let bytes = text(count, letters: random.oneIn(2) ? 256 : 4, &random)
      let packed = compress(bytes, with: compressor)
      #expect(decompress(packed, byteCount: count) == bytes, "seed \(seed)")
      #expect(packed == compress(bytes), "seed \(seed): depends on earlier blocks")
      if count > 0 { #expect(decompress(packed, byteCount: count - 1) == nil, "seed \(seed)") }
      #expect(decompress(packed, byteCount: count + 1) == nil, "seed \(seed)")
    }
  }

  @Test("noise grows by no more than the bound, and repetition shrinks by almost 255")
  func extremes() {
    var random = SeededRandom(seed: 1)
    let noise = (0..<100_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    #expect(compress(noise).count > 100_000)
    let packed = compress([UInt8](repeating: 7, count: 1_000_000))
    #expect(packed.count < 4_000)
    #expect(1_000_000 <= BlockCompression.largestOriginalByteCount(of: packed.count))
  }

  @Test("damaged, cut and invented bytes give a wrong result or none, and stay in bounds")
  func damage() {
    let first: UInt64 = environmentSeed() ?? 1
    var random = SeededRandom(seed: first)
    let bytes = text(2_000, letters: 20, &random)
    let packed = compress(bytes)
    for count in 0..<packed.count {
      #expect(decompress(Array(packed[..<count]), byteCount: bytes.count) == nil)
    }
    for seed in first..<(first + 3_000) {
      var random = SeededRandom(seed: seed)
      var damaged = packed
      for _ in 0..<random.int(in: 1..<4) {
        let value = random.oneIn(2) ? 0xFF : UInt8(truncatingIfNeeded: random.next())
        damaged[random.int(in: 0..<damaged.count)] = value
      }
      checkBounds(damaged, byteCount: bytes.count)
      let noise = (0..<random.int(in: 0..<60)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      checkBounds(noise, byteCount: random.int(in: 0..<400))
    }
  }

  /// Decompresses into the middle of memory whose surroundings must stay as they are.
  private func checkBounds(_ bytes: [UInt8], byteCount: Int) {
    let margin = 64
    var memory = [UInt8](repeating: 0xA5, count: byteCount + 2 * margin)
    unsafe memory.withUnsafeMutableBytes { target in
      unsafe bytes.withUnsafeBytes { source in
        // SAFETY: the range lies in the memory lent.
        let room = unsafe UnsafeMutableRawBufferPointer(
          rebasing: target[margin..<(margin + byteCount)])
        _ = unsafe BlockCompression.decompress(source, into: room)
      }
    }
    #expect(memory.prefix(margin).allSatisfy { $0 == 0xA5 })
    #expect(memory.suffix(margin).allSatisfy { $0 == 0xA5 })
  }

  @Test("a claim of more bytes than the source can stand for is refused before any allocation")
  func claims() {
    #expect(decompress([0x10, 0x61], byteCount: .max >> 23) == nil)
    #expect(decompress([0x10, 0x61], byteCount: -1) == nil)
    #expect(decompress([0x10, 0x61], byteCount: 1) == [0x61])
    #expect(decompress([], byteCount: 0) == nil)
    #expect(decompress([0], byteCount: 0) == [])
  }
}
