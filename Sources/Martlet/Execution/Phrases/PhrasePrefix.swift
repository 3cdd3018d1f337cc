/// A phrase whose last word is still being typed, in one segment.
///
/// The finished words give the positions at which the last word must occur, in the documents that
/// have a word with the typed prefix, or in those that the rest of the query selects, if these are
/// fewer. They are compared with the positions of every such word. The result is written as a
/// postings list, so that the rest of the search treats the phrase as one word.
///
/// - Complexity: linear in the postings of all words that have the typed prefix; memory as in
///   ``PhraseStarts``.
struct PhrasePrefix {
  /// The most terms of the last word whose documents are listed before the phrase is looked for.
  /// More terms are in most documents, and are not read twice.
  private static let mostTermsOfUnion = 256

  private let starts: PhraseStarts

  /// Returns the list of the documents that have the phrase, with its frequencies; nil if there is
  /// none.
  ///
  /// - Parameter selecting: Documents that have none of these lists may be left out; nil if all are
  ///   wanted.
  static func list(
    of clause: PhraseClause, within selecting: [PostingsList]?, in field: SegmentReader.Field,
    _ segment: LiveSegment, _ lengths: LengthTable, _ stop: SearchStop
  ) throws(SearchError) -> PostingsList? {
    guard let last = clause.words.last, let positions = field.positions else { return nil }
    if let list = try readyList(of: clause, in: field, segment, lengths) { return list }
    let ordinals = try field.dictionary.ordinals(withPrefix: last.term)
    guard !ordinals.isEmpty else { return nil }
    let selectedCount = selecting?.reduce(0) { $0 + $1.info.documentFrequency } ?? .max
    var having = selecting
    // Nearly every term has documents of its own.
    if selectedCount >= ordinals.count,
      let list = try list(ofPrefix: last.term, ordinals, field, segment, lengths, stop),
      list.info.documentFrequency <= selectedCount
    {
      having = [list]
    }
    let phrase = PhrasePrefix(
      starts: PhraseStarts(documentCount: segment.reader.documentCount))
    defer { phrase.starts.giveBack() }
    try phrase.findStarts(clause, having, field, segment, lengths, stop)
    guard !phrase.starts.isEmpty else { return nil }
    phrase.starts.finish()
    let marks = try phrase.marks(of: ordinals, field, positions, stop)
    return try marks.sums(of: phrase.starts, stop).list(norms: field.norms?.bytes, lengths)
  }

  /// Returns the list that the segment stores for the phrase; nil if there is none.
  private static func readyList(
    of clause: PhraseClause, in field: SegmentReader.Field, _ segment: LiveSegment,
    _ lengths: LengthTable
  ) throws(SearchError) -> PostingsList? {
    guard let lists = field.prefixPairs, clause.words.count == 2,
      clause.words[1].offset == clause.words[0].offset + 1
    else { return nil }
    let pair = PrefixPair(word: clause.words[0].term, beginning: clause.words[1].term)
    guard let info = try lists.dictionary.find(PrefixPairsFormat.term(pair)) else { return nil }
    return try lists.list(info, lengths, documentCount: segment.reader.documentCount)
  }

  /// Returns the list of the documents that have a word with the prefix `term`; nil if they are not
  /// known.
  private static func list(
    ofPrefix term: [UInt8], _ ordinals: Range<Int>, _ field: SegmentReader.Field,
    _ segment: LiveSegment, _ lengths: LengthTable, _ stop: SearchStop
  ) throws(SearchError) -> PostingsList? {
    ordinals.count <= mostTermsOfUnion
      ? try ListUnion.list(ofPrefix: term, in: field, segment, lengths, stop)
      : try ListUnion.readyList(of: term, in: field, segment, lengths)
  }

  /// The terms of the last word are divided into parts of this many, for the threads.
  private static let partSize = 1 << 10

  /// Returns what was found of the terms in `ordinals`, by the threads that looked.
  private func marks(
    of ordinals: Range<Int>, _ field: SegmentReader.Field, _ positions: Section, _ stop: SearchStop
  ) throws(SearchError) -> [PhraseMarks] {
    // SAFETY: the starts are only read from now on.
    nonisolated(unsafe) let starts = starts
    let free = Lock<[PhraseMarks]>([])
    let count = IntegerMath.ceilingDivide(ordinals.count, by: Self.partSize)
    let isOnly = count == 1 || stop.threads == nil
    try SearchThreads.forEach(
      count, stop,
      { (part, stop) throws(SearchError) in
        let first = ordinals.lowerBound + part * Self.partSize
        let marks = unsafe free.withLock { $0.popLast() } ?? PhraseMarks(starts, isOnly: isOnly)
        let scan = unsafe PositionScan(field, positions, wanted: starts.documents)
        let last = min(ordinals.upperBound, first + Self.partSize)
        try field.dictionary.forEachInfo(in: first..<last) { (info) throws(SearchError) in
          try scan.scan(info, into: marks, willRead: stop.spend)
        }
        free.withLock { $0.append(marks) }
      }, take: { _ in })
    return free.withLock { $0 }
  }

