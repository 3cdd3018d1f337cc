/// A phrase whose last word is still being typed, in one segment.
///
/// The finished words give the documents and the positions at which the last word must occur. These
/// are compared with the positions of every word that has the typed prefix. The result is written
/// as a postings list, so that the rest of the search treats the phrase as one word.
///
/// - Complexity: linear in the postings of all words that have the typed prefix.
struct PhrasePrefix {
  /// The positions at which the last word must occur in one document, and a flag for each at which
  /// it does.
  private struct OpenStarts {
    var positions: [UInt32]
    var isTaken: [Bool]
  }

  private var openStarts: [DocumentID: OpenStarts] = [:]

  /// Returns the list of the documents that have the phrase, with its frequencies; nil if there is
  /// none.
  static func list(
    of clause: PhraseClause, in field: SegmentReader.Field, _ segment: LiveSegment,
    _ lengths: LengthTable, _ stop: SearchStop
  ) throws(SearchError) -> PostingsList? {
    guard let last = clause.words.last, let positions = field.positions else { return nil }
    let ordinals = try field.dictionary.ordinals(withPrefix: last.term)
    guard !ordinals.isEmpty else { return nil }
    var phrase = PhrasePrefix()
    try phrase.findStarts(clause, last.offset, field, segment, lengths, stop)
    guard !phrase.openStarts.isEmpty else { return nil }
    let cursor = try field.dictionary.cursor(at: ordinals.lowerBound)
    for _ in ordinals {
      let list = try PostingsList(
        cursor.info, field, lengths, documentCount: segment.reader.documentCount)
      try phrase.take(list, positions, lengths, stop)
      guard try cursor.advance() else { break }
    }
    let sums = PostingsAccumulator(documentCount: segment.reader.documentCount)
    for (document, openStarts) in phrase.openStarts {
      sums.add(document, UInt32(clamping: openStarts.isTaken.count { $0 }))
    }
    return try sums.list(norms: field.norms?.bytes, lengths)
  }

  /// Finds the positions at which the last word must occur.
  private mutating func findStarts(
    _ clause: PhraseClause, _ offset: UInt32, _ field: SegmentReader.Field,
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
      terms: [], phrases: [matcher], in: SearchRange(segment.documents), live: segment.live,
      base: 0,
      candidates: CandidateBuffer())
    try search.forEachFrequency(stop) { document, _ in
      let positions = (0..<matcher.starts.count).map { index in
        UInt32(truncatingIfNeeded: matcher.starts[index]) &+ offset
      }
      openStarts[document] = OpenStarts(
        positions: positions, isTaken: Array(repeating: false, count: positions.count))
    }
  }

  /// Marks the positions at which the word of `list` occurs.
  private mutating func take(
    _ list: PostingsList, _ section: Section, _ lengths: LengthTable, _ stop: SearchStop
  ) throws(SearchError) {
    let word = PositionedTerm(
      try TermScorer(list, weight: 1, lengths), try PositionsReader(list.info, section: section))
    let cursor = word.scorer.cursor
    while !cursor.isExhausted {
      try stop.spend(4 * cursor.count)
      try cursor.loadDocuments()
      for index in 0..<cursor.count {
        let document = unsafe cursor.documents[index]
        guard var wanted = openStarts[document] else { continue }
        let found = unsafe try word.positions(at: index)
        var next = 0
        for slot in wanted.positions.indices {
          // SAFETY: `next` is compared with the count first.
          while next < found.count, unsafe found[next] < wanted.positions[slot] { next += 1 }
          if next < found.count, unsafe found[next] == wanted.positions[slot] {
            wanted.isTaken[slot] = true
          }
        }
        openStarts[document] = wanted
      }
      cursor.nextBlock()
    }
  }
}
