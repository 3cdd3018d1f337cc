/// One word in one field of one segment: its postings and their scores.
///
/// A score is `weight − weight / (1 + f · inverse)`, in single precision exactly as Lucene computes
/// it. Sums of scores are kept in double precision, where they are exact: every score is a multiple
/// of 2^−25 of its weight's leading bit, and the weights of one query lie within a factor of 2^26
/// of their sum (``QueryPlan`` raises smaller ones). So the order of additions never matters,
/// and every strategy of evaluation gives the same bits.
@safe
final class TermScorer {
  /// The postings.
  let cursor: PostingsCursor
  /// The score of a full impact, from the rarity of the word, the field and the query.
  let weight: Float
  /// The index of the next posting to read in the block; see ``alignIndex(to:)``.
  private var index = 0
  private var indexBlock = -1
  /// The block in which the last marked window begins; -1 if no marked window is left to score.
  private var windowBlock = -1

  private let lengths: LengthTable
  private let norms: ByteView?
  // SAFETY: `documentCount` bytes of `norms`, or one byte, the norm of length 1, when the field has
  // no norms.
  private let normBytes: UnsafePointer<UInt8>
  private let normMask: UInt32
  private let boundGrowth: Double
  private let boundSlack: Double

  /// - Parameters:
  ///   - norms: One byte per document of the segment; nil if lengths do not matter.
  ///   - boundGrowth: The growth of impacts since the bounds were stored; see
  ///     ``ImpactBound/growth(stored:asked:)``.
  init(
    cursor: PostingsCursor, weight: Float, lengths: LengthTable, norms: ByteView?,
    boundGrowth: Double
  ) {
    self.cursor = cursor
    self.weight = weight
    self.lengths = lengths
    self.norms = norms
    self.boundGrowth = boundGrowth
    boundSlack = Double(weight) * 1e-6
    if let norms {
      // SAFETY: the view is retained by this object.
      unsafe normBytes = norms.base.assumingMemoryBound(to: UInt8.self)
      normMask = .max
    } else {
      unsafe normBytes = Self.noNorm
      normMask = 0
    }
  }

  /// The norm of a document of length 1, for fields without lengths.
  // SAFETY: allocated once, never changed, never freed.
  nonisolated(unsafe) private static let noNorm: UnsafePointer<UInt8> = {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    unsafe memory.initialize(to: NormCode.encode(length: 1))
    return unsafe UnsafePointer(memory)
  }()

  /// Returns the score of a posting.
  @inline(__always)
  func score(_ document: DocumentID, frequency: UInt32) -> Double {
    score(document, frequency: frequency, weight: weight)
  }

  /// Returns the score of a posting with another weight than that of the word.
  @inline(__always)
  func score(_ document: DocumentID, frequency: UInt32, weight: Float) -> Double {
    Double(weight - weight / (1 + evidence(document, frequency: frequency)))
  }

  /// Returns the frequency of a posting times the value of one occurrence in its document.
  @inline(__always)
  private func evidence(_ document: DocumentID, frequency: UInt32) -> Float {
    // SAFETY: documents come from the cursor, which keeps them below the segment's count.
    let norm = unsafe normBytes[Int(document & normMask)]
    return Float(frequency) * lengths[norm]
  }

  /// Returns the coded length of a document of the segment; that of 1 in a field without lengths.
  func norm(of document: DocumentID) -> UInt8 {
    norms?[Int(document)] ?? NormCode.encode(length: 1)
  }

  /// Replaces the candidates with those documents of the current block whose scores exceed `limit`.
  ///
  /// Most documents are dropped by a comparison with ``leastEvidence(above:)``, before the
  /// division, which takes as long as all the rest. The others are scored several at a time.
  func scoreBlock(
    into candidates: CandidateBuffer, above limit: Double = -.infinity
  ) throws(SearchError) {
    try cursor.loadDocuments()
    try cursor.loadFrequencies()
    let (documents, frequencies) = unsafe (cursor.documents, cursor.frequencies)
    let evidence = unsafe candidates.fill(
      documents, count: cursor.count, above: leastEvidence(above: limit)
    ) { index, document in
      // SAFETY: below the block's count.
      unsafe self.evidence(document, frequency: frequencies[index])
    }
    let weight = weight
    // SAFETY: there is a number for each candidate.
    candidates.setScores { slot in
      unsafe Double(weight - weight / (1 + evidence[slot]))
    }
    if limit >= 0 { candidates.filter(above: limit) }
  }

  /// Returns a number that the evidence of each posting with a score above `limit` exceeds.
  ///
  /// It is too low by more than all roundings of a score together, which are within 2^−22 of the
  /// weight and of the evidence.
  private func leastEvidence(above limit: Double) -> Float {
    guard limit >= 0 else { return -1 }
    let weight = Double(weight)
    let room = weight - limit + weight * 0x1p-22
    return room > 0 ? Float(weight / room * (1 - 0x1p-20) - 1) : .greatestFiniteMagnitude
  }

