import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Token stream")
struct TokenStreamTests {
  private struct Occurrence: Equatable {
    var document: UInt32
    var position: UInt32
  }

  private func occurrences(_ term: Int, in sorted: SortedTokens) -> [Occurrence] {
    sorted.range(of: term).map { index in
      let token = unsafe sorted.elements[index]
      return Occurrence(
        document: UInt32(token >> 32), position: UInt32(truncatingIfNeeded: token))
    }
  }

  /// Mostly 1, as in a text.
  private static func randomStep(_ random: inout SeededRandom) -> Int {
    if random.oneIn(50) { return random.int(in: 0..<Limits.tokensPerField) }
    return random.oneIn(5) ? random.int(in: 0..<300) : 1
  }

  @Test("sorting groups the tokens by term and keeps their order", arguments: 0..<10)
  func sorting(round: Int) {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let termCount = random.int(in: 1..<40)
    let stream = TokenStream()
    var expected = [[Occurrence]](repeating: [], count: termCount)
    var document: UInt32 = 0
    var count = 0
    for _ in 0..<random.int(in: 0..<60) {
      document += UInt32(random.int(in: 1..<9))
      stream.beginDocument(document)
      // Some documents have no token, some begin at another position than 0.
      var position = random.oneIn(4) ? Self.randomStep(&random) : 0
      for _ in 0..<random.int(in: 0..<(random.oneIn(20) ? 2_000 : 20)) {
        let term = random.int(in: 0..<termCount)
        stream.append(term: UInt32(term), position: position)
        expected[term].append(Occurrence(document: document, position: UInt32(position)))
        count += 1
        position = min(position + Self.randomStep(&random), Limits.tokensPerField)
      }
    }
    #expect(stream.count == count)
    let sorted = stream.sortedByTerm(termCount: termCount)
    for term in 0..<termCount {
      #expect(occurrences(term, in: sorted) == expected[term], "term \(term), seed \(seed)")
    }
  }

  @Test("sorts tokens that take many megabytes")
  func large() {
    let stream = TokenStream()
    let tokenCount = 1_200_000
    // Neither number divides the other, so that neighbours in the text lie far apart when sorted.
    let (termCount, length) = (997, 1_000)
    for token in 0..<tokenCount {
      if token % length == 0 { stream.beginDocument(DocumentID(token / length)) }
      stream.append(term: UInt32(token % termCount), position: token % length)
    }
    let sorted = stream.sortedByTerm(termCount: termCount)
    var next = 0
    for term in 0..<termCount {
      let found = occurrences(term, in: sorted)
      let expected = stride(from: term, to: tokenCount, by: termCount).map { token in
        Occurrence(document: UInt32(token / length), position: UInt32(token % length))
      }
      if found != expected { Issue.record("term \(term) has other tokens") }
      next += found.count
    }
    #expect(next == tokenCount)
  }

  @Test("the last document and the last position fit")
  func limits() {
    let stream = TokenStream()
    stream.beginDocument(DocumentID(Limits.documentsPerSegment - 1))
    stream.append(term: 1, position: Limits.tokensPerField)
    stream.append(term: 0, position: Limits.tokensPerField)
    let sorted = stream.sortedByTerm(termCount: 2)
    let expected = Occurrence(
      document: UInt32(Limits.documentsPerSegment - 1), position: UInt32(Limits.tokensPerField))
    #expect(occurrences(0, in: sorted) == [expected])
    #expect(occurrences(1, in: sorted) == [expected])
  }

  @Test("an empty stream gives every term nothing")
  func empty() {
    let stream = TokenStream()
    #expect(stream.sortedByTerm(termCount: 0).range(of: 0).isEmpty == true)
    stream.beginDocument(4)
    let sorted = stream.sortedByTerm(termCount: 3)
    #expect((0..<3).allSatisfy { sorted.range(of: $0).isEmpty })
    #expect(stream.count == 0)
  }
}
