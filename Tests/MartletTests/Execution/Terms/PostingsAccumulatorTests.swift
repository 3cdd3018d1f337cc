import Testing

@testable import Martlet

@Suite("Postings accumulator")
struct PostingsAccumulatorTests {
  private let lengths = LengthTable(parameters: BM25(), averageLength: 1)

  private func read(_ list: PostingsList) throws -> [[UInt32]] {
    let cursor = try list.cursor()
    var found: [[UInt32]] = []
    while !cursor.isExhausted {
      try cursor.loadDocuments()
      try cursor.loadFrequencies()
      for index in 0..<cursor.count {
        found.append(unsafe [cursor.documents[index], cursor.frequencies[index]])
      }
      cursor.nextBlock()
    }
    return found
  }

  @Test("frequencies are added up by document")
  func sums() throws {
    let sums = PostingsAccumulator(documentCount: 300)
    for document in stride(from: UInt32(0), to: 300, by: 3) { sums.add(document, 2) }
    for document in stride(from: UInt32(0), to: 300, by: 2) { sums.add(document, 5) }
    let list = try #require(try sums.list(norms: nil, lengths))
    let expected = (UInt32(0)..<300).map { document -> [UInt32] in
      [document, (document % 3 == 0 ? 2 : 0) + (document % 2 == 0 ? 5 : 0)]
    }
    #expect(try read(list) == expected.filter { $0[1] > 0 })
    #expect(list.info.documentFrequency == 200)
    #expect(list.info.totalFrequency == 100 * 2 + 150 * 5)
  }

  @Test("nothing added is no list")
  func empty() throws {
    let nothing = PostingsAccumulator(documentCount: 3)
    #expect(try nothing.list(norms: nil, lengths)?.info == nil)
    let none = PostingsAccumulator(documentCount: 3)
    none.add(1, 0)
    #expect(try none.list(norms: nil, lengths)?.info == nil)
  }

  @Test("frequencies that no list can hold are the highest that one can", arguments: [1, 2, 127])
  func saturation(documentCount: Int) throws {
    let highest = UInt32.max >> 1
    for frequency in [highest, highest + 1, .max] {
      let sums = PostingsAccumulator(documentCount: documentCount)
      for document in 0..<documentCount {
        sums.add(DocumentID(document), frequency)
        sums.add(DocumentID(document), highest)
      }
      let list = try #require(try sums.list(norms: nil, lengths))
      #expect(try read(list) == (0..<documentCount).map { [UInt32($0), highest] })
    }
  }

  @Test("occurrences of all documents may exceed 32 bits, as no positions are counted")
  func manyOccurrences() throws {
    let sums = PostingsAccumulator(documentCount: 600)
    for document in 0..<600 { sums.add(DocumentID(document), .max >> 1) }
    let list = try #require(try sums.list(norms: nil, lengths))
    #expect(list.info.totalFrequency == 600 * Int(Int32.max))
    #expect(try read(list).allSatisfy { $0[1] == .max >> 1 })
  }
}
