import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Word key")
struct WordKeyTests {
  private func key(_ bytes: [UInt8], _ count: Int, at start: Int = 0) -> WordKey {
    bytes.withBytes { WordKey($0, at: start, count: count) }
  }

  private func bytes(_ key: WordKey, _ count: Int) -> [UInt8] {
    key.withBytes(count) { Array(copying: $0) }
  }

  @Test("a key has the bytes of its word and nothing of what follows")
  func contents() {
    let seed = TestSeed.value
    var random = SeededRandom(seed: seed)
    for _ in 0..<2_000 {
      let text = (0..<WordKey.longest).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      for count in 1...WordKey.longest {
        let word = Array(text.prefix(count))
        let inText = key(text, count)
        #expect(inText == key(word, count), "seed \(seed): \(word)")
        #expect(inText == key([0xFF] + text, count, at: 1), "seed \(seed): \(word)")
        #expect(inText == key([0xFF] + word, count, at: 1), "seed \(seed): \(word)")
        #expect(bytes(inText, count) == word, "seed \(seed)")
      }
    }
  }

  @Test("capitals of ASCII become small letters, and no other byte changes")
  func lowercased() {
    for byte in UInt8(0)..<0x80 {
      for place in 0..<WordKey.longest {
        var word = [UInt8](repeating: 0x40, count: WordKey.longest)
        word[place] = byte
        let found = key(word, word.count)
        #expect(found.isASCII)
        word[place] = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte + 0x20 : byte
        #expect(bytes(found.lowercased, word.count) == word)
      }
    }
    #expect(!key([0x41, 0x80], 2).isASCII)
    #expect(key([0x41, 0x80], 1).isASCII)
  }

  @Test("any word has one hash, whichever way it is read, and length counts")
  func hashes() {
    let text = [UInt8](repeating: 0x61, count: 100)
    var hashes: Set<UInt64> = []
    for count in 1...text.count {
      let hash = Array(text.prefix(count)).withBytes { WordHash.hash($0, seed: 7) }
      if count <= WordKey.longest {
        let key = key(text, count)
        #expect(WordHash.hash(key, count, seed: 7) == hash)
      }
      hashes.insert(hash)
    }
    #expect(hashes.count == text.count)
  }
}
