/// Merges the terms, postings, positions and lengths of one field.
///
/// - Complexity: O(terms · segments + postings + positions); see ``SegmentMerger`` for the memory.
struct FieldMerger {
  let id: FieldID
  let definition: FieldDefinition
  /// The field in each segment; nil if no document has it.
  let fields: [SegmentReader.Field?]
  let mapping: DocumentMapping
  let parameters: BM25
  /// The smallest cost, in postings, of a prefix that has a list of its own; nil if no prefix has
  /// one.
  let leastPrefixCost: Int?
  /// The limits on lists of pairs of frequent words; nil if there are none.
  let bigramBudget: BigramBudget?
  /// The choice of pairs of a frequent word and a beginning that have lists; nil if none have.
  let prefixPairBudget: PrefixPairBudget?
  /// Creates the buffer in which a section, or the share of one part of the merge in it, is
  /// collected. Parts are numbered from 0.
  let makeBuffer: (_ section: SectionID, _ part: Int) -> SectionBuffer
  let stop: MergeStop
  /// The bytes of the segments.
  let inputs: [ByteView]
  /// The threads that share the work, and the number of bytes of postings and positions that is
  /// worth one.
  var threads = MergeThreads.one
  var leastPartByteCount = 0

  /// Adds the sections of the field to `image`.
  ///
  /// - Returns: The information about the field that the segment keeps; nil if no live document has
  ///   the field.
  /// - Throws: `corrupted` or `limitExceeded`, or the error of a failed write.
  func merge(into image: ImageWriter) throws(SearchError) -> SegmentInfo.Field? {
    // A schema may have thousands of fields that no document has.
    guard fields.contains(where: { $0 != nil }) else { return nil }
    let norms = definition.hasNorms ? try mergeNorms() : NormsWriter()
    let codes = definition.hasNorms ? norms.codes() : nil
    let lengths =
      definition.hasNorms
      ? LengthTable(parameters: parameters, averageLength: norms.statistics.averageLength) : nil
    let positions =
      definition.hasPositions ? ImageSection(SectionID(.positions, id), of: image) : nil
    let terms = try mergeTerms(positions, codes, lengths)
    guard terms.dictionary.termCount > 0 else { return nil }
    try terms.finish()
    try positions?.end()
    let byteCount = terms.postings.byteCount + (positions?.byteCount ?? 0)
    let dictionary = terms.dictionary.finish()
    try image.add(SectionID(.terms, id), dictionary)
    try terms.postings.copy(SectionID(.postings, id), into: image)
    if definition.hasNorms { try norms.finish(id, into: image) }
    try terms.prefixes?.finish(id, into: image)
    try terms.column?.finish(
      id, definition, dictionary, documentCount: mapping.documentCount, into: image)
    try makeBigrams(terms.frequent)?.write(
      id, makeSources(), documentCount: mapping.documentCount, byteCount: byteCount, norms: codes,
      lengths: lengths, makeBuffer: makeBuffer, into: image)
    try makePrefixPairs(terms)?.write(
      id, makeSources(), norms: codes, lengths: lengths, makeBuffer: makeBuffer, into: image)
    return SegmentInfo.Field(
      field: id, statistics: norms.statistics, averageLength: norms.statistics.averageLength)
  }

  /// Returns the lengths of all live documents.
  private func mergeNorms() throws(SearchError) -> NormsWriter {
    var writer = NormsWriter(capacity: mapping.documentCount)
    try mapping.forEachDocument { (segment, document) throws(SearchError) in
      try stop.check(every: 1 << 16, at: writer.documentCount)
      guard let field = fields[segment], let norms = field.norms else {
        return writer.append(length: 0)
      }
      let length = try norms.length(of: document)
      guard length <= Limits.tokensPerField else {
        throw field.postings.corrupted(
          "document \(document) has \(length) tokens, expected at most \(Limits.tokensPerField)",
          at: 0)
      }
      writer.append(length: length)
    }
    return writer
  }

