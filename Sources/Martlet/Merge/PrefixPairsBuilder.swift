/// Builds lists for pairs of a frequent word and a beginning of the next one, for a field that is
/// merged; see ``PrefixPairsFormat``.
///
/// A segment gives the lists that it has. For other pairs its positions are read: for all of them
/// in the small segments of a few documents, which have no lists.
///
/// - Complexity: about 10 ns per posting of the lists; see ``PrefixPairScan`` for segments without
///   them.
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
    let writer = PairListsWriter(
      into: makeBuffer(SectionID(.prefixPairPostings, id), 0), norms: norms, lengths: lengths)
    try BigramRuns.finish(parts, writer.append) { (pair, list) throws(SearchError) in
      for source in sources { try append(set.terms[pair], of: source, to: list) }
    } end: { (pair) throws(SearchError) in
      try writer.end(term: set.terms[pair])
    }
    try writer.finishPrefixPairs(id, into: image)
  }

  /// Finds the pairs in the positions of all segments that do not have their lists, of several
  /// segments at the same time.
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
        let others = try pairs(of: set, withoutListIn: source)
        guard !others.isEmpty else { continue }
        let scan = PrefixPairScan(
          source, PrefixPairSet(others.map { set.pairs[$0] }), group.stop, PageRelease(inputs))
        let found = try scan.run { (pair, document, count) throws(SearchError) in
          try runs.append(others[pair], document, count)
        }
        ambiguous.withLock { all in all = found.flatMap { all?.union($0) } }
      }
      try runs.end()
    }
    return ambiguous.withLock { $0 }
  }

  /// Returns the indices of the pairs that may occur in `source`, but have no list there.
  private func pairs(
    of set: PrefixPairSet, withoutListIn source: MergeSource
  ) throws(SearchError) -> [Int] {
    let lists = source.field.prefixPairs
    var others: [Int] = []
    for (index, pair) in set.pairs.enumerated() {
      if let lists, try lists.dictionary.find(set.terms[index]) != nil { continue }
      if try occurs(pair, in: source.field) { others.append(index) }
    }
    return others
  }

  /// Appends the list of the pair with this term to `list`, if `source` has it.
  private func append(
    _ term: [UInt8], of source: MergeSource, to list: GrowingArray<UInt64>
  ) throws(SearchError) {
    guard let lists = source.field.prefixPairs, let info = try lists.dictionary.find(term)
    else { return }
    try stop.check()
    try source.appendPair(info, lists.postings, to: list)
  }

  /// Returns true if a field has the word of `pair`, and words with its beginning.
  private func occurs(
    _ pair: PrefixPair, in field: SegmentReader.Field
  ) throws(SearchError) -> Bool {
    guard try field.dictionary.find(pair.word) != nil else { return false }
    return try !field.dictionary.ordinals(withPrefix: pair.beginning).isEmpty
  }
}
