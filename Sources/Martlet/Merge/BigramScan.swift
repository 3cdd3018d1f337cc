/// Scans the segments of a merge for adjacent words.
///
/// Used by one thread.
final class BigramScan {
  /// Receives a pair of words, the document's number in the merged segment, and the frequency of
  /// the pair in it.
  typealias Sink = (_ pair: Int, _ document: DocumentID, _ count: UInt32) throws(SearchError) ->
    Void

  /// The number of consecutive documents that are scanned together.
  private static let stretch = 128
  /// That number if only some documents are scanned: neighbours are alike, so that few of many
  /// places tell more.
  private static let sampledStretch = 16

  /// A segment that is scanned.
  struct Input {
    let source: MergeSource
    /// For each word, true if pairs with it are looked for; nil if all pairs are. The positions in
    /// documents without such words are not read.
    var wanted: [Bool]?
  }

  private let inputs: [Input]
  /// The words, at most ``BigramsFormat/mostWords``, numbered by their indices.
  private let words: [[UInt8]]
  private let stop: MergeStop
  private let pages: PageRelease
  /// A property, because as an argument it would have a copy of the scan for each caller.
  private let sink: Sink

  /// - Parameters:
  ///   - words: The words, at most ``BigramsFormat/mostWords``.
  ///   - sink: Receives the pairs that are found.
  init(
    _ inputs: [Input], words: [[UInt8]], stop: MergeStop, pages: PageRelease,
    sink: @escaping Sink
  ) {
    self.inputs = inputs
    self.words = words
    self.stop = stop
    self.pages = pages
    self.sink = sink
  }

  /// The number of documents in the segments, including deleted ones.
  var documentCount: Int {
    inputs.reduce(0) { $0 + $1.source.documents.live.documentCount }
  }

  /// Scans one stretch of documents of every `interval`, all of them if it is 1, and passes each
  /// pair of words to the sink.
  ///
  /// - Parameter range: The documents to scan, counted through all segments.
  /// - Returns: The number of live documents scanned.
  /// - Throws: `corrupted` or `cancelled`, or the error that the sink throws.
  func run(oneOf interval: Int, in range: Range<Int>) throws(SearchError) -> Int {
    let adjacent = AdjacentWords(wordCount: words.count)
    var seen = 0
    var base = 0
    for input in inputs {
      let source = input.source
      let documentCount = source.documents.live.documentCount
      let documents = range.clamped(to: base..<(base + documentCount))
      let (first, last) = (documents.lowerBound - base, documents.upperBound - base)
      base += documentCount
      guard first < last else { continue }
      let lists = try occurrences(in: source)
      let wanted = input.wanted
      let selecting = wanted.map { wanted in
        lists.words.indices.filter { wanted[Int(lists.words[$0])] }
      }
      let stretch = interval == 1 ? Self.stretch : Self.sampledStretch
      let stretchByteCount = byteCount(of: stretch, in: lists, source)
      // The next document of each list, side by side.
      let next = GrowingArray<DocumentID>()
      // Sampled stretches lie alike over all segments, so that small ones do not count for more.
      let distance = stretch * interval
      let offset = (base - documentCount + first) % distance
      let skipped = interval == 1 || offset == 0 ? 0 : distance - offset
      for start in stride(from: first + skipped, to: last, by: distance) {
        try stop.check()
        pages.didRead(stretchByteCount)
        let end = min(start + stretch, last)
        next.removeAll()
        for list in lists.occurrences.objects {
          try list.seek(DocumentID(start))
          next.append(list.document)
        }
        for document in start..<end {
          let number = source.documents.number(DocumentID(document))
          let isLive = number != DocumentMapping.deleted
          let isRead =
            isLive && (selecting?.contains { next[$0] == DocumentID(document) } ?? true)
          try take(DocumentID(document), lists, next, isRead ? adjacent : nil)
          seen += isLive ? 1 : 0
          guard isRead else { continue }
          try adjacent.drain { (pair, count) throws(SearchError) in
            if let wanted {
              let (first, second) = pair.quotientAndRemainder(dividingBy: words.count)
              guard wanted[first] || wanted[second] else { return }
            }
            try sink(pair, number, count)
          }
        }
      }
    }
    return seen
  }

  /// The lists of the words that a segment has, and the numbers of the words.
  private typealias Lists = (words: [UInt8], occurrences: UnretainedArray<WordOccurrences>)

  /// Returns the average number of bytes of the lists for `count` documents.
  private func byteCount(of count: Int, in lists: Lists, _ source: MergeSource) -> Int {
    let all = lists.occurrences.objects.reduce(0) { $0 + $1.byteCount }
    return all / max(1, source.documents.live.documentCount / count)
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
