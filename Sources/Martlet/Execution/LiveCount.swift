/// Counts the live documents of a list.
///
/// Scores need this number for each word, so it is computed for every word of a query when a
/// segment has deletions. A list is read block by block; a block that is a bit set is counted
/// without decoding. If far fewer documents are deleted than the list has, the deleted documents
/// are looked up in the list instead.
enum LiveCount {
  /// The number of postings that are read in the time of one lookup.
  private static let postingsPerProbe = 8

  /// Returns the number of documents in `list` that are live in `segment`.
  @inline(__always)
  static func count(
    _ list: PostingsList, in segment: LiveSegment, _ lengths: LengthTable, _ stop: SearchStop
  ) throws(SearchError) -> Int {
    if segment.live.deletedCount == 0 { return list.info.documentFrequency }
    return try count(list, segment.live, lengths, stop)
  }

  /// Returns the number of live documents in `list`.
  // Inlined, it would stand with a scorer and a cursor in each of its callers.
  @inline(never)
  static func count(
    _ list: PostingsList, _ live: LiveDocuments, _ lengths: LengthTable, _ stop: SearchStop
  ) throws(SearchError) -> Int {
    let documentFrequency = list.info.documentFrequency
    guard let words = live.words else { return documentFrequency }
    if documentFrequency == 1 { return live.isLive(list.info.document) ? 1 : 0 }
    if live.deletedCount < documentFrequency / postingsPerProbe {
      let scorer = try list.scorer(weight: 0, lengths)
      return try documentFrequency - deletedCount(scorer, live, stop)
    }
    let cursor = try list.cursor()
    var count = 0
    while !cursor.isExhausted {
      try stop.spend(cursor.count)
      count += unsafe try self.count(cursor, words)
      cursor.nextBlock()
    }
    return count
  }

  /// Returns the number of deleted documents in the list.
  private static func deletedCount(
    _ scorer: TermScorer, _ live: LiveDocuments, _ stop: SearchStop
  ) throws(SearchError) -> Int {
    let candidates = CandidateBuffer()
    var count = 0
    for document in live.deletedDocuments {
      candidates.append(document, 0)
      guard candidates.count == ScoreWindow.size else { continue }
      try stop.spend(ScoreWindow.size)
      try scorer.intersect(candidates)
      count += candidates.count
      candidates.removeAll()
    }
    try stop.spend(candidates.count)
    try scorer.intersect(candidates)
    return count + candidates.count
  }

  /// Returns the number of documents in the current block whose bit in `live` is set.
  @unsafe
  private static func count(
    _ cursor: PostingsCursor, _ live: ByteView
  ) throws(SearchError) -> Int {
    if cursor.isBitSet { return unsafe try countBits(cursor, live) }
    try cursor.loadDocuments()
    let documents = unsafe cursor.documents
    let bits = unsafe live.base
    var count = 0
    for index in 0..<cursor.count {
      // SAFETY: the cursor keeps documents below the segment's count, and there is a bit for each
      // of these.
      let document = unsafe documents[index]
      let byte = unsafe bits.load(fromByteOffset: Int(document &>> 3), as: UInt8.self)
      count &+= Int(byte &>> UInt8(truncatingIfNeeded: document & 7) & 1)
    }
    return count
  }

  @unsafe
  private static func countBits(
    _ cursor: PostingsCursor, _ live: ByteView
  ) throws(SearchError) -> Int {
    let (start, words, wordCount) = unsafe try cursor.bitSet()
    let shift = UInt64(start & 63)
    let first = Int(start &>> 6)
    let liveCount = live.count / 8
    var count = 0
    // Only a forged list has bits beyond the last document; they are not live.
    for index in 0..<min(wordCount, max(0, liveCount &- first)) {
      let low = live.uint64(at: (first &+ index) &* 8) &>> shift
      let isLast = first &+ index &+ 1 >= liveCount
      let high =
        isLast || shift == 0 ? 0 : live.uint64(at: (first &+ index &+ 1) &* 8) &<< (64 &- shift)
      // SAFETY: the set has `wordCount` words.
      let word = unsafe UInt64(
        littleEndian: words.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self))
      count &+= (word & (low | high)).nonzeroBitCount
    }
    return count
  }
}
