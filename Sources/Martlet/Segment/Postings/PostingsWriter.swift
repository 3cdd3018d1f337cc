/// Writes the postings of one field, term by term; see ``PostingsFormat``.
///
/// Terms come in dictionary order; within a term, documents rise. Positions, when the field keeps
/// them, go to ``positions`` in the same order, as many numbers as the frequencies require.
///
/// - Complexity: about 3 ns per posting; holds one term's packed postings in memory.
@safe
final class PostingsWriter {
  /// The writer of the terms' positions; nil when the field keeps none.
  let positions: PositionsWriter?
  private let sink: any ByteSink
  private let norms: ByteView?
  private let lengths: LengthTable?
  private let splitsGaps: Bool

  private let documents: UnsafeMutablePointer<UInt32>
  private let frequencies: UnsafeMutablePointer<UInt32>
  private var filled = 0
  private var base = UInt32.max
  private var documentFrequency = 0
  private var totalFrequency: Int64 = 0

  private var blocks = SkipWriter()
  private let documentPayload = ByteWriter(capacity: 4_096)
  private let frequencyPayload = ByteWriter(capacity: 1_024)
  private let region = ByteWriter(capacity: 4_096)

  /// - Parameters:
  ///   - norms: One byte per document, for the bounds; nil when the field is not ranked by length.
  ///   - lengths: The table with which bounds are computed; nil if `norms` is nil.
  ///   - splitsGaps: True to make full blocks as small as possible, which takes some percent longer
  ///     to decode.
  init(
    into sink: any ByteSink, positions: PositionsWriter?, norms: ByteView?, lengths: LengthTable?,
    splitsGaps: Bool = false
  ) {
    self.splitsGaps = splitsGaps
    self.sink = sink
    self.positions = positions
    self.norms = norms
    self.lengths = lengths
    unsafe documents = .allocate(capacity: SplitPacking.room)
    unsafe frequencies = .allocate(capacity: SplitPacking.room)
  }

  deinit {
    unsafe documents.deallocate()
    unsafe frequencies.deallocate()
  }

  /// Appends the term's next posting.
  ///
  /// - Precondition: `document` is above the one before, `frequency` is at least 1.
  @inline(__always)
  func append(document: DocumentID, frequency: UInt32) {
    // SAFETY: `filled` is below the block size; a full block is flushed at once.
    unsafe documents[filled] = document
    unsafe frequencies[filled] = frequency
    filled &+= 1
    if filled == Limits.blockSize { flushBlock() }
  }

  /// Ends the term and returns its dictionary entry.
  ///
  /// - Precondition: The term has a posting.
  /// - Throws: `limitExceeded` when the term has more than 2^32 positions; any error from the
  ///   sinks.
  func finishTerm() throws(SearchError) -> TermInfo {
    // SAFETY: one frequency is set.
    if filled == 1, documentFrequency == 0, unsafe frequencies[0] == 1 { return finishSingle() }
    defer { reset() }
    var info = TermInfo(
      documentFrequency: documentFrequency + filled, totalFrequency: 0, document: 0,
      postings: 0..<0, position: 0, positions: 0..<0)
    precondition(info.documentFrequency > 0, "a term without postings")
    if info.documentFrequency < Limits.blockSize {
      try finishShortList(&info)
    } else {
      if filled > 0 { flushBlock() }
      try finishLongList(&info)
    }
    if let positions {
      (info.positions, info.position) = try positions.finishTerm()
    }
    return info
  }

  /// Ends a term that occurs once, as most terms do: it is stored in the dictionary alone.
  private func finishSingle() -> TermInfo {
    filled = 0
    // SAFETY: one document is set.
    return TermInfo(
      documentFrequency: 1, totalFrequency: 1, document: unsafe documents[0], postings: 0..<0,
      position: positions?.finishSingle() ?? 0, positions: 0..<0)
  }

  private func reset() {
    filled = 0
    region.removeAll()
    // Most terms have no full block.
    guard documentFrequency > 0 else { return }
    base = .max
    documentFrequency = 0
    totalFrequency = 0
    blocks.removeAll()
    documentPayload.removeAll()
    frequencyPayload.removeAll()
  }

  /// Ends the section.
  func finish() throws(SearchError) {
    for _ in 0..<PostingsFormat.slack { region.append(UInt8(0)) }
    try sink.append(contentsOf: region)
    region.removeAll()
    try positions?.finish()
  }

  /// Replaces documents by gaps less 1, and returns the width of the widest.
  private func makeGaps() -> Int {
    var previous = base
    var all: UInt32 = 0
    for index in 0..<filled {
      // SAFETY: `filled` numbers are set.
      let document = unsafe documents[index]
      let gap = document &- previous &- 1
      unsafe documents[index] = gap
      previous = document
      all |= gap
    }
    return IntegerMath.bitWidth(of: all)
  }

  /// Subtracts 1 from every frequency, and returns the width of the widest.
  private func reduceFrequencies() -> Int {
    var all: UInt32 = 0
    for index in 0..<filled {
      // SAFETY: `filled` numbers are set.
      unsafe frequencies[index] &-= 1
      all |= unsafe frequencies[index]
    }
    return IntegerMath.bitWidth(of: all)
  }

  private func sumOfFrequencies() -> Int64 {
    var sum: Int64 = 0
    for index in 0..<filled { sum &+= unsafe Int64(frequencies[index]) }
    return sum
  }

  private func finishShortList(_ info: inout TermInfo) throws(SearchError) {
    info.totalFrequency = sumOfFrequencies()
    let start = sink.byteCount
    if filled == 1 {
      // SAFETY: one document is set.
      info.document = unsafe documents[0]
    } else {
      unsafe packShort(documents, width: makeGaps())
      unsafe packShort(frequencies, width: reduceFrequencies())
      try sink.append(contentsOf: region)
    }
    info.postings = start..<sink.byteCount
  }

