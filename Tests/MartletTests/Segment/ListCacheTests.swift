import Testing

@testable import Martlet

@Suite("List cache")
struct ListCacheTests {
  private func key(_ number: Int, isPrefix: Bool = false) -> ListCache.Key {
    ListCache.Key(
      field: FieldID(0),
      words: isPrefix ? .prefix(Array("word\(number)".utf8)) : .term(Array("word\(number)".utf8)),
      parameters: BM25())
  }

  private func entry(_ count: Int, byteCount: Int = 0) -> ListCache.Entry {
    let info = TermInfo(
      documentFrequency: 1, totalFrequency: 1, document: 0, postings: 0..<0, position: 0,
      positions: 0..<0)
    let list = PostingsList(
      info, postings: ByteView(copying: [UInt8](repeating: 0, count: byteCount)), norms: nil,
      documentCount: 1)
    return ListCache.Entry(lists: [nil, list], documentFrequency: count)
  }

  @Test("keeps words, their beginnings and their parameters apart")
  func keys() {
    let cache = ListCache()
    cache.insert(entry(1), for: key(7))
    cache.insert(entry(2), for: key(7, isPrefix: true))
    var other = key(7)
    other.parameters = BM25(k1: 2)
    #expect(cache.find(key(7))?.documentFrequency == 1)
    #expect(cache.find(key(7, isPrefix: true))?.documentFrequency == 2)
    #expect(cache.find(other) == nil)
    other = key(7)
    other.field = FieldID(1)
    #expect(cache.find(other) == nil)
  }

  @Test("keeps the last few hundred words, and those that are asked for again")
  func words() {
    let cache = ListCache()
    for number in 0..<10_000 {
      cache.insert(entry(number), for: key(number))
      #expect(cache.find(key(0))?.documentFrequency == 0)
    }
    #expect(cache.find(key(9_999))?.documentFrequency == 9_999)
    let keptCount = (0..<10_000).count { cache.find(key($0)) != nil }
    #expect(keptCount >= 256 && keptCount <= 512)
  }

  @Test("holds made lists up to some megabytes")
  func bytes() {
    let cache = ListCache()
    for number in 0..<100 { cache.insert(entry(number, byteCount: 500_000), for: key(number)) }
    let keptCount = (0..<100).count { cache.find(key($0)) != nil }
    #expect(keptCount >= 4 && keptCount <= 8)
    cache.insert(entry(1, byteCount: 3 << 20), for: key(200))
    #expect(cache.find(key(200)) == nil)
    #expect(cache.find(key(99)) != nil)
  }

  @Test("counts long keys, such as filters of many values")
  func longKeys() {
    let cache = ListCache()
    func key(_ number: Int) -> [ListCache.Key] {
      let long = Array(repeating: UInt8(number), count: 300_000)
      let words: [ListCache.Words] = [
        .query(long), .ranges([TermRange(lower: long, upper: long)]),
      ]
      return words.map { ListCache.Key(field: FieldID(0), words: $0, parameters: BM25()) }
    }
    for number in 0..<100 {
      for key in key(number) { cache.insert(entry(number), for: key) }
    }
    let kept = (0..<100).flatMap(key).count { cache.find($0) != nil }
    #expect(kept >= 4 && kept <= 12)
  }
}