  /// Finds the positions at which the last word must occur.
  ///
  /// - Parameter having: Lists with all documents that are wanted; nil to look at all documents.
  private func findStarts(
    _ clause: PhraseClause, _ having: [PostingsList]?, _ field: SegmentReader.Field,
    _ segment: LiveSegment, _ lengths: LengthTable, _ stop: SearchStop
  ) throws(SearchError) {
    let offset = clause.words.last?.offset ?? 0
    if clause.words.count == 2, clause.words[0].offset == 0 {
      return try findStarts(of: clause.words[0], distance: offset, having, field, segment, stop)
    }
    guard let matcher = try Self.matcher(of: clause, field, segment, lengths) else { return }
    var selecting: [TermScorer] = []
    var wanted: DocumentBitmap?
    if let having, having.count == 1 {
      selecting.append(try having[0].scorer(weight: 1, lengths))
    } else if let having {
      wanted = try DocumentBitmap(having, in: segment.live, willRead: stop.spend)
    }
    let search = PhraseConjunction(
      terms: selecting, phrases: [matcher],
      in: SearchRange(segment.documents), live: segment.live,
      base: 0,
      candidates: CandidateBuffer())
    let differences = GrowingArray<UInt32>()
    try search.forEachFrequency(stop) { document, _ in
      guard wanted?.contains(document) ?? true else { return }
      differences.removeAll()
      var last = 0
      for index in 0..<matcher.starts.count {
        differences.append(UInt32(truncatingIfNeeded: matcher.starts[index] &- last))
        last = matcher.starts[index]
      }
      // SAFETY: lent for the call.
      unsafe starts.append(
        document, UnsafeBufferPointer(start: differences.elements, count: differences.count),
        offset: offset)
    }
  }

  /// Finds the positions at `distance` after the only finished word.
  private func findStarts(
    of word: PhraseClause.Word, distance: UInt32, _ having: [PostingsList]?,
    _ field: SegmentReader.Field, _ segment: LiveSegment, _ stop: SearchStop
  ) throws(SearchError) {
    guard let info = try field.dictionary.find(word.term), let positions = field.positions
    else { return }
    let scan = PositionScan(
      field, positions, wanted: try DocumentBitmap(having, in: segment.live, willRead: stop.spend))
    try scan.scan(
      info, into: ExpectedPositions(starts: starts, offset: distance), willRead: stop.spend)
  }

  /// Returns the matcher of the finished words; nil if one of them, or a pair of them, occurs
  /// nowhere.
  private static func matcher(
    of clause: PhraseClause, _ field: SegmentReader.Field, _ segment: LiveSegment,
    _ lengths: LengthTable
  ) throws(SearchError) -> PhraseMatcher? {
    let documentCount = segment.reader.documentCount
    var words: [PositionedTerm] = []
    var terms: [[UInt8]] = []
    var sequence: [(word: Int, offset: Int)] = []
    for item in clause.words.dropLast() {
      let word = terms.firstIndex(of: item.term) ?? terms.count
      sequence.append((word, Int(item.offset)))
      guard word == terms.count else { continue }
      guard let info = try field.dictionary.find(item.term), let positions = field.positions
      else { return nil }
      terms.append(item.term)
      let list = try field.list(info, lengths, documentCount: documentCount)
      words.append(
        try PositionedTerm(
          try list.scorer(weight: 1, lengths), info, positions: positions))
    }
    let pairs = try PhrasePairs.find(
      clause.words.dropLast(), in: field, lengths, documentCount: documentCount
    ) { words[sequence[$0].word].scorer.cursor.documentFrequency }
    guard !pairs.isAbsent else { return nil }
    return PhraseMatcher(
      words: words,
      sequence: PhraseMatcher.sorted(sequence) { words[$0].scorer.cursor.documentFrequency },
      pairs: try pairs.noted(weight: 1, lengths), weight: 1)
  }
}
