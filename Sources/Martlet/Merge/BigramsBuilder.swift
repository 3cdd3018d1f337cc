/// Builds lists for pairs of frequent words of a field that is merged; see ``BigramsFormat``.
///
/// While the terms are merged, the most frequent words are recorded. Then some of the documents are
/// scanned to estimate how many of the words' pairs fit the budget. Segments give the lists that
/// they have; their documents are scanned for the pairs of other words.
///
/// Words are chosen by document frequency, as far as the budget allows. So no phrase of two words
/// takes longer than one with the first word that is left out, and that time is the shortest that
/// this number of bytes allows.
///
/// - Complexity: about 10 ns per posting of the lists that segments have; in the documents that are
///   scanned 5 ns per position of a chosen word and 20 ns per posting of a pair. Memory
///   is about 20 MiB of waiting postings, and for each word, segment and thread the positions in
///   128 documents.
struct BigramsBuilder {
  /// The number of postings that wait in memory.
  private static let usualMostWaiting = 1 << 20
  /// The number of documents that are scanned to choose the words, apart from rounding.
  private static let sampleSize = 1_024

  private let budget: BigramBudget
  private let mostWaiting: Int
  private let stop: MergeStop
  private let inputs: [ByteView]
  private let frequent: FrequentWords
  private let threads: MergeThreads
  private let leastPartByteCount: Int

  init(
    _ budget: BigramBudget, frequent: FrequentWords, mostWaiting: Int = usualMostWaiting,
    stop: MergeStop, inputs: [ByteView], threads: MergeThreads = .one, leastPartByteCount: Int = 0
  ) {
    self.budget = budget
    self.frequent = frequent
    self.mostWaiting = mostWaiting
    self.stop = stop
    self.inputs = inputs
    self.threads = threads
    self.leastPartByteCount = leastPartByteCount
  }

  /// Adds the sections of the field `id` to `image`, if there are two words to list.
  ///
  /// - Parameters:
  ///   - sources: The field in the segments.
  ///   - documentCount: The number of documents in the merged segment.
  ///   - byteCount: The number of bytes of the field's postings and positions.
  ///   - makeBuffer: Creates the buffers for postings and for runs of them.
  /// - Throws: `corrupted` or `cancelled`, or the error of a failed write.
  func write(
    _ id: FieldID, _ sources: [MergeSource], documentCount: Int, byteCount: Int,
    norms: ByteView?, lengths: LengthTable?, makeBuffer: (SectionID, Int) -> SectionBuffer,
    into image: ImageWriter
  ) throws(SearchError) {
    guard byteCount >= budget.leastByteCount else { return }
    let words = try choose(sources, documentCount: documentCount, byteCount: byteCount)
    guard words.count > 1 else { return }
    var (joined, scanned): ([ListedBigrams], [BigramScan.Input]) = ([], [])
    for source in sources {
      var input = BigramScan.Input(source: source)
      if let listed = try ListedBigrams(words, in: source) {
        joined.append(listed)
        guard listed.isMissing.contains(true) else { continue }
        input.wanted = listed.isMissing
      }
      scanned.append(input)
    }
    let partCount = min(threads.count, max(1, byteCount / max(1, leastPartByteCount)))
    let runs = try findPairs(of: words, scanned, partCount) { part in
      makeBuffer(SectionID(.bigrams, id), part)
    }
    let writer = PairListsWriter(
      into: makeBuffer(SectionID(.bigramPostings, id), 0), norms: norms, lengths: lengths)
    let pages = PageRelease(inputs)
    try BigramRuns.finish(runs, writer.append) { (pair, list) throws(SearchError) in
      try stop.check(every: 256, at: pair)
      for listed in joined { try listed.append(pair, to: list) }
      // A posting takes about two bytes.
      pages.didRead(2 * list.count)
    } end: { (pair) throws(SearchError) in
      try writer.end(term: BigramsFormat.term(pair, wordCount: words.count))
    }
    try writer.finish(id, words: words, into: image)
  }

  /// Finds the pairs of `words` in the documents of `scanned`, in `partCount` parts at the same
  /// time.
  private func findPairs(
    of words: [[UInt8]], _ scanned: [BigramScan.Input], _ partCount: Int,
    makeBuffer: (Int) -> SectionBuffer
  ) throws(SearchError) -> [BigramRuns] {
    // SAFETY: one thread uses each of these; the group orders that. Sources are only read.
    nonisolated(unsafe) let runs = (0..<partCount).map { part in
      BigramRuns(
        pairCount: words.count * words.count, mostWaiting: mostWaiting / partCount,
        packed: makeBuffer(part))
    }
    nonisolated(unsafe) let scanned = scanned
    let group = MergeGroup(threads, stop)
    try group.run(partCount) { (part) throws(SearchError) in
      let runs = unsafe runs[part]
      let scan = unsafe BigramScan(
        scanned, words: words, stop: group.stop, pages: PageRelease(inputs)
      ) { (pair, document, count) throws(SearchError) in try runs.append(pair, document, count) }
      let all = scan.documentCount
      _ = try scan.run(
        oneOf: 1, in: (all * part / partCount)..<(all * (part + 1) / partCount))
      try runs.end()
    }
    return unsafe runs
  }

  /// Returns the words whose pairs get lists, in rising order.
  private func choose(
    _ sources: [MergeSource], documentCount: Int, byteCount: Int
  ) throws(SearchError) -> [[UInt8]] {
    let words = frequent.sorted.map(\.term)
    guard words.count > 1 else { return [] }
    let interval = max(1, documentCount / Self.sampleSize)
    var counts = [Int](repeating: 0, count: words.count * words.count)
    let scan = BigramScan(
      sources.map { BigramScan.Input(source: $0) }, words: words, stop: stop,
      pages: PageRelease(inputs)
    ) { pair, _, _ in counts[pair] += 1 }
    let seen = try scan.run(oneOf: interval, in: 0..<scan.documentCount)
    let scale = Double(documentCount) / Double(max(1, seen))
    let chosen = budget.choose(wordCount: words.count, byteCount: byteCount) { first, second in
      BigramBudget.byteCount(
        of: counts[first * words.count + second], scale: scale, documentCount: documentCount)
    }
    return words[..<chosen].ordered { $0.lexicographicallyPrecedes($1) }
  }
}
