/// Lookups of candidates in a list, all those of a block at once.
///
/// The loops over candidates are part of the list's own type, so that a search through several
/// lists makes one call per list and block and not one per document. A block is processed in two
/// steps, both without branches that depend on what is found: first find the candidates that it has
/// and their indices, then process them. In a bit set, only the bits that are asked for are read.
extension TermScorer {
  /// Keeps the candidates that the list has.
  func intersect(_ candidates: CandidateBuffer) throws(SearchError) {
    let documents = unsafe candidates.documents
    let scores = unsafe candidates.scores
    let found = unsafe candidates.found
    var kept = 0
    // SAFETY: `kept` never exceeds the candidate's own index.
    try forEachBlock(candidates, finding: .candidates) { count in
      for index in 0..<count {
        let candidate = unsafe Int(found[index])
        unsafe documents[kept] = documents[candidate]
        unsafe scores[kept] = scores[candidate]
        kept &+= 1
      }
    }
    candidates.truncate(to: kept)
  }

  /// Removes the candidates that the list has.
  func dropCommon(_ candidates: CandidateBuffer) throws(SearchError) {
    let found = unsafe candidates.found
    var (kept, next) = (0, 0)
    try forEachBlock(candidates, finding: .candidates) { count in
      for index in 0..<count {
        // SAFETY: `found` has `count` entries.
        let candidate = unsafe Int(found[index])
        kept = candidates.move(next..<candidate, to: kept)
        next = candidate &+ 1
      }
    }
    candidates.truncate(to: candidates.move(next..<candidates.count, to: kept))
  }

  /// Keeps the candidates that the list has, and adds its scores to theirs.
  func intersectScoring(_ candidates: CandidateBuffer) throws(SearchError) {
    let documents = unsafe candidates.documents
    let scores = unsafe candidates.scores
    var kept = 0
    // SAFETY: `kept` never exceeds the candidate's own index.
    try forEachScore(candidates) { candidate, score in
      let sum = unsafe scores[candidate] + score
      unsafe documents[kept] = documents[candidate]
      unsafe scores[kept] = sum
      kept &+= 1
    }
    candidates.truncate(to: kept)
  }

  /// Keeps the candidates that the list has, and adds its scores to those above `limit`.
  ///
  /// A block without such a candidate is only searched for the documents.
  func intersect(
    _ candidates: CandidateBuffer, scoringAbove limit: Double
  ) throws(SearchError) {
    let (documents, scores) = unsafe (candidates.documents, candidates.scores)
    let (found, indices) = unsafe (candidates.found, candidates.indices)
    var kept = 0
    // SAFETY: `kept` never exceeds the candidate's own index, nor `scored` the index in `found`.
    try forEachBlock(candidates, finding: .offsets) { count throws(SearchError) in
      var scored = 0
      for index in 0..<count {
        let candidate = unsafe Int(found[index])
        let sum = unsafe scores[candidate]
        unsafe documents[kept] = documents[candidate]
        unsafe scores[kept] = sum
        unsafe found[scored] = UInt32(truncatingIfNeeded: kept)
        unsafe indices[scored] = indices[index]
        scored &+= BranchlessComparison.oneIf(sum, isAbove: limit)
        kept &+= 1
      }
      guard scored > 0 else { return }
      if cursor.isBitSet { unsafe try rankBits(indices, count: scored) }
      try scoreFound(scored, candidates) { unsafe scores[$0] += $1 }
    }
    candidates.truncate(to: kept)
  }

  /// Adds the list's scores to those of the candidates that it has, and keeps all candidates.
  func addScores(to candidates: CandidateBuffer) throws(SearchError) {
    let scores = unsafe candidates.scores
    // SAFETY: there is such a candidate.
    try forEachScore(candidates) { unsafe scores[$0] += $1 }
  }

  /// Adds the list's scores to those of the candidates that it has, and marks these with 1.
  @unsafe
  func addScores(
    to candidates: CandidateBuffer, marking marks: UnsafeMutablePointer<UInt8>
  ) throws(SearchError) {
    let scores = unsafe candidates.scores
    // SAFETY: there is such a candidate, and a mark for each.
    try forEachScore(candidates) { candidate, score in
      unsafe scores[candidate] += score
      unsafe marks[candidate] = 1
    }
  }

