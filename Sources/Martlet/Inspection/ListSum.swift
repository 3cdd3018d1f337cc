/// The number of a list's postings, and the sum of a hash over them: two valid lists are taken to
/// be equal if they have the same.
struct ListSum: Equatable {
  private(set) var count = 0
  private var hash: UInt64 = 0

  /// Adds a posting.
  mutating func add(_ document: DocumentID, _ frequency: UInt32) {
    let (mask, factor): (UInt64, UInt64) = (0x6A09_E667_F3BC_C908, 0x9E37_79B9_7F4A_7C15)
    let posting = UInt64(document) &<< 32 | UInt64(frequency)
    let product = (posting ^ mask).multipliedFullWidth(by: factor)
    count += 1
    hash &+= product.high ^ product.low
  }

  /// Adds the list without positions that `info` describes in `section`.
  mutating func add(
    _ info: TermInfo, _ section: Section, documentCount: Int
  ) throws(SearchError) {
    let cursor = try PostingsCursor(
      info, section: section, documentCount: documentCount, hasPositions: false)
    while !cursor.isExhausted {
      try cursor.loadDocuments()
      try cursor.loadFrequencies()
      for index in 0..<cursor.count {
        // SAFETY: the block is loaded, and `index` is below its count.
        unsafe add(cursor.documents[index], cursor.frequencies[index])
      }
      cursor.nextBlock()
    }
  }
}
