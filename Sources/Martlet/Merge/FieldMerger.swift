/// Merges the terms, postings, positions and lengths of one field.
///
/// - Complexity: O(terms · segments + postings + positions); see ``SegmentMerger`` for the memory.
struct FieldMerger {
  /// How often a merge asks whether to stop, in terms.
  private static let termsPerPoll = 64

  let id: FieldID
  let definition: FieldDefinition
  /// The field in each segment, nil where no document has it.
  let fields: [SegmentReader.Field?]
  let mapping: DocumentMapping
  let parameters: BM25
  /// From how many postings on a beginning of words has a list of its own; nil when none has.
  let leastPrefixCost: Int?
  /// What lists of pairs of frequent words may take; nil when there are none.
  let bigramBudget: BigramBudget?
  /// Makes the buffer in which a section is collected.
  let makeBuffer: (SectionID) -> SectionBuffer
  let stop: MergeStop
  let pages: PageRelease

  /// Adds the sections of the field to `image`.
  ///
  /// - Returns: what the segment keeps about the field; nil when no live document has it.
  /// - Throws: `corrupted`, `limitExceeded`; what writing throws.
  func merge(into image: ImageWriter) throws(SearchError) -> SegmentInfo.Field? {
    let norms = definition.hasNorms ? try mergeNorms() : NormsWriter()
    let average = norms.statistics.averageLength
    let postings = makeBuffer(SectionID(.postings, id))
    let positions =
      definition.hasPositions ? ImageSection(SectionID(.positions, id), of: image) : nil
    let codes = definition.hasNorms ? norms.codes() : nil
    let lengths =
      definition.hasNorms ? LengthTable(parameters: parameters, averageLength: average) : nil
    let writer = PostingsWriter(
      into: postings, positions: positions.map { PositionsWriter(into: $0) }, norms: codes,
      lengths: lengths)
    let prefixes = makePrefixLists(codes, lengths)
    var bigrams = makeBigrams()
    let dictionary = TermDictionaryWriter(hasPositions: definition.hasPositions)
    let sources = zip(fields, mapping.sources).compactMap { field, documents in
      field.map { MergeSource($0, documents) }
    }
    try mergeTerms(sources, dictionary, writer, prefixes, &bigrams)
    guard dictionary.termCount > 0 else { return nil }
    try writer.finish()
    try positions?.end()
    let byteCount = postings.byteCount + (positions?.byteCount ?? 0)
    try image.add(SectionID(.terms, id), dictionary.finish())
    try postings.copy(SectionID(.postings, id), into: image)
    if definition.hasNorms { try norms.finish(id, into: image) }
    try prefixes?.finish(id, into: image)
    try bigrams?.write(
      id, sources, documentCount: mapping.documentCount, byteCount: byteCount, norms: codes,
      lengths: lengths, makeBuffer: makeBuffer, into: image)
    return SegmentInfo.Field(field: id, statistics: norms.statistics, averageLength: average)
  }

  /// The lengths of all live documents.
  private func mergeNorms() throws(SearchError) -> NormsWriter {
    var writer = NormsWriter(capacity: mapping.documentCount)
    for (field, source) in zip(fields, mapping.sources) {
      guard let field, let norms = field.norms else {
        writer.fill(upTo: Int(source.base) + source.live.liveCount)
        continue
      }
      for index in 0..<source.live.documentCount where source.live.isLive(DocumentID(index)) {
        try stop.check(every: 1 << 16, at: index)
        let length = try norms.length(of: DocumentID(index))
        guard length <= Limits.tokensPerField else {
          throw field.postings.corrupted("document \(index) has \(length) tokens", at: 0)
        }
        writer.append(length: length)
      }
    }
    return writer
  }

  /// What makes lists for beginnings of the field's terms, if queries ask for these.
  private func makePrefixLists(_ norms: ByteView?, _ lengths: LengthTable?) -> PrefixListsBuilder? {
    guard let leastPrefixCost, definition.kind == .text || definition.kind == .keyword else {
      return nil
    }
    return PrefixListsBuilder(
      into: makeBuffer(SectionID(.prefixPostings, id)), documentCount: mapping.documentCount,
      norms: norms, lengths: lengths, leastCost: leastPrefixCost, stop: stop)
  }

  /// What makes lists for pairs of the field's words, if phrases can be asked for in it.
  private func makeBigrams() -> BigramsBuilder? {
    guard let bigramBudget, definition.kind == .text, definition.hasPositions else { return nil }
    return BigramsBuilder(bigramBudget, stop: stop, pages: pages)
  }

  private func mergeTerms(
    _ sources: [MergeSource], _ dictionary: TermDictionaryWriter, _ writer: PostingsWriter,
    _ prefixes: PrefixListsBuilder?, _ bigrams: inout BigramsBuilder?
  ) throws(SearchError) {
    let union = try TermUnion(sources.map(\.field.dictionary))
    let lists = ListMerger(postings: writer, prefixes: prefixes, stop: stop)
    var termCount = 0
    while try union.next() {
      if termCount % Self.termsPerPoll == 0 { try stop.check() }
      termCount &+= 1
      try checkLimits(union)
      // SAFETY: the bytes are lent for the call.
      try unsafe union.withTerm { (term) throws(SearchError) in try unsafe prefixes?.begin(term) }
      var count = 0
      for place in 0..<union.holders.count {
        let index = union.holders[place]
        let info = union.info(index)
        count &+= try lists.append(info, from: sources[index])
        pages.didRead(info.postings.count &+ info.positions.count)
      }
      prefixes?.end(count: count)
      guard count > 0 else { continue }
      let info = try writer.finishTerm()
      // SAFETY: the term is copied before the union moves on.
      unsafe union.withTerm { term in
        unsafe dictionary.append(term, info)
        unsafe bigrams?.take(term, documentFrequency: count)
      }
    }
  }

  /// Makes sure that one segment can hold all positions of the term at hand.
  @inline(__always)
  private func checkLimits(_ union: TermUnion) throws(SearchError) {
    var rest = Int64(UInt32.max)
    for place in 0..<union.holders.count {
      let count = union.info(union.holders[place]).totalFrequency
      guard count <= rest else {
        throw SearchError(
          .limitExceeded, "one term has more than \(UInt32.max) positions in one segment")
      }
      rest &-= count
    }
  }
}
