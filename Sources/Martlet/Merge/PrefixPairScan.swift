/// Finds pairs of a word and a beginning in the positions of one segment.
///
/// First the positions after each of the words are noted in a table with a byte for each position
/// of the segment, or of some of its documents at a time. Then the words with each beginning are
/// read, and looked up there.
///
/// Used by one thread.
///
/// - Complexity: about 5 ns per position of the words with the beginnings; some 50 megabytes of
///   memory at most, unless single documents have more positions than that.
final class PrefixPairScan {
  /// The number of positions read between two checks whether to stop.
  private static let positionsPerPoll = 1 << 16

  private let source: MergeSource
  private let set: PrefixPairSet
  private let stop: MergeStop
  private let pages: PageRelease
  private let mostDocuments: Int
  /// The number of positions to read until the next check whether to stop.
  private var rest = positionsPerPoll

  /// - Parameters:
  ///   - mostPositions: The most positions that are looked at together, on average.
  ///   - mostDocuments: The most documents whose positions are looked at together.
  init(
    _ source: MergeSource, _ set: PrefixPairSet, _ stop: MergeStop, _ pages: PageRelease,
    mostPositions: Int = 1 << 23, mostDocuments: Int = 1 << 17
  ) {
    let statistics = source.field.statistics
    let documents =
      Int64(mostPositions) * Int64(source.documents.live.documentCount)
      / max(1, statistics.tokenCount)
    self.mostDocuments = max(1, Int(min(documents, Int64(mostDocuments))))
    self.source = source
    self.set = set
    self.stop = stop
    self.pages = pages
  }

  /// Passes each pair to `body` with the document's number in the merged segment and the frequency
  /// of the pair in it. Each document comes once for each of its pairs.
  ///
  /// - Returns: The words some of whose positions are also those of another of the words, so that
  ///   what was found of them is not complete; nil if nothing can be found, because there are too
  ///   many positions in a document.
  /// - Throws: `corrupted` or `cancelled`, or the error that `body` throws.
  func run(
    _ body: (_ pair: Int, _ document: DocumentID, _ count: UInt32) throws(SearchError) -> Void
  ) throws(SearchError) -> Set<[UInt8]>? {
    guard let positions = source.field.positions else { return [] }
    let documentCount = source.documents.live.documentCount
    var ambiguous: Set<[UInt8]> = []
    for first in stride(from: 0, to: documentCount, by: mostDocuments) {
      let documents = first..<min(first + mostDocuments, documentCount)
      let wanted = liveDocuments(documents)
      let scan = PositionScan(source.field, positions, wanted: wanted)
      guard let followers = try followers(of: documents, scan, &ambiguous) else { return nil }
      try find(in: followers, scan, body)
    }
    return ambiguous
  }

  /// Returns the live documents in a range.
  private func liveDocuments(_ documents: Range<Int>) -> DocumentBitmap {
    let bitmap = DocumentBitmap(documentCount: source.documents.live.documentCount)
    for document in documents where source.documents.live.isLive(DocumentID(document)) {
      bitmap.insert(DocumentID(document))
    }
    return bitmap
  }

  /// Returns the positions after the words in some documents; nil if there are too many.
  private func followers(
    of documents: Range<Int>, _ scan: PositionScan, _ ambiguous: inout Set<[UInt8]>
  ) throws(SearchError) -> Followers? {
    let followers = Followers(documents, wordCount: set.words.count)
    for word in set.words {
      if let info = try source.field.dictionary.find(word) {
        try read(info, scan, into: followers)
      }
      followers.endWord()
    }
    guard let repeated = followers.fill() else { return nil }
    for word in repeated { ambiguous.insert(set.words[word]) }
    return followers
  }

  private func find(
    in followers: Followers, _ scan: PositionScan,
    _ body: (_ pair: Int, _ document: DocumentID, _ count: UInt32) throws(SearchError) -> Void
  ) throws(SearchError) {
    let found = FoundFollowers(followers)
    // Beginnings that are not complete, with the number of followers found before each.
    var open: [(row: Int, end: Int, start: Int)] = []
    // The first term that was not read.
    var next = 0
    func read(upTo end: Int) throws(SearchError) {
      // The terms of a damaged dictionary may not rise.
      guard next < end else { return }
      try self.read(next..<end, scan, into: found)
      next = end
    }
    func close() throws(SearchError) {
      let (row, _, start) = open.removeLast()
      try found.count(from: start, of: { set.pair(row, $0) != nil }) {
        (word, document, count) throws(SearchError) in
        guard let pair = set.pair(row, word) else { return }
        try body(pair, source.documents.number(document), count)
      }
      if open.isEmpty { found.removeAll() }
    }
    for (row, beginning) in set.beginnings.enumerated() {
      let ordinals = try source.field.dictionary.ordinals(withPrefix: beginning)
      while let last = open.last, last.end <= ordinals.lowerBound {
        try read(upTo: last.end)
        try close()
      }
      if !open.isEmpty { try read(upTo: ordinals.lowerBound) }
      next = ordinals.lowerBound
      open.append((row, ordinals.upperBound, found.count))
    }
    while let last = open.last {
      try read(upTo: last.end)
      try close()
    }
  }

  private func read(
    _ ordinals: Range<Int>, _ scan: PositionScan, into taker: some PositionTaker
  ) throws(SearchError) {
    try source.field.dictionary.forEachInfo(in: ordinals) { (info) throws(SearchError) in
      try read(info, scan, into: taker)
    }
  }

  private func read(
    _ info: TermInfo, _ scan: PositionScan, into taker: some PositionTaker
  ) throws(SearchError) {
    try scan.scan(info, into: taker) { (count) throws(SearchError) in
      rest &-= count
      if rest < 0 {
        rest = Self.positionsPerPoll
        try stop.check()
      }
    }
    pages.didRead(info.postings.count &+ info.positions.count)
  }
}
