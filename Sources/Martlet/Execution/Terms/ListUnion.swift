/// Builds one list for several terms of a field, so that they are searched like one word.
///
/// A document's frequency is the sum over the terms. Unless the segment has a list of them already,
/// the sums are written as a list in memory, so that everything that works on a list works on a
/// prefix, a range or a pattern.
///
/// - Complexity: one look-up if there is a list; otherwise linear in the postings of all terms, and
///   for a pattern in the terms that are compared with it.
enum ListUnion {
  /// Returns the list of the words that begin with `prefix` in one segment; nil if there are none.
  static func list(
    ofPrefix prefix: [UInt8], in field: SegmentReader.Field, _ segment: LiveSegment,
    _ lengths: LengthTable, _ stop: SearchStop
  ) throws(SearchError) -> PostingsList? {
    if let list = try readyList(of: prefix, in: field, segment, lengths) { return list }
    let ordinals = try field.dictionary.ordinals(withPrefix: prefix)
    return try list(of: [ordinals], in: field, segment, lengths, stop)
  }

  /// Returns the list of the terms in `ranges` in one segment; nil if there are none.
  static func list(
    of ranges: [TermRange], in field: SegmentReader.Field, _ segment: LiveSegment,
    _ lengths: LengthTable, _ stop: SearchStop
  ) throws(SearchError) -> PostingsList? {
    var ordinals: [Range<Int>] = []
    for range in ranges {
      try stop.spendLookUps(1)
      let lower = try field.dictionary.lowerBound(of: range.lower)
      let upper =
        if let upper = range.upper { try field.dictionary.lowerBound(of: upper) } else {
          field.dictionary.termCount
        }
      if lower < upper { ordinals.append(lower..<upper) }
    }
    let termCount = ordinals.reduce(0) { $0 + $1.count }
    if let column = field.column, termCount * documentsPerTerm > column.documentCount {
      return try list(of: ordinals, in: column, lengths, stop)
    }
    return try list(of: ordinals, in: field, segment, lengths, stop)
  }

  /// The number of documents whose values are read in the time of opening the list of a term.
  private static let documentsPerTerm = 8

  /// Returns the list of the documents with a value among `ordinals`, found by reading the values
  /// of all documents: where most values are in few documents, opening a list for each takes
  /// longer.
  ///
  /// - Complexity: linear in the documents and their values.
  private static func list(
    of ordinals: [Range<Int>], in column: Column, _ lengths: LengthTable, _ stop: SearchStop
  ) throws(SearchError) -> PostingsList? {
    try column.verify()
    let wanted = GrowingArray<UInt8>(zeros: column.termCount)
    for range in ordinals {
      for ordinal in range where ordinal < column.termCount { wanted[ordinal] = 1 }
    }
    let found = PostingsAccumulator(documentCount: column.documentCount)
    try stop.forEachShare(of: column.documentCount) { documents in
      for number in documents {
        let document = DocumentID(truncatingIfNeeded: number)
        var isWanted: UInt8 = 0
        column.forEachOrdinal(of: document) { isWanted |= wanted[$0] }
        if isWanted == 1 { found.add(document, 1) }
      }
    }
    return try found.list(norms: nil, lengths)
  }

  /// Returns the list of the words that `pattern` describes in one segment; nil if there are none.
  static func list(
    of pattern: TermPattern, in field: SegmentReader.Field, _ segment: LiveSegment,
    _ lengths: LengthTable, _ stop: SearchStop
  ) throws(SearchError) -> PostingsList? {
    let documentCount = segment.reader.documentCount
    var sole: TermInfo?
    var union: PostingsAccumulator?
    try field.dictionary.forEachWord(of: pattern, willRead: stop.spend) {
      (info, _) throws(SearchError) in
      if sole == nil {
        sole = info
        return
      }
      if union == nil, let first = sole {
        union = PostingsAccumulator(documentCount: documentCount)
        try union?.add(first, field, stop)
      }
      try union?.add(info, field, stop)
    }
    if let union { return try union.list(norms: field.norms?.bytes, lengths) }
    guard let sole else { return nil }
    return try field.list(sole, lengths, documentCount: documentCount)
  }

  private static func list(
    of ordinals: [Range<Int>], in field: SegmentReader.Field, _ segment: LiveSegment,
    _ lengths: LengthTable, _ stop: SearchStop
  ) throws(SearchError) -> PostingsList? {
    let documentCount = segment.reader.documentCount
    let count = ordinals.reduce(0) { $0 + $1.count }
    guard let first = ordinals.first(where: { !$0.isEmpty }) else { return nil }
    if count == 1 {
      let cursor = try field.dictionary.cursor(at: first.lowerBound)
      return try field.list(cursor.info, lengths, documentCount: documentCount)
    }
    let union = PostingsAccumulator(documentCount: documentCount)
    for range in ordinals {
      try field.dictionary.forEachInfo(in: range) { (info) throws(SearchError) in
        try union.add(info, field, stop)
      }
    }
    return try union.list(norms: field.norms?.bytes, lengths)
  }

  /// Returns the list that the segment stores for `prefix`; nil if there is none.
  static func readyList(
    of prefix: [UInt8], in field: SegmentReader.Field, _ segment: LiveSegment,
    _ lengths: LengthTable
  ) throws(SearchError) -> PostingsList? {
    guard let prefixes = field.prefixes, prefix.count <= PrefixListsFormat.longestByteCount,
      let info = try prefixes.dictionary.find(PrefixListsFormat.term(prefix))
    else { return nil }
    return try prefixes.list(info, lengths, documentCount: segment.reader.documentCount)
  }
}
