/// Searches for documents in one block of a list, without branches that depend on them.
///
/// The index of the next document is as good as random, so a branch on it would be mispredicted
/// half the time, at some fifteen cycles; the arithmetic here takes two or three cycles a step. A
/// comparison is the sign of a difference, because the compiler turns `?:` over loaded values into
/// branches (look for `j` instructions between the loads in the disassembly). Below sixteen
/// documents, comparing all of them at once takes fewer instructions than further halving: a full
/// block is searched in 3.1 ns instead of 4.4.
enum BlockSearch {
  private typealias Lanes = SIMD4<Int32>

  /// Returns the index of the first of a block's ``Limits/blockSize`` documents that is not below
  /// `document`, or else the last index.
  ///
  /// A shorter block is filled up with ``PostingsCursor/padding``.
  @unsafe @inline(__always)
  static func index(of document: DocumentID, in documents: UnsafePointer<UInt32>) -> Int {
    let wanted = Int(document)
    // SAFETY: sixteen documents of the block.
    let low = unsafe firstOfSixteen(wanted, documents)
    return unsafe low &+ indexAmongSixteen(wanted, documents + low)
  }

  /// Returns 1 if a block's ``Limits/blockSize`` documents include `document`, otherwise 0.
  ///
  /// This takes fewer instructions than finding its index: a document is equal to at most one.
  @unsafe @inline(__always)
  static func oneIf(_ documents: UnsafePointer<UInt32>, include document: DocumentID) -> Int {
    let wanted = Int(document)
    let equal = Lanes(repeating: Int32(truncatingIfNeeded: wanted))
    // SAFETY: sixteen documents of the block.
    let sixteen = unsafe UnsafeRawPointer(documents + firstOfSixteen(wanted, documents))
    let first = unsafe same(sixteen.loadUnaligned(as: Lanes.self), equal)
    let second = unsafe same(sixteen.loadUnaligned(fromByteOffset: 16, as: Lanes.self), equal)
    let third = unsafe same(sixteen.loadUnaligned(fromByteOffset: 32, as: Lanes.self), equal)
    let fourth = unsafe same(sixteen.loadUnaligned(fromByteOffset: 48, as: Lanes.self), equal)
    let all = unsafe unsafeBitCast(first | second | third | fourth, to: SIMD2<UInt64>.self)
    let halves = all[0] | all[1]
    return Int(truncatingIfNeeded: (halves | halves &>> 32) & 1)
  }

  /// Returns the index of the first of the sixteen documents of a block among which `wanted` is if
  /// the block has it.
  @unsafe @inline(__always)
  private static func firstOfSixteen(_ wanted: Int, _ documents: UnsafePointer<UInt32>) -> Int {
    var low = 0
    // SAFETY: `low` and the step after it stay below the block's size.
    low &+= unsafe 64 & ((Int(documents[63]) &- wanted) &>> 63)
    low &+= unsafe 32 & ((Int(documents[low &+ 31]) &- wanted) &>> 63)
    low &+= unsafe 16 & ((Int(documents[low &+ 15]) &- wanted) &>> 63)
    return low
  }

  /// Returns the index of the first of `count` documents that is not below `document`, or else the
  /// last index.
  @unsafe @inline(__always)
  static func index(
    of document: DocumentID, in documents: UnsafePointer<UInt32>, count: Int
  ) -> Int {
    if count == Limits.blockSize { return unsafe index(of: document, in: documents) }
    let wanted = Int(document)
    var low = 0
    var length = count
    while length > 1 {
      let half = length &>> 1
      // SAFETY: `low` and the step after it stay below `count`.
      low &+= unsafe half & ((Int(documents[low &+ half &- 1]) &- wanted) &>> 63)
      length &-= half
    }
    return low
  }

  /// Returns the number of the first fifteen documents that are below `wanted`. The sixteenth is
  /// not compared.
  @unsafe @inline(__always)
  private static func indexAmongSixteen(
    _ wanted: Int, _ documents: UnsafePointer<UInt32>
  ) -> Int {
    let limit = Lanes(repeating: Int32(truncatingIfNeeded: wanted))
    // SAFETY: sixteen documents from there on; as numbers below 2³⁰ they are the same with a sign.
    let bytes = unsafe UnsafeRawPointer(documents)
    let first = unsafe below(bytes.loadUnaligned(as: Lanes.self), limit)
    let second = unsafe below(bytes.loadUnaligned(fromByteOffset: 16, as: Lanes.self), limit)
    let third = unsafe below(bytes.loadUnaligned(fromByteOffset: 32, as: Lanes.self), limit)
    let fourth = unsafe below(bytes.loadUnaligned(fromByteOffset: 48, as: Lanes.self), limit)
    let sum = first &+ second &+ third &+ (fourth & Lanes(-1, -1, -1, 0))
    return 0 &- Int(sum.wrappedSum())
  }

