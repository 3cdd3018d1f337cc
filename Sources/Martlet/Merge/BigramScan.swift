/// Scans the segments of a merge for adjacent words.
struct BigramScan {
  /// The number of consecutive documents that are scanned together when only some are.
  private static let stretch = 128

  let sources: [MergeSource]
  /// The words, at most ``BigramsFormat/mostWords``, numbered by their indices.
  let words: [[UInt8]]
  let stop: MergeStop
  let pages: PageRelease

  /// The number of documents in the segments, including deleted ones.
  var documentCount: Int { sources.reduce(0) { $0 + $1.documents.live.documentCount } }

  /// Scans one stretch of documents of every `interval`, all of them if it is 1, and passes each
  /// pair of words to `body` with the document's number in the merged segment and the frequency of
  /// the pair in it.
  ///
  /// - Parameter range: The documents to scan, counted through all segments.
  /// - Returns: The number of live documents scanned.
  /// - Throws: `corrupted` or `cancelled`, or the error that `body` throws.
  func run(
    oneOf interval: Int, in range: Range<Int>,
    _ body: (_ pair: Int, _ document: DocumentID, _ count: UInt32) throws(SearchError) -> Void
  ) throws(SearchError) -> Int {
    let adjacent = AdjacentWords(wordCount: words.count)
    var seen = 0
    var base = 0
    for source in sources {
      let documentCount = source.documents.live.documentCount
      let documents = range.clamped(to: base..<(base + documentCount))
      let (first, last) = (documents.lowerBound - base, documents.upperBound - base)
      base += documentCount
      guard first < last else { continue }
      let lists = try occurrences(in: source)
      let stretchByteCount = byteCount(ofStretchIn: lists, of: source)
      // The next document of each list, side by side.
      let next = GrowingArray<DocumentID>()
      for start in stride(from: first, to: last, by: Self.stretch * interval) {
        try stop.check()
        pages.didRead(stretchByteCount)
        let end = min(start + Self.stretch, last)
        next.removeAll()
        for list in lists.occurrences.objects {
          try list.seek(DocumentID(start))
          next.append(list.document)
        }
        for document in start..<end {
          let number = source.documents.number(DocumentID(document))
          let isLive = number != DocumentMapping.deleted
          try take(DocumentID(document), lists, next, isLive ? adjacent : nil)
          guard isLive else { continue }
          seen += 1
          try adjacent.drain { (pair, count) throws(SearchError) in try body(pair, number, count) }
        }
      }
    }
    return seen
  }

  /// The lists of the words that a segment has, and the numbers of the words.
  private typealias Lists = (words: [UInt8], occurrences: UnretainedArray<WordOccurrences>)

  /// Returns the average number of bytes of the lists for a stretch of documents.
  private func byteCount(ofStretchIn lists: Lists, of source: MergeSource) -> Int {
    let all = lists.occurrences.objects.reduce(0) { $0 + $1.byteCount }
    return all / max(1, source.documents.live.documentCount / Self.stretch)
  }

  /// Returns the lists of the words that a segment has.
  private func occurrences(in source: MergeSource) throws(SearchError) -> Lists {
    var numbers: [UInt8] = []
    var lists: [WordOccurrences] = []
    for (index, word) in words.enumerated() {
      guard let positions = source.field.positions,
        let info = try source.field.dictionary.find(word)
      else { continue }
      lists.append(
        try WordOccurrences(
          info, postings: source.field.postings, positions: positions,
          documentCount: source.documents.live.documentCount))
      numbers.append(UInt8(truncatingIfNeeded: index))
    }
    return (numbers, UnretainedArray(lists))
  }

  /// Moves all lists past `document`, and adds their positions in it to `adjacent`.
  @inline(__always)
  private func take(
    _ document: DocumentID, _ lists: Lists, _ next: GrowingArray<DocumentID>,
    _ adjacent: AdjacentWords?
  ) throws(SearchError) {
    for index in 0..<next.count where next[index] == document {
      try lists.occurrences.with(index) { (list) throws(SearchError) in
        if let adjacent {
          // SAFETY: the positions are copied before the list moves.
          let (positions, base) = unsafe try list.positions()
          unsafe adjacent.add(lists.words[index], positions, base: base)
        }
        try list.advance()
        next[index] = list.document
      }
    }
  }
}
