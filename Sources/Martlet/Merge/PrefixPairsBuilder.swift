/// Builds lists for pairs of a frequent word and a beginning of the next one, for a field that is
/// merged; see ``PrefixPairsFormat``.
///
/// A segment that has lists for all of the pairs gives its lists. The positions of other segments are
/// read: those of segments that a writer has just made, which have none, and are small.
///
/// - Complexity: about 20 ns per posting of the lists; see ``PrefixPairScan`` for segments without them.
struct PrefixPairsBuilder {
  /// The number of postings that wait in memory.
  private static let mostWaiting = 1 << 20

  let pairs: [PrefixPair]
  let threads: MergeThreads
  let stop: MergeStop
  let inputs: [ByteView]

  /// Adds the sections of the field `id` to `image`, if there is any pair.
  ///
  /// - Parameters:
  ///   - sources: The field in the segments.
  ///   - makeBuffer: Creates the buffers for postings and for runs of them.
  /// - Throws: `corrupted` or `cancelled`, or the error of a failed write.
  func write(
    _ id: FieldID, _ sources: [MergeSource], norms: ByteView?, lengths: LengthTable?,
    makeBuffer: (SectionID, Int) -> SectionBuffer, into image: ImageWriter
  ) throws(SearchError) {
    var set = PrefixPairSet(pairs)
    var parts: [BigramRuns] = []
    while !set.pairs.isEmpty {
      let partCount = max(1, min(threads.count, sources.count))
      parts = (0..<partCount).map { part in
        BigramRuns(
          pairCount: set.pairs.count, mostWaiting: Self.mostWaiting / partCount,
          packed: makeBuffer(SectionID(.prefixPairs, id), part))
      }
      guard let ambiguous = try find(set, sources, parts) else { return }
      if ambiguous.isEmpty { break }
      set = PrefixPairSet(set.pairs.filter { !ambiguous.contains($0.word) })
    }
    guard !set.pairs.isEmpty else { return }
    let postings = makeBuffer(SectionID(.prefixPairPostings, id), 0)
    let writer = PostingsWriter(into: postings, positions: nil, norms: norms, lengths: lengths)
    let dictionary = TermDictionaryWriter(hasPositions: false)
    try BigramRuns.finish(parts, writer.append) { (pair) throws(SearchError) in
      dictionary.append(PrefixPairsFormat.term(set.pairs[pair]), try writer.finishTerm())
    }
    try writer.finish()
    guard dictionary.termCount > 0 else { return }
    try image.add(SectionID(.prefixPairs, id), dictionary.finish())
    try postings.copy(SectionID(.prefixPairPostings, id), into: image)
  }

  /// Finds the pairs in all segments, several of them at the same time.
  ///
  /// - Returns: As ``PrefixPairScan/run(_:)``.
  private func find(
    _ set: PrefixPairSet, _ sources: [MergeSource], _ parts: [BigramRuns]
  ) throws(SearchError) -> Set<[UInt8]>? {
    // SAFETY: one thread uses each of these; the group orders that.
    nonisolated(unsafe) let (sources, parts) = (sources, parts)
    let ambiguous = Lock<Set<[UInt8]>?>([])
    let group = MergeGroup(threads, stop)
    let count = unsafe parts.count
    try group.run(count) { (part) throws(SearchError) in
      let runs = unsafe parts[part]
      for source in unsafe sources[
        (sources.count * part / count)..<(sources.count * (part + 1) / count)]
      {
        if try append(set, of: source, to: runs, group.stop) { continue }
        let scan = PrefixPairScan(source, set, group.stop, PageRelease(inputs))
        let found = try scan.run(runs.append)
        ambiguous.withLock { all in all = found.flatMap { all?.union($0) } }
      }
      try runs.end()
    }
    return ambiguous.withLock { $0 }
  }

  /// Appends the lists of `source`, if it has all of them.
  ///
  /// - Returns: False if it does not.
  private func append(
    _ set: PrefixPairSet, of source: MergeSource, to runs: BigramRuns, _ stop: MergeStop
  ) throws(SearchError) -> Bool {
    guard let lists = source.field.prefixPairs else { return false }
    var infos: [TermInfo?] = []
    for pair in set.pairs {
      let info = try lists.dictionary.find(PrefixPairsFormat.term(pair))
      if info == nil, try occurs(pair, in: source.field) { return false }
      infos.append(info)
    }
    let documents = source.documents
    for (pair, info) in infos.enumerated() {
      guard let info else { continue }
      try stop.check()
      let cursor = try PostingsCursor(
        info, section: lists.postings, documentCount: documents.live.documentCount,
        hasPositions: false)
      while !cursor.isExhausted {
        try cursor.loadDocuments()
        try cursor.loadFrequencies()
        for slot in 0..<cursor.count {
          let number = documents.number(cursor.document(at: slot))
          guard number != DocumentMapping.deleted else { continue }
          // SAFETY: the block is loaded, and `slot` is below its count.
          try runs.append(pair, number, unsafe cursor.frequencies[slot])
        }
        cursor.nextBlock()
      }
    }
    return true
  }

  /// Returns true if a field has the word of `pair`, and words with its beginning.
  private func occurs(
    _ pair: PrefixPair, in field: SegmentReader.Field
  ) throws(SearchError) -> Bool {
    guard try field.dictionary.find(pair.word) != nil else { return false }
    return try !field.dictionary.ordinals(withPrefix: pair.beginning).isEmpty
  }
}
