import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Packing")
struct PackingTests {
  private static func numbers(_ count: Int, bits: Int, _ random: inout SeededRandom) -> [UInt32] {
    (0..<count).map { _ in
      bits == 0 ? 0 : UInt32(truncatingIfNeeded: random.next() >> UInt64(64 - bits))
    }
  }

  @Test("a block of 128 unpacks to what was packed, at every width", arguments: 0...32)
  func block(width: Int) {
    var random = SeededRandom(seed: UInt64(width))
    for _ in 0..<50 {
      let block = Self.numbers(128, bits: width, &random)
      var packed = [UInt8](repeating: 0, count: BitPacking.byteCount(width: width) + 1)
      packed[packed.count - 1] = 0xA5
      var unpacked = [UInt32](repeating: 0, count: 128)
      unsafe packed.withUnsafeMutableBytes { packed in
        guard let base = packed.baseAddress else { return }
        unsafe BitPacking.pack(block, width: width, to: base)
        unsafe BitPacking.unpack(base, width: width, to: &unpacked)
      }
      #expect(unpacked == block)
      #expect(packed.last == 0xA5, "wrote behind the block")
    }
  }

  @Test("short streams unpack to what was packed", arguments: 0...32)
  func short(width: Int) {
    var random = SeededRandom(seed: UInt64(width))
    for count in [0, 1, 2, 7, 8, 9, 63, 127] {
      let numbers = Self.numbers(count, bits: width, &random)
      let writer = ByteWriter()
      unsafe ShortPacking.pack(numbers, count: count, width: width, to: writer)
      #expect(writer.count == ShortPacking.byteCount(count: count, width: width))
      writer.append(UInt64.max)
      var unpacked = [UInt32](repeating: 0, count: count)
      unsafe writer.finish().withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        unsafe ShortPacking.unpack(base, count: count, width: width, to: &unpacked)
      }
      #expect(unpacked == numbers)
    }
  }

  @Test("blocks with exceptions unpack to what was packed and never cost more than without")
  func patched() {
    var random = SeededRandom(seed: 3)
    for round in 0..<2_000 {
      let bits = round % 24
      var block = Self.numbers(128, bits: bits, &random)
      for _ in 0..<random.int(in: 0..<12) {
        block[random.int(in: 0..<128)] =
          UInt32(truncatingIfNeeded: random.next() >> 56) << UInt32(bits)
      }
      let original = block
      var packed = [UInt8](repeating: 0, count: PatchedPacking.maximumByteCount + 16)
      var unpacked = [UInt32](repeating: 0, count: 128)
      var extracted = [UInt32](repeating: 0, count: 128)
      let first = random.int(in: 0..<128)
      let part = first..<random.int(in: first..<129)
      var header: UInt8 = 0
      unsafe packed.withUnsafeMutableBytes { packed in
        guard let base = packed.baseAddress else { return }
        header = unsafe PatchedPacking.pack(&block, to: base)
        unsafe PatchedPacking.unpack(base, header: header, to: &unpacked)
        unsafe PatchedPacking.extract(part, from: base, header: header, to: &extracted)
      }
      #expect(unpacked == original, "round \(round)")
      #expect(extracted.prefix(part.count) == original[part], "round \(round), \(part)")
      let widest = original.map { IntegerMath.bitWidth(of: $0) }.max() ?? 0
      #expect(PatchedPacking.byteCount(header: header) <= 16 * widest)
    }
  }

  @Test("blocks with high parts unpack to what was packed and never cost more than without")
  func split() {
    var random = SeededRandom(seed: 5)
    for round in 0..<4_000 {
      let bits = round % 20
      let count = random.oneIn(2) ? 128 : random.int(in: 1..<128)
      var block = Self.numbers(count, bits: bits, &random)
      for _ in 0..<random.int(in: 0..<50) {
        block[random.int(in: 0..<count)] =
          UInt32(truncatingIfNeeded: random.next() >> 53) << UInt32(bits)
      }
      let original = block
      let writer = ByteWriter()
      block += Array(repeating: .max, count: SplitPacking.room - count)
      let header = unsafe SplitPacking.cheapestHeader(&block, count: count)
      unsafe SplitPacking.pack(&block, count: count, header, to: writer)
      #expect(writer.count == header.byteCount(of: count), "round \(round)")
      let widest = original.map { IntegerMath.bitWidth(of: $0) }.max() ?? 0
      #expect(writer.count <= ShortPacking.byteCount(count: count, width: widest) + 1)
      for _ in 0..<2 { writer.append(UInt64.max) }
      #expect(unpack(writer, header, count) == original, "round \(round)")
    }
  }

  @Test("blocks with high parts that were damaged unpack to something")
  func damagedSplit() {
    var random = SeededRandom(seed: 6)
    for _ in 0..<4_000 {
      let count = random.oneIn(2) ? 128 : random.int(in: 1..<128)
      let header = SplitPacking.Header(rawValue: UInt16(truncatingIfNeeded: random.next()))
      let writer = ByteWriter()
      while writer.count < header.byteCount(of: count) + SplitPacking.slack {
        writer.append(UInt8(truncatingIfNeeded: random.next()))
      }
      #expect(unpack(writer, header, count).count == count)
    }
  }

  /// The numbers of the payload in `writer`, and nothing written behind a block.
  private func unpack(
    _ writer: ByteWriter, _ header: SplitPacking.Header, _ count: Int
  ) -> [UInt32] {
    var unpacked = [UInt32](repeating: 0, count: 129)
    unpacked[128] = 77
    unsafe writer.finish().withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      unsafe SplitPacking.unpack(base, header: header, count: count, to: &unpacked)
    }
    #expect(unpacked[128] == 77, "wrote behind the block")
    return Array(unpacked.prefix(count))
  }
}
