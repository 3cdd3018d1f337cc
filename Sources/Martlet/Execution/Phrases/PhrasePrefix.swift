/// A phrase whose last word is still being typed, in one segment.
///
/// The finished words give the positions at which the last word must occur, in the documents that
/// have a word with the typed prefix. These are compared with the positions of every such word. The
/// result is written as a postings list, so that the rest of the search treats the phrase as one
/// word.
///
/// - Complexity: linear in the postings of all words that have the typed prefix; 12 bytes of memory
///   per document, and 5 per position of the finished words.
struct PhrasePrefix {
  /// The positions at which the last word must occur, those of a document in rising order.
  private let positions = GrowingArray<UInt32>()
  /// A byte for each of these positions, which is 1 if a word with the prefix occurs there.
  private let isTaken = GrowingArray<UInt8>()
  /// The index in `positions` of the first one of each document.
  private let firsts: GrowingArray<Int>
  /// The number of positions of each document.
  private let counts: GrowingArray<UInt32>

  private init(documentCount: Int) {
    firsts = GrowingArray(zeros: documentCount)
    counts = GrowingArray(zeros: documentCount)
  }

  /// Returns the list of the documents that have the phrase, with its frequencies; nil if there is
  /// none.
  static func list(
    of clause: PhraseClause, in field: SegmentReader.Field, _ segment: LiveSegment,
    _ lengths: LengthTable, _ stop: SearchStop
  ) throws(SearchError) -> PostingsList? {
    guard let last = clause.words.last, let positions = field.positions else { return nil }
    let ordinals = try field.dictionary.ordinals(withPrefix: last.term)
    guard !ordinals.isEmpty,
      let having = try ListUnion.list(ofPrefix: last.term, in: field, segment, lengths, stop)
    else { return nil }
    let phrase = PhrasePrefix(documentCount: segment.reader.documentCount)
    try phrase.findStarts(clause, having, field, segment, lengths, stop)
    guard phrase.positions.count > 0 else { return nil }
    let cursor = try field.dictionary.cursor(at: ordinals.lowerBound)
    for _ in ordinals {
      if cursor.info.isSingle {
        phrase.take(cursor.info.position, in: Int(cursor.info.document))
      } else {
        let list = try PostingsList(
          cursor.info, field, lengths, documentCount: segment.reader.documentCount)
        try phrase.take(list, positions, lengths, stop)
      }
      guard try cursor.advance() else { break }
    }
    return try phrase.sums(documentCount: segment.reader.documentCount)
      .list(norms: field.norms?.bytes, lengths)
  }

  /// Returns the number of positions of each document at which the last word occurs.
  private func sums(documentCount: Int) -> PostingsAccumulator {
    let sums = PostingsAccumulator(documentCount: documentCount)
    for document in 0..<documentCount where counts[document] > 0 {
      var sum: UInt32 = 0
      for index in firsts[document]..<(firsts[document] + Int(counts[document])) {
        sum &+= UInt32(isTaken[index])
      }
      if sum > 0 { sums.add(DocumentID(document), sum) }
    }
    return sums
  }

  /// Finds the positions at which the last word must occur, in the documents that have it.
  private func findStarts(
    _ clause: PhraseClause, _ having: PostingsList, _ field: SegmentReader.Field,
    _ segment: LiveSegment, _ lengths: LengthTable, _ stop: SearchStop
  ) throws(SearchError) {
    var words: [PositionedTerm] = []
    var terms: [[UInt8]] = []
    var sequence: [(word: Int, offset: Int)] = []
    for item in clause.words.dropLast() {
      let word = terms.firstIndex(of: item.term) ?? terms.count
      sequence.append((word, Int(item.offset)))
      guard word == terms.count else { continue }
      guard let info = try field.dictionary.find(item.term), let positions = field.positions
      else { return }
      terms.append(item.term)
      let list = try PostingsList(
        info, field, lengths, documentCount: segment.reader.documentCount)
      words.append(
        PositionedTerm(
          try TermScorer(list, weight: 1, lengths), try PositionsReader(info, section: positions)))
    }
    let pairs = try PhrasePairs(
      clause.words.dropLast(),
      documentFrequencies: sequence.map { words[$0.word].scorer.cursor.documentFrequency },
      in: field,
      lengths, documentCount: segment.reader.documentCount)
    guard !pairs.isAbsent else { return }
    let matcher = PhraseMatcher(
      words: words, sequence: sequence, pairs: try pairs.noted(weight: 1, lengths), weight: 1)
    let search = PhraseConjunction(
      terms: [try TermScorer(having, weight: 1, lengths)], phrases: [matcher],
      in: SearchRange(segment.documents), live: segment.live,
      base: 0,
      candidates: CandidateBuffer())
    let offset = clause.words.last?.offset ?? 0
    try search.forEachFrequency(stop) { document, _ in
      firsts[Int(document)] = positions.count
      counts[Int(document)] = UInt32(matcher.starts.count)
      for index in 0..<matcher.starts.count {
        positions.append(UInt32(truncatingIfNeeded: matcher.starts[index]) &+ offset)
        isTaken.append(0)
      }
    }
  }

  /// Marks the position of a word that occurs once.
  private func take(_ position: UInt32, in document: Int) {
    // The entry of the dictionary may be damaged.
    guard document < counts.count, counts[document] > 0 else { return }
    let range = firsts[document]..<(firsts[document] + Int(counts[document]))
    let index = lowerBound(of: position, in: range)
    if index < range.upperBound, positions[index] == position { isTaken[index] = 1 }
  }

  /// Marks the positions at which the word of `list` occurs.
  ///
  /// Few words occur in a document that has the beginning of the phrase, so the positions are opened
  /// for the first of them.
  private func take(
    _ list: PostingsList, _ section: Section, _ lengths: LengthTable, _ stop: SearchStop
  ) throws(SearchError) {
    let scorer = try TermScorer(list, weight: 1, lengths)
    let cursor = scorer.cursor
    var word: PositionedTerm?
    while !cursor.isExhausted {
      try stop.spend(4 * cursor.count)
      try cursor.loadDocuments()
      for index in 0..<cursor.count {
        // SAFETY: below the block's count; documents are below the segment's.
        let document = unsafe Int(cursor.documents[index])
        guard counts[document] > 0 else { continue }
        if word == nil {
          word = PositionedTerm(scorer, try PositionsReader(list.info, section: section))
        }
        guard let word else { return }
        let first = firsts[document]
        let found = unsafe try word.positions(at: index)
        unsafe mark(found, first..<(first + Int(counts[document])))
      }
      cursor.nextBlock()
    }
  }

  /// Marks those of the positions in `range` that are among `found`.
  @unsafe
  private func mark(_ found: UnsafeBufferPointer<UInt32>, _ range: Range<Int>) {
    var start = range.lowerBound
    for index in 0..<found.count {
      // SAFETY: below the count.
      let position = unsafe found[index]
      start = lowerBound(of: position, in: start..<range.upperBound)
      guard start < range.upperBound else { return }
      if positions[start] == position { isTaken[start] = 1 }
    }
  }

  /// Returns the index in `range` of the first position that is not below `position`.
  private func lowerBound(of position: UInt32, in range: Range<Int>) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if positions[middle] < position { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
