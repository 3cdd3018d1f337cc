/// The words of each document of a merge: those that at least some, but not most documents have.
///
/// If these have more than ``mostPostings`` postings, only one in several of the words is taken.
///
/// - Complexity: decodes all lists that are taken twice. 4 bytes of memory per posting, 8 per
///   document.
final class ForwardIndex {
  /// The approximate maximum number of postings taken, which need 256 MiB.
  static let mostPostings = 1 << 26
  /// The least document frequency of a word; rarer words tell too little for the time that they
  /// take.
  static let leastDocumentFrequency = 64

  /// The number of documents in the merged segment.
  let documentCount: Int
  /// The number of words, which are numbered from 0.
  private(set) var termCount = 0
  private let stop: MergeStop
  /// The end of each document's words in ``terms``.
  private let ends = GrowingArray<Int>()
  private let terms = GrowingArray<UInt32>()

  /// - Parameters:
  ///   - fields: Each field in the segments that have it.
  ///   - documentCount: The number of documents in the merged segment.
  init(
    fields: [[MergeSource]], documentCount: Int, mostPostings: Int = mostPostings,
    leastDocumentFrequency: Int = leastDocumentFrequency, stop: MergeStop
  ) throws(SearchError) {
    self.documentCount = documentCount
    self.stop = stop
    let least = leastDocumentFrequency
    let frequencies = least..<max(least, documentCount / 2)
    let interval = try interval(fields, frequencies, mostPostings)
    ends.setCountOfUninitialized(documentCount + 1)
    for document in 0...documentCount { ends[document] = 0 }
    try forEachPosting(fields, frequencies, oneOf: interval) { _, document in
      ends[Int(document) + 1] += 1
    }
    for document in 0..<documentCount { ends[document + 1] += ends[document] }
    terms.setCountOfUninitialized(ends[documentCount])
    // Each entry moves from the start of a document's words to their end.
    termCount = try forEachPosting(fields, frequencies, oneOf: interval) { term, document in
      terms[ends[Int(document)]] = UInt32(term)
      ends[Int(document)] += 1
    }
  }

  /// Returns the indices of the words of `document`.
  @inline(__always)
  func terms(of document: DocumentID) -> Range<Int> {
    let end = ends[Int(document)]
    return (document == 0 ? 0 : ends[Int(document) - 1])..<end
  }

  /// The word at an index of ``terms(of:)``.
  @inline(__always)
  subscript(slot: Int) -> Int { Int(terms[slot]) }

  /// Returns the number of terms of which one is taken, so that those taken have at most
  /// `mostPostings` postings.
  private func interval(
    _ fields: [[MergeSource]], _ frequencies: Range<Int>, _ mostPostings: Int
  ) throws(SearchError) -> Int {
    var count = 0
    try forEachTerm(fields) { _, _, frequency in
      if frequencies.contains(frequency) { count += frequency }
    }
    return max(1, IntegerMath.ceilingDivide(count, by: mostPostings))
  }

  /// Visits the terms of all fields.
  private func forEachTerm(
    _ fields: [[MergeSource]],
    _ body: (TermUnion, [MergeSource], _ documentFrequency: Int) throws(SearchError) -> Void
  ) throws(SearchError) {
    for sources in fields {
      let dictionaries = sources.map(\.field.dictionary)
      let union = try TermUnion(dictionaries, dictionaries.map { 0..<$0.termCount })
      var count = 0
      while try union.next() {
        try stop.check(every: 1 << 12, at: count)
        count += 1
        var frequency = 0
        for slot in 0..<union.holders.count {
          frequency += union.info(union.holders[slot]).documentFrequency
        }
        try body(union, sources, frequency)
      }
    }
  }

  /// Visits the postings of live documents of one in `interval` of the terms whose document
  /// frequency is in `frequencies`.
  ///
  /// - Returns: The number of terms taken.
  @discardableResult
  private func forEachPosting(
    _ fields: [[MergeSource]], _ frequencies: Range<Int>, oneOf interval: Int,
    _ body: (_ term: Int, _ document: DocumentID) -> Void
  ) throws(SearchError) -> Int {
    var (term, count) = (0, 0)
    try forEachTerm(fields) { (union, sources, frequency) throws(SearchError) in
      guard frequencies.contains(frequency) else { return }
      count += 1
      guard count % interval == 0 else { return }
      for slot in 0..<union.holders.count {
        let holder = union.holders[slot]
        try forEachDocument(union.info(holder), sources[holder]) { body(term, $0) }
      }
      term += 1
    }
    return term
  }

  /// Visits the live documents that have a term in one segment.
  private func forEachDocument(
    _ info: TermInfo, _ source: MergeSource, _ body: (DocumentID) -> Void
  ) throws(SearchError) {
    let cursor = try PostingsCursor(
      info, section: source.field.postings, documentCount: source.documents.live.documentCount,
      hasPositions: source.positions != nil)
    while !cursor.isExhausted {
      try cursor.loadDocuments()
      for index in 0..<cursor.count {
        // SAFETY: below the count of the block, which is loaded.
        let number = source.documents.number(unsafe cursor.documents[index])
        if number != DocumentMapping.deleted { body(number) }
      }
      cursor.nextBlock()
    }
  }
}