  /// Returns a score that about two to three times `wanted` documents of the current block exceed,
  /// by a sample of them; nil if that is most of the block.
  func score(ofBest wanted: Int) throws(SearchError) -> Double? {
    let count = cursor.count
    guard wanted < count / 4 else { return nil }
    try cursor.loadDocuments()
    try cursor.loadFrequencies()
    var sample = SIMD16<Float>()
    for lane in 0..<sample.scalarCount {
      // SAFETY: below the block's count.
      let index = lane &* count / sample.scalarCount
      sample[lane] = unsafe Float(
        score(cursor.documents[index], frequency: cursor.frequencies[index]))
    }
    // The number of higher scores for each, without a branch on the comparisons.
    var ranks = SIMD16<UInt32>()
    for lane in 0..<sample.scalarCount {
      ranks.replace(with: ranks &+ 1, where: sample .< sample[lane])
    }
    let rank = UInt32(1 + 5 * wanted * sample.scalarCount / (2 * count))
    return Double(sample.replacing(with: .infinity, where: ranks .> rank).min())
  }

  /// Returns the maximum score of a posting in a block with the stored bound `bound`.
  @inline(__always)
  func maxScore(bound: UInt8) -> Double {
    let weight = Double(weight)
    return min(
      weight * ImpactBound.highestImpact(bound, growth: boundGrowth) + boundSlack, weight)
  }

  /// The maximum score of a posting in the list.
  var maxScore: Double { maxScore(bound: cursor.highestBound) }

  /// Returns the maximum score of a posting from the cursor's block through the document `last`.
  @inline(__always)
  func maxScore(upTo last: DocumentID) -> Double {
    maxScore(bound: cursor.bound(through: last))
  }

  /// Moves ``index`` forward to the block's first posting at or after `document`.
  ///
  /// - Precondition: The block's documents are loaded.
  @inline(__always)
  private func alignIndex(to document: DocumentID) {
    if indexBlock != cursor.block {
      indexBlock = cursor.block
      index = 0
    }
    let documents = unsafe cursor.documents
    let count = cursor.count
    // SAFETY: `index` stays below `count`.
    while unsafe index < count && documents[index] < document { index &+= 1 }
  }

  /// Adds the scores of all postings from `start` to below `end` to a window that begins at
  /// `start`.
  func addScores(
    from start: DocumentID, to end: DocumentID, into window: ScoreWindow
  ) throws(SearchError) {
    guard cursor.seek(start) else { return }
    while cursor.firstPossibleDocument < end {
      try cursor.loadDocuments()
      try cursor.loadFrequencies()
      alignIndex(to: start)
      let count = cursor.count
      let documents = unsafe cursor.documents
      let frequencies = unsafe cursor.frequencies
      var next = index
      // SAFETY: `next` stays below the block's count; documents below `end` lie in the window.
      while next < count {
        let document = unsafe documents[next]
        guard document < end else { break }
        unsafe window.add(score(document, frequency: frequencies[next]), at: document &- start)
        next &+= 1
      }
      index = next
      if next < count || !cursor.nextBlock() { break }
    }
  }

  /// Marks all documents from `start` to below `end` in `bits`, whose bit 0 stands for `start`.
  func mark(
    from start: DocumentID, to end: DocumentID, in bits: WindowBits
  ) throws(SearchError) {
    let isThere = cursor.seek(start)
    windowBlock = cursor.block
    guard isThere else { return }
    while cursor.firstPossibleDocument < end {
      try cursor.loadDocuments()
      alignIndex(to: start)
      let count = cursor.count
      let documents = unsafe cursor.documents
      var next = index
      // SAFETY: `next` stays below the block's count.
      while next < count {
        let document = unsafe documents[next]
        guard document < end else { break }
        bits.insert(Int(document &- start))
        next &+= 1
      }
      index = next
      if next < count || !cursor.nextBlock() { break }
    }
  }

  /// Adds the scores of the documents in `mask` that the list has in the window.
  ///
  /// After ``mark(from:to:in:)`` of the same window, the list is read again from the block in which
  /// the window begins.
  func addScores(
    from start: DocumentID, to end: DocumentID, of mask: WindowBits, into window: ScoreWindow
  ) throws(SearchError) {
    if windowBlock >= 0 {
      cursor.move(toBlock: windowBlock)
      windowBlock = -1
    }
    indexBlock = -1
    guard cursor.seek(start) else { return }
    while cursor.firstPossibleDocument < end {
      try cursor.loadDocuments()
      alignIndex(to: start)
      try addBlock(from: start, to: end, of: mask, into: window)
      if index < cursor.count || !cursor.nextBlock() { break }
    }
  }

  @inline(__always)
  private func addBlock(
    from start: DocumentID, to end: DocumentID, of mask: WindowBits, into window: ScoreWindow
  ) throws(SearchError) {
    let count = cursor.count
    let documents = unsafe cursor.documents
    // SAFETY: `index` stays below the block's count; documents below `end` lie in the window.
    while index < count {
      let document = unsafe documents[index]
      guard document < end else { return }
      if mask.contains(Int(document &- start)) {
        try cursor.loadFrequencies()
        let frequency = unsafe cursor.frequencies[index]
        unsafe window.add(score(document, frequency: frequency), at: document &- start)
      }
      index &+= 1
    }
  }
}

extension PostingsList {
  /// Returns a scorer at the start of the list.
  // A method, because an initializer would take a reference to each of its arguments.
  func scorer(weight: Float, _ lengths: LengthTable) throws(SearchError) -> TermScorer {
    TermScorer(
      cursor: try cursor(), weight: weight, lengths: lengths, norms: norms,
      boundGrowth: boundGrowth)
  }
}
