/// A set of documents of one segment, as a bitmap.
///
/// Used by one thread while it is filled, and by any number after that.
///
/// - Complexity: one bit per document of the segment; going through the members takes about a
///   nanosecond for each, and one for each 64 documents.
final class DocumentBitmap {
  /// The number of documents of the segment.
  let documentCount: Int
  private let words: GrowingArray<UInt64>

  /// Creates an empty set of documents below `documentCount`.
  init(documentCount: Int) {
    self.documentCount = documentCount
    let wordCount = IntegerMath.ceilingDivide(documentCount, by: 64)
    words = GrowingArray(zeros: wordCount)
  }

  /// Creates the set of those documents of `live` that any of `lists` has; of all if that is nil.
  ///
  /// - Parameter willRead: Called with the number of postings before they are read.
  /// - Throws: `corrupted`; any error of `willRead`.
  convenience init(
    _ lists: [PostingsList]?, in live: LiveDocuments, willRead: (Int) throws(SearchError) -> Void
  ) throws(SearchError) {
    self.init(documentCount: live.documentCount)
    guard let lists else {
      for (index, word) in live.bits.enumerated() { words[index] = word }
      return
    }
    for list in lists {
      let cursor = try list.cursor()
      while !cursor.isExhausted {
        try willRead(cursor.count)
        try cursor.loadDocuments()
        for slot in 0..<cursor.count where live.isLive(cursor.document(at: slot)) {
          insert(cursor.document(at: slot))
        }
        cursor.nextBlock()
      }
    }
  }

  /// The number of words of 64 documents.
  var wordCount: Int { words.count }

  /// The documents `64 * index` to `64 * index + 63`, one per bit.
  @inline(__always)
  subscript(index: Int) -> UInt64 {
    get { words[index] }
    set { words[index] = newValue }
  }

  /// Adds `document`.
  ///
  /// - Precondition: The segment has such a document.
  @inline(__always)
  func insert(_ document: DocumentID) {
    precondition(
      Int(document) < documentCount, "document \(document) is outside a segment of \(documentCount)"
    )
    words[Int(document &>> 6)] |= 1 &<< UInt64(document & 63)
  }

  /// Returns true if the set has `document`.
  @inline(__always)
  func contains(_ document: DocumentID) -> Bool {
    Int(document) < documentCount
      && words[Int(document &>> 6)] &>> UInt64(document & 63) & 1 == 1
  }

  /// Returns the first member that is not before `start`; nil if there is none.
  ///
  /// - Complexity: O(documents / 64) up to the member.
  func first(from start: DocumentID) -> DocumentID? {
    var index = Int(start &>> 6)
    guard index < words.count else { return nil }
    var word = words[index] & (.max &<< UInt64(start & 63))
    while word == 0 {
      index &+= 1
      guard index < words.count else { return nil }
      word = words[index]
    }
    return DocumentID(truncatingIfNeeded: index &* 64 &+ word.trailingZeroBitCount)
  }

  /// Returns true if one of `count` documents is a member.
  ///
  /// - Precondition: All of the documents are in the segment.
  @unsafe @inline(__always)
  func containsAny(_ documents: UnsafePointer<UInt32>, count: Int) -> Bool {
    let bits = unsafe words.elements
    var found: UInt64 = 0
    for slot in 0..<count {
      // SAFETY: the caller provides `count` documents with a bit each.
      let document = unsafe documents[slot]
      found |= unsafe bits[Int(document &>> 6)] &>> UInt64(document & 63)
    }
    return found & 1 == 1
  }

  /// The members, one bit for each document, lent until the next change.
  @unsafe @inline(__always)
  var bits: UnsafePointer<UInt64> { unsafe UnsafePointer(words.elements) }

  /// The number of members.
  var count: Int {
    var count = 0
    for index in 0..<words.count { count &+= words[index].nonzeroBitCount }
    return count
  }

  /// Calls `body` with each member, in rising order.
  @inline(__always)
  func forEach(_ body: (DocumentID) -> Void) {
    for index in 0..<words.count {
      var word = words[index]
      while word != 0 {
        body(DocumentID(truncatingIfNeeded: index &* 64 &+ word.trailingZeroBitCount))
        word &= word &- 1
      }
    }
  }
}
