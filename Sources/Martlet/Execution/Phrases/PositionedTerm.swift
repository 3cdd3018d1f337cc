/// One word of a phrase in one segment: its postings with their positions.
///
/// The ranges of the positions of all candidates are found at once, by adding up frequencies block
/// by block. Lookups one by one come with rising indices within a block, so the sum is continued
/// instead of being added up each time.
@safe
final class PositionedTerm: NotedList {
  /// The memory of the properties.
  private let memory: PositionMemory
  // SAFETY: a block of entries in the memory. They are the positions of the leading block's
  // documents by index in that block, after ``locate(_:)``.
  private let runs: UnsafeMutablePointer<PositionRun>
  private let cursor: PostingsCursor
  private let reader: PositionsReader
  /// True if ``locate(_:)`` is called for the candidates, so that ``runs`` has their positions.
  private var isLocated = false
  private var block = -1
  private var slot = 0
  private var sum: UInt32 = 0

  /// Creates a word at the start of a list.
  ///
  /// - Parameters:
  ///   - scorer: A scorer at the start of the list; its weight is that of the phrase.
  ///   - info: The dictionary entry of the word.
  ///   - positions: The section with the positions.
  ///   - memory: Memory for this word alone.
  /// - Throws: As ``PositionsReader/open(_:section:)``.
  init(
    _ scorer: TermScorer, _ info: TermInfo, positions: Section,
    memory: PositionMemory = PositionMemory()
  ) throws(SearchError) {
    cursor = scorer.cursor
    self.memory = memory
    reader = memory.reader
    unsafe runs = memory.runs
    super.init(scorer, memory.locations)
    try reader.open(info, section: positions)
  }

  /// Finds the ranges of the positions of the candidates' documents.
  func locate(_ candidates: OriginBuffer) throws(SearchError) {
    isLocated = true
    let count = candidates.buffer.count
    let origins = unsafe candidates.origins
    let locations = unsafe locations.elements
    var index = 0
    // SAFETY: `index` is below the count, and so is the index that is read ahead.
    while index < count {
      let block = unsafe locations[Int(origins[index])].block
      cursor.move(toBlock: Int(block))
      try cursor.loadFrequencies()
      let ahead = index &+ Self.few
      if unsafe ahead < count && locations[Int(origins[ahead])].block == block {
        unsafe locateMany(candidates, &index, block)
      } else {
        unsafe locateFew(candidates, &index, block)
      }
    }
  }

  /// The number of candidates of one block up to which they are located one by one.
  ///
  /// For more candidates all frequencies of the block are added up: 128 additions take as long as a
  /// few mispredicted loop ends between candidates.
  private static let few = 4

  @unsafe @inline(__always)
  private func locateFew(_ candidates: OriginBuffer, _ index: inout Int, _ block: UInt32) {
    let (locations, origins) = unsafe (locations.elements, candidates.origins)
    let frequencies = unsafe cursor.frequencies
    // A damaged list may add up to anything: the reader then rejects the number as too large.
    var sum = UInt32(truncatingIfNeeded: cursor.positionStart.index)
    var slot = 0
    // SAFETY: `index` is below the count; an origin and an index in the block are below the block's
    // size.
    repeat {
      let origin = unsafe Int(origins[index])
      let target = unsafe Int(locations[origin].index)
      while slot < target {
        sum &+= unsafe frequencies[slot]
        slot &+= 1
      }
      unsafe runs[origin] = PositionRun(first: sum, count: frequencies[target])
      index &+= 1
    } while unsafe index < candidates.buffer.count && locations[Int(origins[index])].block == block
  }

  @unsafe @inline(__always)
  private func locateMany(_ candidates: OriginBuffer, _ index: inout Int, _ block: UInt32) {
    let (locations, origins) = unsafe (locations.elements, candidates.origins)
    // The numbers of positions before those of each document of the block.
    let (frequencies, sums) = unsafe (cursor.frequencies, candidates.sums)
    var sum = UInt32(truncatingIfNeeded: cursor.positionStart.index)
    for slot in 0..<cursor.count {
      // SAFETY: below the block's size.
      unsafe sums[slot] = sum
      sum &+= unsafe frequencies[slot]
    }
    // SAFETY: as above; all indices are those of documents of the block.
    repeat {
      let origin = unsafe Int(origins[index])
      let slot = unsafe Int(locations[origin].index)
      unsafe runs[origin] = PositionRun(first: sums[slot], count: frequencies[slot])
      index &+= 1
    } while unsafe index < candidates.buffer.count && locations[Int(origins[index])].block == block
  }

