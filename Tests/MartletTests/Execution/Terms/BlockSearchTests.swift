import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Search of a block")
struct BlockSearchTests {
  @Test("finds the first document that is not below", arguments: 0..<200)
  func place(round: Int) {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let count = random.oneIn(2) ? Limits.blockSize : random.int(in: 1..<Limits.blockSize)
    var document = UInt32(random.int(in: 0..<1_000))
    let documents = (0..<count).map { _ in
      defer { document += UInt32(random.int(in: 1..<6)) }
      return document
    }
    let padded =
      documents + Array(repeating: PostingsCursor.padding, count: Limits.blockSize - count)
    for wanted in 0...documents[count - 1] + 2 {
      let expected = documents.firstIndex { $0 >= wanted } ?? count - 1
      let place = unsafe BlockSearch.index(of: wanted, in: documents, count: count)
      #expect(place == expected, "\(wanted), seed \(seed)")
      let first = min(padded.firstIndex { $0 >= wanted } ?? count, Limits.blockSize - 1)
      #expect(unsafe BlockSearch.index(of: wanted, in: padded) == first, "\(wanted), seed \(seed)")
      let one = documents.contains(wanted) ? 1 : 0
      #expect(unsafe BlockSearch.oneIf(padded, include: wanted) == one, "\(wanted), seed \(seed)")
    }
  }

  @Test("stays within the block when documents do not rise", arguments: 0..<200)
  func disorder(round: Int) {
    var random = SeededRandom(seed: TestSeed.value &+ UInt64(round))
    let documents = (0..<Limits.blockSize).map { _ in UInt32(random.int(in: 0..<1 << 30)) }
    let wanted = DocumentID(random.int(in: 0..<1 << 30))
    let place = unsafe BlockSearch.index(of: wanted, in: documents)
    #expect(documents.indices.contains(place))
    // A forged block may have a document many times, and is searched for it all the same.
    let same = [UInt32](repeating: documents[0], count: Limits.blockSize)
    #expect(unsafe BlockSearch.oneIf(same, include: documents[0]) == 1)
    #expect(unsafe (0...1).contains(BlockSearch.oneIf(documents, include: wanted)))
  }
}
