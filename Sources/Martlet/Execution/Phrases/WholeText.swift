/// The documents of one segment that have a given text in a field and nothing else.
///
/// The documents of the rarest term are compared with the text: first their lengths, then for every
/// term the positions, or only the number of positions if the field keeps none. A document has
/// other words than the text only if its length differs, because each position that a document has
/// counts in its length. What shares a position is looked up at the end: a text `C++` has the word
/// `c` too.
///
/// The result is written as a postings list, so that the rest of the search treats the text as one
/// word.
///
/// - Complexity: linear in the postings of the rarest term, plus a look-up in each list for the
///   documents of the right length.
struct WholeText {
  /// A term of the text, with its list in the segment.
  private struct Word {
    let expected: [UInt32]
    let cursor: PostingsCursor
    /// The list with its positions; nil if the field keeps none.
    let positioned: PositionedTerm?

    /// Returns true if the document has the term at the same positions as the text.
    func matches(_ document: DocumentID) throws(SearchError) -> Bool {
      guard let slot = try cursor.find(document),
        try Int(cursor.frequency(at: slot)) == expected.count
      else { return false }
      return try positioned?.isAt(expected, inDocumentAt: slot) ?? true
    }
  }

  /// Returns the list of the documents whose text is `text`; nil if there is none.
  static func list(
    of text: IndexedText, in field: SegmentReader.Field, _ segment: LiveSegment,
    _ lengths: LengthTable, _ stop: SearchStop
  ) throws(SearchError) -> PostingsList? {
    guard let norms = field.norms, var words = try words(of: text, in: field, segment, lengths)
    else { return nil }
    words = words.ordered { $0.cursor.documentFrequency < $1.cursor.documentFrequency }
    var found: [DocumentID] = []
    let (codes, code) = (try norms.bytes, NormCode.encode(length: text.length))
    let lead = words[0].cursor
    while !lead.isExhausted {
      try stop.spend(lead.count)
      try lead.loadDocuments()
      for slot in 0..<lead.count {
        let document = lead.document(at: slot)
        guard codes[Int(document)] == code, segment.live.isLive(document),
          try norms.length(of: document) == text.length
        else { continue }
        try stop.spend(words.count)
        if try matches(document, words) { found.append(document) }
      }
      lead.nextBlock()
    }
    try remove(text.joinedTerms, from: &found, field, segment, lengths, stop)
    let sums = PostingsAccumulator(documentCount: segment.reader.documentCount)
    for document in found { sums.add(document, 1) }
    return try sums.list(norms: codes, lengths)
  }

  /// Removes the documents that have one of the terms.
  private static func remove(
    _ terms: [[UInt8]], from found: inout [DocumentID], _ field: SegmentReader.Field,
    _ segment: LiveSegment, _ lengths: LengthTable, _ stop: SearchStop
  ) throws(SearchError) {
    for term in terms where !found.isEmpty {
      guard let info = try field.dictionary.find(term) else { continue }
      let cursor = try field.list(info, lengths, documentCount: segment.reader.documentCount)
        .cursor()
      var kept: [DocumentID] = []
      for document in found {
        try stop.spend(1)
        if try cursor.find(document) == nil { kept.append(document) }
      }
      found = kept
    }
  }

  private static func matches(
    _ document: DocumentID, _ words: [Word]
  ) throws(SearchError) -> Bool {
    for word in words where try !word.matches(document) { return false }
    return true
  }

  /// Returns the terms of the text with their lists; nil if the segment lacks one of them.
  private static func words(
    of text: IndexedText, in field: SegmentReader.Field, _ segment: LiveSegment,
    _ lengths: LengthTable
  ) throws(SearchError) -> [Word]? {
    var words: [Word] = []
    for term in text.terms {
      guard let info = try field.dictionary.find(term.bytes) else { return nil }
      let list = try field.list(info, lengths, documentCount: segment.reader.documentCount)
      let scorer = try list.scorer(weight: 1, lengths)
      let positioned = try field.positions.map { (positions) throws(SearchError) in
        try PositionedTerm(scorer, info, positions: positions)
      }
      words.append(
        Word(expected: term.positions, cursor: scorer.cursor, positioned: positioned))
    }
    return words.isEmpty ? nil : words
  }
}
