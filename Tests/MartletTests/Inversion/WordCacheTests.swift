import Testing

@testable import Martlet

@Suite("Word cache")
struct WordCacheTests {
  private func key(_ text: String) -> (key: WordKey, count: Int, hash: UInt64) {
    let bytes = Array(text.utf8)
    let key = bytes.withBytes { WordKey($0, at: 0, count: bytes.count) }
    return (key, bytes.count, WordHash.hash(key, bytes.count, seed: 1))
  }

  @Test("knows only what it was told, also while it grows")
  func growing() {
    let cache = WordCache()
    let firstMemory = cache.memory
    var knownCount = 0
    for number in 0..<60_000 {
      let (key, count, hash) = key("w\(number)")
      #expect(!cache.termID(of: key, count, hash: hash).isKnown)
      cache.set(UInt32(number), of: key, count, hash: hash, wordCount: number)
      #expect(cache.termID(of: key, count, hash: hash) == (UInt32(number), true))
    }
    for number in 0..<60_000 {
      let (key, count, hash) = key("w\(number)")
      let (termID, isKnown) = cache.termID(of: key, count, hash: hash)
      if isKnown { knownCount += 1 }
      #expect(!isKnown || termID == UInt32(number))
    }
    #expect(knownCount > 1_000)
    #expect(cache.memory > firstMemory)
    #expect(cache.memory <= 1 << 19)
  }

  @Test("words that differ only in zeros at the end keep apart")
  func zeros() {
    let cache = WordCache()
    let (key, count, hash) = key("a")
    cache.set(1, of: key, count, hash: hash, wordCount: 1)
    #expect(!cache.termID(of: key, count + 1, hash: hash).isKnown)
  }
}
