/// Collects the terms of one block of a term dictionary and writes them; see
/// ``TermDictionaryFormat``.
///
/// The fields of a block are collected separately, because their sizes are known only when the
/// block is full. Reused for all blocks of a dictionary.
@safe
final class TermBlockWriter {
  private let hasPositions: Bool
  private(set) var count = 0
  private var singles: UInt16 = 0
  private var singleCount = 0
  private var documentBits: UInt32 = 0
  private var positionBits: UInt32 = 0
  // SAFETY: `termsPerBlock` numbers each, freed with this object.
  private let documents: UnsafeMutablePointer<UInt32>
  private let positions: UnsafeMutablePointer<UInt32>
  private let entries = ByteWriter(capacity: 512)
  private let lengths = ByteWriter()
  private let suffixes = ByteWriter(capacity: 2_048)

  init(hasPositions: Bool) {
    self.hasPositions = hasPositions
    unsafe documents = .allocate(capacity: TermDictionaryFormat.termsPerBlock)
    unsafe positions = .allocate(capacity: TermDictionaryFormat.termsPerBlock)
  }

  deinit {
    unsafe documents.deallocate()
    unsafe positions.deallocate()
  }

  /// True if the block has all its terms.
  @inline(__always)
  var isFull: Bool { count == TermDictionaryFormat.termsPerBlock }

  /// Adds a term that shares its first `shared` bytes with the term before it.
  @unsafe @inline(__always)
  func append(
    sharing shared: Int, suffix: UnsafeRawBufferPointer, _ info: TermInfo
  ) {
    checkInvariant(!isFull, "the block has its \(TermDictionaryFormat.termsPerBlock) terms")
    unsafe appendTerm(sharing: shared, suffix: suffix)
    if info.isSingle {
      appendSingle(info)
    } else {
      appendEntry(info)
    }
    count &+= 1
  }

  @inline(__always)
  private func appendTerm(sharing shared: Int, suffix: UnsafeRawBufferPointer) {
    let escape = TermDictionaryFormat.lengthEscape
    lengths.append(
      UInt8(truncatingIfNeeded: min(shared, escape) &<< 4 | min(suffix.count, escape)))
    if shared >= escape { suffixes.appendVarint(shared &- escape) }
    if suffix.count >= escape { suffixes.appendVarint(suffix.count &- escape) }
    unsafe suffixes.append(suffix)
  }

  @inline(__always)
  private func appendSingle(_ info: TermInfo) {
    let position = hasPositions ? info.position : 0
    singles |= 1 &<< UInt16(truncatingIfNeeded: count)
    documentBits |= info.document
    positionBits |= position
    // SAFETY: there are no more singles than terms in a block.
    unsafe documents[singleCount] = info.document
    unsafe positions[singleCount] = position
    singleCount &+= 1
  }

  @inline(__always)
  private func appendEntry(_ info: TermInfo) {
    let extra = info.totalFrequency &- Int64(info.documentFrequency)
    entries.appendVarint((info.documentFrequency &- 1) &<< 1 | (extra > 0 ? 1 : 0))
    if extra > 0 { entries.appendVarint(UInt64(extra &- 1)) }
    if info.documentFrequency == 1 {
      entries.appendVarint(UInt64(info.document))
    } else {
      entries.appendVarint(info.postings.count)
    }
    if hasPositions { entries.appendVarint(info.positions.count) }
  }

  /// Writes the block and empties it for the next one.
  ///
  /// - Parameters:
  ///   - postingsBase: The offset of the block's first bytes of postings.
  ///   - positionsBase: The offset of its first bytes of positions.
  func write(to output: ByteWriter, postingsBase: Int, positionsBase: Int) {
    let postingsWidth = TermDictionaryFormat.byteWidth(of: postingsBase)
    let positionsWidth = TermDictionaryFormat.byteWidth(of: positionsBase)
    let documentWidth = IntegerMath.bitWidth(of: documentBits)
    let positionWidth = IntegerMath.bitWidth(of: positionBits)
    output.append(UInt8(truncatingIfNeeded: postingsWidth | positionsWidth &<< 4))
    output.append(UInt8(truncatingIfNeeded: documentWidth))
    output.append(UInt8(truncatingIfNeeded: positionWidth))
    output.append(singles)
    output.appendFixed(postingsBase, byteWidth: postingsWidth)
    output.appendFixed(positionsBase, byteWidth: positionsWidth)
    output.appendVarint(entries.count)
    unsafe pack(documents, bitWidth: documentWidth, to: output)
    unsafe pack(positions, bitWidth: positionWidth, to: output)
    move(entries, to: output)
    move(lengths, to: output)
    move(suffixes, to: output)
    count = 0
    singles = 0
    singleCount = 0
    documentBits = 0
    positionBits = 0
  }

  private func move(_ part: ByteWriter, to output: ByteWriter) {
    unsafe part.withUnsafeBytes { unsafe output.append($0) }
    part.removeAll()
  }

  /// Writes the numbers of all singles, lowest bits first.
  private func pack(_ values: UnsafePointer<UInt32>, bitWidth: Int, to output: ByteWriter) {
    var bits: UInt64 = 0
    var bitCount = 0
    for index in 0..<singleCount {
      // SAFETY: `index` is that of a single.
      unsafe bits |= UInt64(values[index]) &<< UInt64(bitCount)
      bitCount &+= bitWidth
      while bitCount >= 8 {
        output.append(UInt8(truncatingIfNeeded: bits))
        bits &>>= 8
        bitCount &-= 8
      }
    }
    if bitCount > 0 { output.append(UInt8(truncatingIfNeeded: bits)) }
  }
}

extension ByteWriter {
  /// Appends the lowest `byteWidth` bytes of `value`.
  func appendFixed(_ value: Int, byteWidth: Int) {
    for index in 0..<byteWidth {
      append(UInt8(truncatingIfNeeded: value &>> (index &* 8)))
    }
  }
}
