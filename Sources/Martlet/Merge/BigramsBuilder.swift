/// Builds lists for pairs of frequent words of a field that is merged; see ``BigramsFormat``.
///
/// While the terms are merged, the most frequent words are recorded. Then some of the documents are
/// scanned to estimate how many of the words' pairs fit the budget, and all documents are scanned
/// to find these pairs.
///
/// Words are chosen by document frequency, as far as the budget allows. So no phrase of two words
/// takes longer than one with the first word that is left out, and that time is the shortest that
/// this number of bytes allows.
///
/// - Complexity: about 5 ns per position of a chosen word and 20 ns per posting of a pair. Memory
///   is about 20 MiB of waiting postings, and for each word, segment and thread the positions in
///   128 documents.
struct BigramsBuilder {
  /// The number of postings that wait in memory.
  private static let usualMostWaiting = 1 << 20
  /// The number of documents that are scanned to choose the words, apart from rounding.
  private static let sampleSize = 2_048

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

  /// Adds the sections of the field `id` to `image`, if there is any pair.
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
    let words = try choose(
      sources, documentCount: documentCount, mostBytes: Double(byteCount) * budget.share)
    guard words.count > 1 else { return }
    let partCount = min(threads.count, max(1, byteCount / max(1, leastPartByteCount)))
    let runs = try findPairs(of: words, sources, partCount) { part in
      makeBuffer(SectionID(.bigrams, id), part)
    }
    let postings = makeBuffer(SectionID(.bigramPostings, id), 0)
    let writer = PostingsWriter(into: postings, positions: nil, norms: norms, lengths: lengths)
    let dictionary = TermDictionaryWriter(hasPositions: false)
    try BigramRuns.finish(runs, writer.append) { (pair) throws(SearchError) in
      let (first, second) = pair.quotientAndRemainder(dividingBy: words.count)
      dictionary.append(
        BigramsFormat.term(UInt8(first), UInt8(second)), try writer.finishTerm())
    }
    try writer.finish()
    try image.add(SectionID(.bigramWords, id), BigramsFormat.encode(words))
    try image.add(SectionID(.bigrams, id), dictionary.finish())
    try postings.copy(SectionID(.bigramPostings, id), into: image)
  }

  /// Finds the pairs of `words` in all documents, in `partCount` parts at the same time.
  private func findPairs(
    of words: [[UInt8]], _ sources: [MergeSource], _ partCount: Int,
    makeBuffer: (Int) -> SectionBuffer
  ) throws(SearchError) -> [BigramRuns] {
    // SAFETY: one thread uses each of these; the group orders that. Sources are only read.
    nonisolated(unsafe) let runs = (0..<partCount).map { part in
      BigramRuns(
        pairCount: words.count * words.count, mostWaiting: mostWaiting / partCount,
        packed: makeBuffer(part))
    }
    nonisolated(unsafe) let sources = sources
    let group = MergeGroup(threads, stop)
    try group.run(partCount) { (part) throws(SearchError) in
      let scan = unsafe BigramScan(
        sources: sources, words: words, stop: group.stop, pages: PageRelease(inputs))
      let all = scan.documentCount
      let runs = unsafe runs[part]
      _ = try scan.run(
        oneOf: 1, in: (all * part / partCount)..<(all * (part + 1) / partCount)
      ) { (pair, document, count) throws(SearchError) in try runs.append(pair, document, count) }
      try runs.end()
    }
    return unsafe runs
  }

  /// Returns the words whose pairs get lists, in rising order.
  private func choose(
    _ sources: [MergeSource], documentCount: Int, mostBytes: Double
  ) throws(SearchError) -> [[UInt8]] {
    let words = frequent.sorted.map(\.term)
    guard words.count > 1 else { return [] }
    let interval = max(1, documentCount / Self.sampleSize)
    var counts = [Int](repeating: 0, count: words.count * words.count)
    let scan = BigramScan(
      sources: sources, words: words, stop: stop, pages: PageRelease(inputs))
    let seen = try scan.run(oneOf: interval, in: 0..<scan.documentCount) { pair, _, _ in
      counts[pair] += 1
    }
    let scale = Double(documentCount) / Double(max(1, seen))
    func byteCount(_ first: Int, _ second: Int) -> Double {
      let count = counts[first * words.count + second]
      return count == 0
        ? 0
        : BigramBudget.byteCount(documentFrequency: Double(count) * scale, of: documentCount)
    }
    var rest = mostBytes
    let chosen = words.indices.prefix { word in
      rest -= byteCount(word, word)
      for other in 0..<word { rest -= byteCount(word, other) + byteCount(other, word) }
      return rest >= 0
    }
    return words[chosen].ordered { $0.lexicographicallyPrecedes($1) }
  }
}
