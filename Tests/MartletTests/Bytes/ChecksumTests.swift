import Testing

@testable import Martlet

@Suite("Checksums")
struct ChecksumTests {
  @Test("the 64-bit hash gives the published values")
  func hash64() {
    #expect(Checksum.hash64([]) == 0xEF46_DB37_51D8_E999)
    #expect(Checksum.hash64(Array("abc".utf8)) == 0x44BC_2CF5_AD77_0999)
    let text = "Nobody inspects the spammish repetition"
    #expect(Checksum.hash64(Array(text.utf8)) == 0xFBCE_A83C_8A37_8BF1)
  }

  @Test("CRC-32C gives the published value")
  func crc32c() {
    #expect(Checksum.crc32c(Array("123456789".utf8)) == 0xE306_9283)
  }

  @Test("any changed byte changes the hash", arguments: [1, 7, 31, 32, 33, 100])
  func sensitivity(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let hash = Checksum.hash64(bytes)
    for index in 0..<count {
      var changed = bytes
      changed[index] ^= 1
      #expect(Checksum.hash64(changed) != hash)
    }
  }
}