  /// Returns the frequency of the word in the document at index `origin` of the leading block,
  /// which must have been located.
  @inline(__always)
  func frequency(ofLocated origin: Int) -> UInt32 {
    // SAFETY: masked to a block.
    unsafe runs[origin & (Limits.blockSize &- 1)].count
  }

  /// Returns the word's positions in the document at index `origin` of the leading block, in rising
  /// order. The buffer is valid until the next call.
  @unsafe @inline(__always)
  func positions(ofOrigin origin: Int) throws(SearchError) -> UnsafeBufferPointer<UInt32> {
    let run = try run(ofOrigin: origin)
    let count = Int(clamping: run.count)
    let numbers = unsafe try reader.read(
      Int(clamping: run.first), count: count, start: start(ofOrigin: origin))
    return unsafe UnsafeBufferPointer(start: numbers, count: count)
  }

  /// Returns the word's positions in the document at index `origin` of the leading block, or nil if
  /// there are too many for ``FewPositions``.
  @inline(__always)
  func fewPositions(ofOrigin origin: Int) throws(SearchError) -> FewPositions? {
    let run = try run(ofOrigin: origin)
    return try reader.readFew(
      Int(clamping: run.first), count: Int(clamping: run.count), start: start(ofOrigin: origin))
  }

  /// Returns the start of the positions of the block that holds the document at index `origin` of
  /// the leading block.
  @inline(__always)
  private func start(ofOrigin origin: Int) -> (index: Int, offset: Int) {
    cursor.positionStart(ofBlock: Int(locations[origin].block))
  }

  @inline(__always)
  private func run(ofOrigin origin: Int) throws(SearchError) -> PositionRun {
    // SAFETY: masked to a block.
    if isLocated { return unsafe runs[origin & (Limits.blockSize &- 1)] }
    let target = locations[origin]
    cursor.move(toBlock: Int(target.block))
    return try run(at: Int(target.index))
  }

  /// Returns the word's positions in the document at index `slot` of the current block, in rising
  /// order. The buffer is valid until the next call.
  @unsafe
  func positions(at slot: Int) throws(SearchError) -> UnsafeBufferPointer<UInt32> {
    let run = try run(at: slot)
    let count = Int(clamping: run.count)
    let numbers = unsafe try reader.read(
      Int(clamping: run.first), count: count, start: cursor.positionStart)
    return unsafe UnsafeBufferPointer(start: numbers, count: count)
  }

  /// Appends the word's positions in the document at index `slot` of the current block.
  func appendPositions(to result: inout [UInt32], at slot: Int) throws(SearchError) {
    // SAFETY: the positions are copied before the next call.
    unsafe try result.append(contentsOf: positions(at: slot))
  }

  /// Returns true if the word's positions in the document at index `slot` of the current block are
  /// `expected`.
  func isAt(_ expected: [UInt32], inDocumentAt slot: Int) throws(SearchError) -> Bool {
    // SAFETY: the positions are read before the next call.
    unsafe try positions(at: slot).elementsEqual(expected)
  }

  /// Returns the range of the positions in the document at index `slot` of the current block.
  private func run(at slot: Int) throws(SearchError) -> PositionRun {
    try cursor.loadFrequencies()
    let frequencies = unsafe cursor.frequencies
    if block != cursor.block || slot < self.slot {
      block = cursor.block
      self.slot = 0
      sum = UInt32(truncatingIfNeeded: cursor.positionStart.index)
    }
    // SAFETY: `slot` is below the block's count. A damaged list may add up to anything: the reader
    // then rejects the number as too large.
    for index in self.slot..<slot { sum &+= unsafe frequencies[index] }
    self.slot = slot
    return unsafe PositionRun(first: sum, count: frequencies[slot])
  }
}
