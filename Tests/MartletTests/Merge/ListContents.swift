@testable import Martlet

extension SegmentReader.Field {
  /// The documents of the list that `info` describes, with their frequencies.
  func frequencies(of info: TermInfo, documentCount: Int) throws -> [DocumentID: UInt32] {
    let cursor = try PostingsCursor(
      info, section: postings, documentCount: documentCount, hasPositions: positions != nil)
    var frequencies: [DocumentID: UInt32] = [:]
    while !cursor.isExhausted {
      try cursor.loadDocuments()
      try cursor.loadFrequencies()
      for index in 0..<cursor.count {
        unsafe frequencies[cursor.documents[index]] = unsafe cursor.frequencies[index]
      }
      cursor.nextBlock()
    }
    return frequencies
  }
}
