/// Goes through the segments of a merge, and finds which of some words stand next to each other.
struct BigramScan {
  /// Documents that are looked at together when only some are.
  private static let stretch = 128

  let sources: [MergeSource]
  /// The words, at most ``BigramsFormat/mostWords``; their numbers are their indices.
  let words: [[UInt8]]
  let stop: MergeStop
  let pages: PageRelease

  /// Documents of the segments, deleted ones included.
  var documentCount: Int { sources.reduce(0) { $0 + $1.documents.live.documentCount } }

  /// Looks at one stretch of documents of every `interval`, all of them for 1, and hands each pair of words
  /// to `body`, with the document's number in the merged segment and how often it has the pair.
  ///
  /// - Parameter range: The documents that are looked at, counted through all segments.
  /// - Returns: How many live documents were looked at.
  /// - Throws: `corrupted`, `cancelled`; what `body` throws.
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
      // Where each list stands, beside each other.
      let next = GrowingArray<DocumentID>()
      for start in stride(from: first, to: last, by: Self.stretch * interval) {
        try stop.check()
        pages.didRead(stretchByteCount)
        let end = min(start + Self.stretch, last)
        next.removeAll()
        for list in lists {
          try list.occurrences.seek(DocumentID(start))
          next.append(list.occurrences.document)
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

  private typealias List = (word: UInt8, occurrences: WordOccurrences)

  /// The bytes that the lists take for a stretch of documents, on average.
  private func byteCount(ofStretchIn lists: [List], of source: MergeSource) -> Int {
    let all = lists.reduce(0) { $0 + $1.occurrences.byteCount }
    return all / max(1, source.documents.live.documentCount / Self.stretch)
  }

  /// The lists of the words that a segment has.
  private func occurrences(in source: MergeSource) throws(SearchError) -> [List] {
    guard let positions = source.field.positions else { return [] }
    var lists: [List] = []
    for (index, word) in words.enumerated() {
      guard let info = try source.field.dictionary.find(word) else { continue }
      let occurrences = try WordOccurrences(
        info, postings: source.field.postings, positions: positions,
        documentCount: source.documents.live.documentCount)
      lists.append((UInt8(truncatingIfNeeded: index), occurrences))
    }
    return lists
  }

  /// Moves all lists behind `document`, and adds what they have there to `adjacent`.
  @inline(__always)
  private func take(
    _ document: DocumentID, _ lists: [List], _ next: GrowingArray<DocumentID>,
    _ adjacent: AdjacentWords?
  ) throws(SearchError) {
    for index in 0..<next.count where next[index] == document {
      let list = lists[index]
      // SAFETY: the positions are copied before the list moves.
      if let adjacent {
        let (positions, base) = unsafe try list.occurrences.positions()
        unsafe adjacent.add(list.word, positions, base: base)
      }
      try list.occurrences.advance()
      next[index] = list.occurrences.document
    }
  }
}