  /// Returns a builder of lists for prefixes of the field's terms; nil if queries cannot ask for
  /// these.
  private func makePrefixLists(
    _ norms: ByteView?, _ lengths: LengthTable?, part: Int, of partCount: Int, _ stop: MergeStop
  ) -> PrefixListsBuilder? {
    guard let leastPrefixCost, definition.kind == .text || definition.kind == .keyword else {
      return nil
    }
    return PrefixListsBuilder(
      into: makeBuffer(SectionID(.prefixPostings, id), part),
      documentCount: mapping.documentCount, norms: norms, lengths: lengths,
      leastCost: leastPrefixCost, mostWaiting: PrefixListsBuilder.usualMostWaiting / partCount,
      stop: stop)
  }

  /// Returns a builder of lists for pairs of the field's words; nil if the field has no such lists.
  private func makeBigrams(_ frequent: FrequentWords?) -> BigramsBuilder? {
    guard let bigramBudget, let frequent else { return nil }
    return BigramsBuilder(
      bigramBudget, frequent: frequent, stop: stop, inputs: inputs, threads: threads,
      leastPartByteCount: leastPartByteCount)
  }

  /// Returns a builder of lists for pairs of a word and a beginning; nil if the field has no such
  /// lists.
  private func makePrefixPairs(_ terms: TermRangeMerger) -> PrefixPairsBuilder? {
    guard let prefixPairBudget, let frequent = terms.frequent, let beginnings = terms.beginnings
    else { return nil }
    let pairs = prefixPairBudget.choose(
      frequent, beginnings, documentCount: mapping.documentCount)
    return PrefixPairsBuilder(pairs: pairs, threads: threads, stop: stop, inputs: inputs)
  }

  /// Returns the field in the segments that have it.
  private func makeSources() -> [MergeSource] {
    zip(fields, mapping.sources).compactMap { field, documents in
      field.map { MergeSource($0, documents) }
    }
  }

  /// Merges the terms, several ranges of them at the same time.
  ///
  /// - Parameter positions: The section for positions; nil if the field has none.
  private func mergeTerms(
    _ positions: ImageSection?, _ norms: ByteView?, _ lengths: LengthTable?
  ) throws(SearchError) -> TermRangeMerger {
    let group = MergeGroup(threads, stop)
    let ranges = try TermRanges(
      fields.compactMap(\.self), count: threads.count, leastByteCount: leastPartByteCount
    ).ordinals
    let isText = definition.kind == .text && definition.hasPositions
    let noted = isText ? bigramBudget : nil
    let paired = noted == nil ? nil : prefixPairBudget
    // SAFETY: while they are shared, one thread uses each; the group orders that.
    nonisolated(unsafe) let parts = ranges.enumerated().map { part, ordinals in
      // The first range goes straight to the image; the others wait to be appended to it.
      let section: any ByteSink =
        if part == 0, let positions { positions } else {
          makeBuffer(SectionID(.positions, id), part)
        }
      return TermRangeMerger(
        makeSources(), ordinals, postings: makeBuffer(SectionID(.postings, id), part),
        positions: definition.hasPositions ? section : nil, norms: norms,
        lengths: lengths,
        prefixes: makePrefixLists(norms, lengths, part: part, of: ranges.count, group.stop),
        column: definition.hasColumn ? ColumnWriter() : nil,
        frequent: noted?.frequentWords,
        beginnings: paired?.frequentBeginnings(tokenCount: 0),
        hasFilters: definition.kind.hasPatterns, isReordered: mapping.isReordered,
        stop: group.stop, pages: PageRelease(inputs))
    }
    try unsafe group.run(parts.count) { (part) throws(SearchError) in try unsafe parts[part].merge()
    }
    for part in unsafe parts.dropFirst() { try unsafe parts[0].append(part) }
    return unsafe parts[0]
  }
}
