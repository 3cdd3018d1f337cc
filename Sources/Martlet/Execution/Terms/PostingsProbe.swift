/// One list of postings by itself, for measuring what searches do with lists.
package struct PostingsProbe: Sendable {
  private let list: PostingsList
  private let lengths: LengthTable

  /// Packs a list as a segment would.
  ///
  /// - Parameters:
  ///   - documents: rising, all below the number of norms.
  ///   - frequencies: one for each document, at least 1.
  ///   - norms: a coded length for each document of the segment.
  /// - Throws: nothing that memory can cause, but the writer's signature.
  package init(
    documents: [UInt32], frequencies: [UInt32], norms: ByteView
  ) throws(SearchError) {
    precondition(documents.count == frequencies.count, "a frequency for each document")
    precondition(documents.last.map { $0 < norms.count } ?? false, "documents of the segment")
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

  /// Bytes of the packed list.
  package var byteCount: Int { list.info.postings.count }

  /// What an occurrence is worth at each coded length.
  package var worths: [Float] { (0...255).map { lengths[$0] } }

  /// The sum of all documents' numbers, each unpacked.
  package func sumOfDocuments() throws(SearchError) -> UInt64 {
    let cursor = try list.cursor()
    var sum: UInt64 = 0
    while !cursor.isExhausted {
      try cursor.loadDocuments()
      let documents = unsafe cursor.documents
      // SAFETY: below the unit's count.
      for index in 0..<cursor.count { sum &+= unsafe UInt64(documents[index]) }
      cursor.nextUnit()
    }
    return sum
  }

  /// The sum of all frequencies, each unpacked.
  package func sumOfFrequencies() throws(SearchError) -> UInt64 {
    let cursor = try list.cursor()
    var sum: UInt64 = 0
    while !cursor.isExhausted {
      try cursor.loadFrequencies()
      let frequencies = unsafe cursor.frequencies
      // SAFETY: below the unit's count.
      for index in 0..<cursor.count { sum &+= unsafe UInt64(frequencies[index]) }
      cursor.nextUnit()
    }
    return sum
  }

  /// The number of postings that score more than `limit` at a weight of 1; all of them are scored.
  package func count(scoringAbove limit: Double) throws(SearchError) -> Int {
    let scorer = try scorer()
    let candidates = CandidateBuffer()
    var count = 0
    while !scorer.cursor.isExhausted {
      try scorer.scoreUnit(into: candidates, above: limit)
      count &+= candidates.count
      scorer.cursor.nextUnit()
    }
    return count
  }

  /// The number of documents that this list and another one of the same segment have, counted as a
  /// search for both words does.
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
    try TermScorer(list, weight: 1, lengths)
  }

  /// The sum of the first documents not below each of `targets`, which rise; no more are added when
  /// the list ends.
  package func sumOfSought(_ targets: [UInt32]) throws(SearchError) -> UInt64 {
    let cursor = try list.cursor()
    var sum: UInt64 = 0
    for target in targets {
      guard cursor.seek(target) else { break }
      try cursor.loadDocuments()
      let documents = unsafe cursor.documents
      // SAFETY: the place is below the unit's count.
      let place = unsafe UnitSearch.place(of: target, in: documents, count: cursor.count)
      sum &+= unsafe UInt64(documents[place])
    }
    return sum
  }
}
