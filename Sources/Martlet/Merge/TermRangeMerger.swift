/// Merges the terms of a field in one of its ``TermRanges``, with their postings and positions.
///
/// Used by one thread at a time; ``merge()`` is called once.
final class TermRangeMerger {
  /// The number of terms between two checks whether to stop.
  private static let termsPerPoll = 64

  /// The results: the dictionary, the postings, the prefix lists, and the frequent words and
  /// beginnings.
  let dictionary: TermDictionaryWriter
  let postings: SectionBuffer
  let prefixes: PrefixListsBuilder?
  let column: ColumnWriter?
  private(set) var frequent: FrequentWords?
  let beginnings: FrequentBeginnings?
  private let sources: UnretainedArray<MergeSource>
  private let ordinals: [Range<Int>]
  private let writer: PostingsWriter
  private let positions: (any ByteSink)?
  private let isReordered: Bool
  private let stop: MergeStop
  private let pages: PageRelease

  /// - Parameters:
  ///   - sources: The field in the segments.
  ///   - ordinals: The range of terms in each of them.
  ///   - positions: The sink for positions; nil if the field has none.
  ///   - prefixes: The builder of prefix lists, which gets the same postings.
  ///   - column: The writer of the field's column; nil if it has none.
  ///   - frequent: The set that collects frequent words.
  ///   - beginnings: The beginnings that are counted.
  ///   - isReordered: True if documents do not keep their order.
  init(
    _ sources: [MergeSource], _ ordinals: [Range<Int>], postings: SectionBuffer,
    positions: (any ByteSink)?, norms: ByteView?, lengths: LengthTable?,
    prefixes: PrefixListsBuilder?, column: ColumnWriter?, frequent: FrequentWords?,
    beginnings: FrequentBeginnings?, hasFilters: Bool, isReordered: Bool, stop: MergeStop,
    pages: PageRelease
  ) {
    self.sources = UnretainedArray(sources)
    self.isReordered = isReordered
    self.ordinals = ordinals
    self.postings = postings
    self.positions = positions
    self.prefixes = prefixes
    self.column = column
    self.frequent = frequent
    self.beginnings = beginnings
    self.stop = stop
    self.pages = pages
    writer = PostingsWriter(
      into: postings, positions: positions.map { PositionsWriter(into: $0) }, norms: norms,
      lengths: lengths, splitsGaps: isReordered)
    dictionary = TermDictionaryWriter(hasPositions: positions != nil, hasFilters: hasFilters)
  }

  /// Merges the terms.
  ///
  /// - Throws: `corrupted`, `cancelled` or `limitExceeded`, or the error of a failed write.
  func merge() throws(SearchError) {
    let union = try TermUnion(sources.objects.map(\.field.dictionary), ordinals)
    let lists = ListMerger(
      postings: writer, isReordered: isReordered, prefixes: prefixes, column: column, stop: stop)
    var termCount = 0
    while try union.next() {
      if termCount % Self.termsPerPoll == 0 { try stop.check() }
      termCount &+= 1
      try checkLimits(union)
      try union.withTerm { (term) throws(SearchError) in try prefixes?.begin(term) }
      var count = 0
      for slot in 0..<union.holders.count {
        let index = union.holders[slot]
        let info = union.info(index)
        count &+= try sources.with(index) { (source) throws(SearchError) in
          try lists.append(info, from: source)
        }
        pages.didRead(info.postings.count &+ info.positions.count)
      }
      try lists.endTerm()
      try prefixes?.end(count: count)
      guard count > 0 else { continue }
      let info = try writer.finishTerm()
      column?.endTerm()
      union.withTerm { term in
        dictionary.append(term, info)
        frequent?.take(term, info)
        beginnings?.take(term, occurrenceCount: info.totalFrequency)
      }
    }
    try prefixes?.end()
  }

  /// Appends the results of the next range, which cannot be used afterwards.
  ///
  /// - Throws: `corrupted` or `cancelled`, or the error of a failed write.
  func append(_ next: TermRangeMerger) throws(SearchError) {
    guard next.dictionary.termCount > 0 else { return }
    let part = try TermDictionary(
      Section(next.dictionary.finish()), hasPositions: positions != nil)
    try dictionary.append(
      contentsOf: part, postings: postings.byteCount, positions: positions?.byteCount ?? 0
    ) { (count) throws(SearchError) in try stop.check(every: 1 << 14, at: count) }
    try next.postings.move(to: postings, poll: stop.check)
    if let positions, let others = next.positions as? SectionBuffer {
      try others.move(to: positions, poll: stop.check)
    }
    if let prefixes, let others = next.prefixes { try prefixes.append(others, stop) }
    if let column, let others = next.column { column.append(contentsOf: others) }
    if let others = next.frequent { frequent?.append(contentsOf: others) }
    if let others = next.beginnings { beginnings?.append(contentsOf: others) }
  }

  /// Ends the postings and positions.
  ///
  /// - Throws: The error of a failed write.
  func finish() throws(SearchError) { try writer.finish() }

  /// Checks that one segment can hold all positions of the current term.
  @inline(__always)
  private func checkLimits(_ union: TermUnion) throws(SearchError) {
    var rest = Int64(UInt32.max)
    for slot in 0..<union.holders.count {
      let count = union.info(union.holders[slot]).totalFrequency
      guard count <= rest else {
        throw SearchError(
          .limitExceeded, "one term has more than \(UInt32.max) positions in one segment")
      }
      rest &-= count
    }
  }
}