  /// Packs the gaps or the frequencies of a short list.
  @unsafe
  private func packShort(_ numbers: UnsafeMutablePointer<UInt32>, width: Int) {
    // SAFETY: `filled` numbers are set, and there is room for those that splitting needs.
    let header = unsafe SplitPacking.cheapestHeader(numbers, count: filled)
    let byteCount = ShortPacking.byteCount(count: filled, width: width)
    if SplitPacking.headerByteCount + header.byteCount(of: filled) < byteCount {
      region.append(PostingsFormat.splitWidth)
      region.append(header.rawValue)
      unsafe SplitPacking.pack(numbers, count: filled, header, to: region)
    } else {
      region.append(UInt8(width))
      unsafe ShortPacking.pack(numbers, count: filled, width: width, to: region)
    }
  }

  /// Packs the buffered postings as one block.
  private func flushBlock() {
    let last = unsafe documents[filled - 1]
    let frequencyTotal = sumOfFrequencies()
    blocks.append(
      last: last, documentOffset: UInt32(documentPayload.count),
      frequencyOffset: UInt32(frequencyPayload.count),
      positionStart: UInt32(truncatingIfNeeded: totalFrequency),
      count: UInt8(filled), bound: highestImpact())
    blocks.encodings.append(packDocuments(last: last))
    packFrequencies()
    totalFrequency += frequencyTotal
    documentFrequency += filled
    base = last
    filled = 0
  }

  private func highestImpact() -> UInt8 {
    guard let norms, let lengths else { return ImpactBound.highest }
    var best: Float = 0
    for index in 0..<filled {
      // SAFETY: `filled` numbers are set; `norms` checks the document.
      let document = unsafe Int(documents[index])
      best = unsafe max(best, Float(frequencies[index]) * lengths[norms[document]])
    }
    return ImpactBound.encode(frequency: 1, inverse: best)
  }

  private func packDocuments(last: DocumentID) -> UInt8 {
    let words = IntegerMath.ceilingDivide(Int(last &- base), by: 64)
    if filled < Limits.blockSize {
      let width = makeGaps()
      unsafe ShortPacking.pack(documents, count: filled, width: width, to: documentPayload)
      return UInt8(width)
    }
    if PostingsFormat.prefersBitSet(words: words, overWidth: gapWidth()) {
      packBitSet(words: words)
      return PostingsFormat.bitSetFlag | UInt8(words)
    }
    return packGaps(width: makeGaps())
  }

  /// Packs the gaps of a full block, the widest of which has `width` bits.
  private func packGaps(width: Int) -> UInt8 {
    let byteCount = BitPacking.byteCount(width: width)
    if splitsGaps {
      // SAFETY: 128 gaps are set, and there is room for those that splitting needs.
      let header = unsafe SplitPacking.cheapestHeader(documents, count: filled)
      if SplitPacking.headerByteCount + header.byteCount(of: filled) < byteCount {
        documentPayload.append(header.rawValue)
        unsafe SplitPacking.pack(documents, count: filled, header, to: documentPayload)
        return PostingsFormat.splitWidth
      }
    }
    // SAFETY: `reserve` made room for the block, and 128 gaps are set.
    unsafe BitPacking.pack(documents, width: width, to: documentPayload.reserve(byteCount))
    documentPayload.advance(by: byteCount)
    return UInt8(width)
  }

  private func gapWidth() -> Int {
    var previous = base
    var all: UInt32 = 0
    for index in 0..<filled {
      let document = unsafe documents[index]
      all |= document &- previous &- 1
      previous = document
    }
    return IntegerMath.bitWidth(of: all)
  }

  private func packBitSet(words: Int) {
    let start = base &+ 1
    var index = 0
    for word in 0..<words {
      var bits: UInt64 = 0
      let limit = UInt32((word + 1) * 64)
      while index < filled {
        let bit = unsafe documents[index] &- start
        guard bit < limit else { break }
        bits |= 1 &<< UInt64(bit & 63)
        index += 1
      }
      documentPayload.append(bits)
    }
  }

  private func packFrequencies() {
    let width = reduceFrequencies()
    if filled < Limits.blockSize {
      frequencyPayload.append(UInt8(width))
      unsafe ShortPacking.pack(frequencies, count: filled, width: width, to: frequencyPayload)
      return
    }
    // SAFETY: `reserve` made room for a header and the largest payload; 128 numbers are set.
    let target = unsafe frequencyPayload.reserve(1 + PatchedPacking.maximumByteCount)
    let header = unsafe PatchedPacking.pack(frequencies, to: target + 1)
    unsafe target.storeBytes(of: header, as: UInt8.self)
    frequencyPayload.advance(by: 1 + PatchedPacking.byteCount(header: header))
  }

  private func finishLongList(_ info: inout TermInfo) throws(SearchError) {
    info.totalFrequency = totalFrequency
    // Only skip data for positions stores the total frequency, in 32 bits.
    guard positions == nil || totalFrequency <= UInt32.max, documentPayload.count <= UInt32.max
    else {
      throw SearchError(
        .limitExceeded,
        "one term has \(totalFrequency) positions in one segment, expected at most \(UInt32.max)")
    }
    let start = sink.byteCount
    blocks.write(to: region, blockOffsets: positions?.blockOffsets)
    region.append(UInt32(documentPayload.count))
    try sink.append(contentsOf: region)
    try sink.append(contentsOf: documentPayload)
    try sink.append(contentsOf: frequencyPayload)
    info.postings = start..<sink.byteCount
  }
}
