import MartletTestSupport
import Testing

@testable import Martlet

/// Images whose checks are right although their content is not: written by another program, or by
/// another version of this library.
@Suite("Forged images")
struct ImageForgeryTests {
  /// The offset of the only sections' rows in the image made by `forge`.
  private static let firstRow = 192

  /// An image with norms of 5 bytes at 64 and lengths of 60 at 128, changed by `change`, with the
  /// hashes and checks made right again.
  private func forge(_ change: (inout [UInt8]) -> Void) throws -> [UInt8] {
    let memory = ByteWriter()
    let writer = ImageWriter(
      into: .memory(memory), segmentID: SegmentID(high: 1, low: 2), documentCount: 5)
    try writer.add(SectionID(.norms, FieldID(1)), ByteView(copying: [1, 2, 3, 4, 5]))
    try writer.add(SectionID(.lengths), ByteView(copying: [UInt8](repeating: 9, count: 60)))
    _ = try writer.finish()
    var bytes = memory.finish().array
    change(&bytes)
    seal(&bytes, at: 60, Checksum.crc32c(Array(bytes[..<60])))
    let hashOffset = 256
    seal(&bytes, at: hashOffset, Checksum.hash64(Array(bytes[..<hashOffset])))
    let footer = hashOffset + 64
    let root = Checksum.hash64(Array(bytes[hashOffset..<(hashOffset + 8)]))
    seal(&bytes, at: footer + 32, root)
    seal(&bytes, at: footer + 52, Checksum.crc32c(Array(bytes[footer..<(footer + 52)])))
    return bytes
  }

  private func seal(_ bytes: inout [UInt8], at offset: Int, _ value: some FixedWidthInteger) {
    for index in 0..<(value.bitWidth / 8) {
      bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (index * 8))
    }
  }

  private func open(_ change: (inout [UInt8]) -> Void) throws -> ImageReader {
    let view = ByteView(copying: try forge(change))
    let reader = try ImageReader(view, file: "seg", isTrusted: false)
    try reader.verifyAll()
    return reader
  }

  private func code(_ change: (inout [UInt8]) -> Void) -> SearchError.Code? {
    do {
      _ = try open(change)
      return nil
    } catch {
      return (error as? SearchError)?.code
    }
  }

  @Test("the image without a change opens")
  func unchanged() throws {
    #expect(try open { _ in }.sectionIDs.count == 2)
  }

  @Test("an unknown kind that need not be known is left out")
  func unknownOptional() throws {
    let reader = try open {
      $0[Self.firstRow] = 99
      $0[Self.firstRow + 4] = 0
    }
    #expect(reader.sectionIDs == [SectionID(.lengths)])
  }

  @Test("an unknown kind, flag, feature or major version that must be known is refused")
  func tooNew() {
    #expect(code { $0[Self.firstRow] = 99 } == .formatTooNew)
    #expect(code { $0[Self.firstRow + 5] = 1 } == .formatTooNew)
    #expect(code { $0[12] = 1 } == .formatTooNew)
    #expect(code { $0[10] = 2 } == .formatTooNew)
  }

  @Test("a larger minor version and features that only a writer must know are taken")
  func additive() {
    #expect(code { $0[11] = 7 } == nil)
    #expect(code { $0[16] = 1 } == nil)
    #expect(code { $0[20] = 1 } == nil)
  }

  @Test("an outline that makes no sense is refused")
  func corrupted() {
    #expect(code { $0[10] = 0 } == .corrupted, "major 0")
    #expect(code { $0[8] = 2 } == .corrupted, "another kind of file")
    #expect(code { $0[55] = 1 } == .corrupted, "too many documents")
    #expect(code { $0[Self.firstRow + 8] = 65 } == .corrupted, "a section not aligned")
    #expect(code { $0[Self.firstRow + 8] = 0 } == .corrupted, "a section in the header")
    #expect(code { $0[Self.firstRow + 15] = 0xFF } == .corrupted, "an offset past the end")
    #expect(code { $0[Self.firstRow + 16] = 65 } == .corrupted, "sections that overlap")
    #expect(code { $0[Self.firstRow + 23] = 0xFF } == .corrupted, "a length past the end")
    #expect(code { $0[100] = 1 } == .corrupted, "unused bytes that are not zero")
    #expect(code { $0[Self.firstRow + 50] = 1 } == .corrupted, "unused bytes after the table")
    #expect(code { $0[256 + 9] = 1 } == .corrupted, "unused bytes after the hashes")
    #expect(code { $0[320 + 13] = 1 } == .corrupted, "unused bytes in the footer")
    let twice: (inout [UInt8]) -> Void = { bytes in
      for index in 0..<4 { bytes[Self.firstRow + 24 + index] = bytes[Self.firstRow + index] }
    }
    #expect(code(twice) == .corrupted, "the same section twice")
  }

  @Test("random bytes in header, table and footer never trap")
  func random() throws {
    var seed: UInt64 = environmentSeed() ?? 1
    for _ in 0..<3_000 {
      seed += 1
      var random = SeededRandom(seed: seed)
      let places = Array(0..<64) + Array(192..<256) + Array(320..<384)
      _ = code { bytes in
        for _ in 0..<random.int(in: 1..<4) {
          let place = places[random.int(in: 0..<places.count)]
          let value = random.oneIn(3) ? 0xFF : UInt8(truncatingIfNeeded: random.next())
          bytes[place] = value
        }
      }
    }
  }
}
