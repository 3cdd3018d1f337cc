/// A single postings list, for measuring the operations that searches perform on lists.
package struct PostingsProbe: Sendable {
  private let list: PostingsList
  private let lengths: LengthTable

  /// Packs a list as a segment would.
  ///
  /// - Parameters:
  ///   - documents: The documents, in rising order, all below the number of norms.
  ///   - frequencies: A frequency for each document, at least 1.
  ///   - norms: A coded length for each document of the segment.
  /// - Throws: No error when writing to memory; the writer's signature requires it.
  package init(
    documents: [UInt32], frequencies: [UInt32], norms: ByteView
  ) throws(SearchError) {
    precondition(
      documents.count == frequencies.count,
      "\(frequencies.count) frequencies for \(documents.count) documents")
    precondition(
      documents.last.map { $0 < norms.count } ?? false,
      "no documents, or one beyond the \(norms.count) norms")
    lengths = LengthTable(parameters: BM25(), averageLength: 100)
    let section = ByteWriter()
    let writer = PostingsWriter(into: section, positions: nil, norms: norms, lengths: lengths)
    for (document, frequency) in zip(documents, frequencies) {
      writer.append(document: document, frequency: frequency)
    }
    let info = try writer.finishTerm()
    try writer.finish()
    list = PostingsList(
      info, postings: section.finish(), norms: norms, documentCount: norms.count)
  }

  /// The number of bytes of the packed list.
  package var byteCount: Int { list.info.postings.count }

  /// The value of one occurrence at each coded length.
  package var worths: [Float] { (0...255).map { lengths[$0] } }

  /// Returns the sum of all document numbers, each of which is unpacked.
  package func sumOfDocuments() throws(SearchError) -> UInt64 {
    let cursor = try list.cursor()
    var sum: UInt64 = 0
    while !cursor.isExhausted {
      try cursor.loadDocuments()
      let documents = unsafe cursor.documents
      // SAFETY: below the block's count.
      for index in 0..<cursor.count { sum &+= unsafe UInt64(documents[index]) }
      cursor.nextBlock()
    }
    return sum
  }

  /// Returns the sum of all frequencies, each of which is unpacked.
  package func sumOfFrequencies() throws(SearchError) -> UInt64 {
    let cursor = try list.cursor()
    var sum: UInt64 = 0
    while !cursor.isExhausted {
      try cursor.loadFrequencies()
      let frequencies = unsafe cursor.frequencies
      // SAFETY: below the block's count.
      for index in 0..<cursor.count { sum &+= unsafe UInt64(frequencies[index]) }
      cursor.nextBlock()
    }
    return sum
  }

  /// Returns the number of postings that score more than `limit` at a weight of 1; all of them are
  /// scored.
  package func count(scoringAbove limit: Double) throws(SearchError) -> Int {
    let scorer = try scorer()
    let candidates = CandidateBuffer()
    var count = 0
    while !scorer.cursor.isExhausted {
      try scorer.scoreBlock(into: candidates, above: limit)
      count &+= candidates.count
      scorer.cursor.nextBlock()
    }
    return count
  }

  /// Returns the number of documents that this list and another one of the same segment have in
  /// common, counted as a search for both words does.
  package func countOfCommon(with other: PostingsProbe) throws(SearchError) -> Int {
    let collector = Collector(limit: 0, countLimit: .max)
    try Conjunction(
      [scorer(), other.scorer()], in: SearchRange(0..<DocumentID(list.documentCount)),
      live: LiveDocuments(documentCount: list.documentCount), base: 0,
      candidates: CandidateBuffer()
    ).run(collector)
    return collector.count
  }

  private func scorer() throws(SearchError) -> TermScorer {
    try list.scorer(weight: 1, lengths)
  }

  /// Returns the sum of the first documents at or after each of `targets`, which rise. It stops at
  /// the end of the list.
  package func sumOfSought(_ targets: [UInt32]) throws(SearchError) -> UInt64 {
    let cursor = try list.cursor()
    var sum: UInt64 = 0
    for target in targets {
      guard cursor.seek(target) else { break }
      try cursor.loadDocuments()
      let documents = unsafe cursor.documents
      // SAFETY: the index is below the block's count.
      let index = unsafe BlockSearch.index(of: target, in: documents)
      sum &+= unsafe UInt64(documents[index])
    }
    return sum
  }
}