  /// Keeps the candidates that the list has, and stores the location of each in the list in
  /// `noted`, by the candidate's origin.
  func intersect(
    _ candidates: OriginBuffer, notingIn noted: PostingLocations
  ) throws(SearchError) {
    let buffer = candidates.buffer
    let documents = unsafe buffer.documents
    let origins = unsafe candidates.origins
    let (found, indices) = unsafe (buffer.found, buffer.indices)
    let notes = unsafe noted.elements
    var kept = 0
    // SAFETY: `kept` never exceeds the candidate's own index; an origin is below the block's size.
    try forEachBlock(buffer, finding: .indices) { count in
      let block = UInt32(truncatingIfNeeded: cursor.block)
      for index in 0..<count {
        let candidate = unsafe Int(found[index])
        let origin = unsafe origins[candidate]
        let slot = unsafe indices[index] & UInt32(Limits.blockSize &- 1)
        unsafe notes[Int(origin)] = PostingLocation(block: block, index: slot)
        unsafe documents[kept] = documents[candidate]
        unsafe origins[kept] = origin
        kept &+= 1
      }
    }
    buffer.truncate(to: kept)
  }

  /// Calls `body` with each candidate that the list has, in rising order, and the score that the
  /// list adds.
  @inline(__always)
  private func forEachScore(
    _ candidates: CandidateBuffer, _ body: (_ candidate: Int, _ score: Double) -> Void
  ) throws(SearchError) {
    try forEachBlock(candidates, finding: .indices) { count throws(SearchError) in
      if count > 0 { try scoreFound(count, candidates, body) }
    }
  }

  /// Calls `body` with each of `count` candidates found in the current block, and the score that
  /// the list adds.
  @inline(__always)
  private func scoreFound(
    _ count: Int, _ candidates: CandidateBuffer, _ body: (_ candidate: Int, _ score: Double) -> Void
  ) throws(SearchError) {
    let documents = unsafe candidates.documents
    let (found, indices) = unsafe (candidates.found, candidates.indices)
    // SAFETY: `found` has indices of candidates; indices in the block are masked to a block.
    if count <= PostingsCursor.fewFrequencies, cursor.hasPackedFrequencies {
      // One frequency per index, written over the indices.
      unsafe try cursor.extractFrequencies(at: indices, count: count, to: indices)
      for index in 0..<count {
        let candidate = unsafe Int(found[index])
        body(candidate, unsafe score(documents[candidate], frequency: indices[index]))
      }
      return
    }
    try cursor.loadFrequencies()
    let frequencies = unsafe cursor.frequencies
    for index in 0..<count {
      let candidate = unsafe Int(found[index])
      let frequency = unsafe frequencies[Int(indices[index]) & (Limits.blockSize &- 1)]
      body(candidate, unsafe score(documents[candidate], frequency: frequency))
    }
  }

  /// Replaces the offsets in the current block's bit set, in rising order, with indices in the
  /// block.
  @unsafe @inline(never)
  private func rankBits(_ bits: UnsafeMutablePointer<UInt32>, count: Int) throws(SearchError) {
    let (_, words, _) = unsafe try cursor.bitSet()
    // SAFETY: the caller found the bits in this set.
    unsafe BlockSearch.rank(bits, count: count, in: words)
  }

  /// The result of a lookup in a block.
  private enum LookupResult {
    /// The candidates that the block has.
    case candidates
    /// The candidates, and the index of each among the block's documents or, in a bit set, its bit.
    case offsets
    /// The candidates, and the index of each in the block.
    case indices
  }

