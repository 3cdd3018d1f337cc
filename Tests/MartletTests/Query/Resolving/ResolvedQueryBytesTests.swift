import MartletTestSupport
import Testing

@testable import Martlet

@Suite("The bytes of a resolved query")
struct ResolvedQueryBytesTests {
  @Test("are the same for equal queries only")
  func bytes() {
    var corpus = RandomCorpus(seed: TestSeed.value, vocabulary: 8, fieldCount: 2)
    for number in 0..<50 { _ = corpus.document("\(number)", length: 4) }
    var queries: [[UInt8]: ResolvedQuery] = [:]
    var repeated = 0
    for _ in 0..<20_000 {
      var query = corpus.query()
      if corpus.random.oneIn(4) { query = query.filtered(by: corpus.query()) }
      guard let known = queries.updateValue(query, forKey: query.bytes) else { continue }
      repeated += 1
      #expect(known == query)
    }
    #expect(repeated > 100)
    #expect(Set(queries.values).count == queries.count)
  }
}