  /// Returns -1 in each lane in which both numbers are the same, and 0 in the others.
  @inline(__always)
  private static func same(_ documents: Lanes, _ wanted: Lanes) -> Lanes {
    Lanes(repeating: 0).replacing(with: -1, where: documents .== wanted)
  }

  /// Returns -1 in each lane in which `documents` is below `limit`, and 0 in the others.
  @inline(__always)
  private static func below(_ documents: Lanes, _ limit: Lanes) -> Lanes {
    Lanes(repeating: 0).replacing(with: -1, where: documents .< limit)
  }

  /// Looks up the documents of a block among the candidates, if they are far fewer than the
  /// candidates.
  ///
  /// - Parameters:
  ///   - range: The candidates, at least one and at most a block.
  ///   - found: Receives the indices of the candidates that the block has, in rising order.
  ///   - indices: Receives their indices in the block.
  /// - Returns: The number of candidates found; nil if the block has too many documents between the
  ///   first and the last candidate.
  @unsafe @inline(__always)
  static func findFew(
    _ documents: UnsafePointer<UInt32>, in candidates: UnsafePointer<UInt32>, _ range: Range<Int>,
    _ found: UnsafeMutablePointer<UInt32>,
    _ indices: UnsafeMutablePointer<UInt32>
  ) -> Int? {
    // SAFETY: the range is not empty, so all indices below lie in the block or among the
    // candidates; there is room for a block and one entry more.
    let wanted = unsafe candidates + range.lowerBound
    let wantedCount = range.count
    let first = unsafe index(of: wanted[0], in: documents)
    let last = unsafe index(of: wanted[wantedCount &- 1], in: documents)
    guard last &- first < wantedCount / 4 else { return nil }
    var foundCount = 0
    for index in first...last {
      let document = unsafe documents[index]
      let candidate = unsafe self.index(of: document, in: wanted, count: wantedCount)
      unsafe found[foundCount] = UInt32(truncatingIfNeeded: range.lowerBound &+ candidate)
      unsafe indices[foundCount] = UInt32(truncatingIfNeeded: index)
      foundCount &+= unsafe wanted[candidate] ^ document == 0 ? 1 : 0
    }
    return foundCount
  }

  /// Replaces the offsets of set bits, in rising order, with the number of set bits before each.
  @unsafe @inline(__always)
  static func rank(
    _ bits: UnsafeMutablePointer<UInt32>, count: Int, in words: UnsafeRawPointer
  ) {
    var sum = 0
    var word = 0
    for index in 0..<count {
      // SAFETY: the bits lie in the bit set.
      let bit = unsafe Int(bits[index])
      while word < bit &>> 6 {
        sum &+= unsafe load(words, word).nonzeroBitCount
        word &+= 1
      }
      let before = unsafe load(words, word) & ((1 &<< UInt64(bit & 63)) &- 1)
      unsafe bits[index] = UInt32(truncatingIfNeeded: sum &+ before.nonzeroBitCount)
    }
  }

  @unsafe @inline(__always)
  private static func load(_ words: UnsafeRawPointer, _ index: Int) -> UInt64 {
    // SAFETY: the caller keeps to the bit set.
    UInt64(littleEndian: unsafe words.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self))
  }
}

extension PostingsCursor {
  /// Moves forward to the block of `document`, and returns its index there; nil if the list does
  /// not have it.
  func find(_ document: DocumentID) throws(SearchError) -> Int? {
    guard seek(document) else { return nil }
    try loadDocuments()
    // SAFETY: the index is below the block's size.
    let index = unsafe BlockSearch.index(of: document, in: documents)
    return unsafe documents[index] == document ? index : nil
  }

  /// Returns the document at index `slot` of the current block, whose documents are loaded.
  func document(at slot: Int) -> DocumentID {
    precondition(slot >= 0 && slot < count, "posting \(slot) is outside a block of \(count)")
    // SAFETY: checked above.
    return unsafe documents[slot]
  }

  /// Returns the frequency at index `slot` of the current block.
  func frequency(at slot: Int) throws(SearchError) -> UInt32 {
    precondition(slot >= 0 && slot < count, "posting \(slot) is outside a block of \(count)")
    try loadFrequencies()
    // SAFETY: checked above.
    return unsafe frequencies[slot]
  }
}