  /// Calls `body` for each block that has candidates in its range, in order, with the number of
  /// candidates that it has.
  ///
  /// Their indices are in `candidates.found`, and their indices in the block in
  /// `candidates.indices` if `result` includes them.
  @inline(__always)
  private func forEachBlock(
    _ candidates: CandidateBuffer, finding result: LookupResult,
    _ body: (Int) throws(SearchError) -> Void
  ) throws(SearchError) {
    let wanted = unsafe candidates.documents
    let count = candidates.count
    let cursor = cursor
    var index = 0
    // SAFETY: `index` is compared with the count before it is used.
    while index < count {
      guard unsafe cursor.seek(wanted[index]) else { return }
      let first = cursor.firstPossibleDocument
      while unsafe index < count && wanted[index] < first { index &+= 1 }
      // At most a block of candidates at a time, for which there is room.
      let end = min(count, index &+ Limits.blockSize)
      let last = cursor.lastDocument
      guard unsafe index < end && wanted[index] <= last else { continue }
      let foundCount: Int
      if cursor.isBitSet {
        foundCount = unsafe try findBits(
          candidates, &index, end, last, ranks: result == .indices)
      } else {
        foundCount = unsafe try findDocuments(
          candidates, &index, end, last, locates: result != .candidates)
      }
      try body(foundCount)
    }
  }

  /// Finds the candidates from `index` on, up to the document `last`, among the block's documents.
  @unsafe @inline(__always)
  private func findDocuments(
    _ candidates: CandidateBuffer, _ index: inout Int, _ end: Int, _ last: DocumentID, locates: Bool
  ) throws(SearchError) -> Int {
    let wanted = unsafe candidates.documents
    let (found, indices) = unsafe (candidates.found, candidates.indices)
    try cursor.loadDocuments()
    let documents = unsafe cursor.documents
    let blockCount = cursor.count
    // SAFETY: a candidate so far ahead is compared with the count first.
    let isMany =
      unsafe index &+ DocumentTable.fewest <= end
      && wanted[index &+ (DocumentTable.fewest &- 1)] <= last
    if isMany {
      if unsafe wanted[end &- 1] <= last,
        let foundCount = unsafe BlockSearch.findFew(
          documents, in: wanted, index..<end, found, indices)
      {
        index = end
        return foundCount
      }
      if unsafe DocumentTable.fits(documents, count: blockCount) {
        return unsafe candidates.table.find(
          wanted, &index, end, last, documents, count: blockCount, found, indices)
      }
    }
    var foundCount = 0
    // SAFETY, for both loops: `index` is below `end`, `foundCount` at most a block, and the index
    // found is in the block.
    if !locates {
      while unsafe index < end && wanted[index] <= last {
        unsafe found[foundCount] = UInt32(truncatingIfNeeded: index)
        foundCount &+= unsafe BlockSearch.oneIf(documents, include: wanted[index])
        index &+= 1
      }
      return foundCount
    }
    while unsafe index < end && wanted[index] <= last {
      let document = unsafe wanted[index]
      let slot = unsafe BlockSearch.index(of: document, in: documents)
      unsafe found[foundCount] = UInt32(truncatingIfNeeded: index)
      unsafe indices[foundCount] = UInt32(truncatingIfNeeded: slot)
      foundCount &+= unsafe documents[slot] ^ document == 0 ? 1 : 0
      index &+= 1
    }
    return foundCount
  }

  /// Finds the candidates from `index` on, up to the document `last`, in the block's bit set.
  @unsafe @inline(__always)
  private func findBits(
    _ candidates: CandidateBuffer, _ index: inout Int, _ end: Int, _ last: DocumentID, ranks: Bool
  ) throws(SearchError) -> Int {
    let wanted = unsafe candidates.documents
    let (found, indices) = unsafe (candidates.found, candidates.indices)
    let (start, words, wordCount) = unsafe try cursor.bitSet()
    let lastBit = UInt32(truncatingIfNeeded: wordCount &* 64 &- 1)
    var foundCount = 0
    // SAFETY: as above; bits beyond the set, which only a forged list has, are read as its last
    // bit.
    while unsafe index < end && wanted[index] <= last {
      let bit = unsafe min(wanted[index] &- start, lastBit)
      let byte = unsafe words.load(fromByteOffset: Int(bit &>> 3), as: UInt8.self)
      unsafe found[foundCount] = UInt32(truncatingIfNeeded: index)
      unsafe indices[foundCount] = bit
      foundCount &+= Int(byte &>> UInt8(truncatingIfNeeded: bit & 7) & 1)
      index &+= 1
    }
    if ranks { unsafe BlockSearch.rank(indices, count: foundCount, in: words) }
    return foundCount
  }
}
