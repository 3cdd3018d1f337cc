/// The parts of a list without skip data, where they lie in the image; see ``PostingsFormat``.
@unsafe
struct ShortList {
  /// Bits per gap.
  let gapWidth: Int
  /// The packed gaps.
  let gaps: UnsafeRawPointer
  /// Bits per frequency.
  let frequencyWidth: Int
  /// The packed frequencies.
  let frequencies: UnsafeRawPointer

  /// Finds the parts of the list that `info` describes.
  ///
  /// - Throws: `corrupted` when they do not fill the list's bytes exactly.
  init(_ info: TermInfo, _ section: Section) throws(SearchError) {
    let region = info.postings
    let count = info.documentFrequency
    try section.touch(region)
    let bytes = section.bytes
    guard region.count >= 2, region.upperBound <= section.count - PostingsFormat.slack else {
      throw section.corrupted("a list of \(region.count) bytes", at: region.lowerBound)
    }
    let gapWidth = Int(bytes[region.lowerBound])
    let gapBytes = ShortPacking.byteCount(count: count, width: gapWidth)
    guard gapWidth <= 32, gapBytes <= region.count - 2 else {
      throw section.corrupted("\(count) gaps of \(gapWidth) bits", at: region.lowerBound)
    }
    let second = region.lowerBound + 1 + gapBytes
    let frequencyWidth = Int(bytes[second])
    let frequencyBytes = ShortPacking.byteCount(count: count, width: frequencyWidth)
    guard frequencyWidth <= 32, second + 1 + frequencyBytes == region.upperBound else {
      throw section.corrupted("\(count) frequencies of \(frequencyWidth) bits", at: second)
    }
    unsafe self.gapWidth = gapWidth
    unsafe self.frequencyWidth = frequencyWidth
    // SAFETY: both streams lie in the section (checked), with 16 bytes behind the last list.
    unsafe gaps = bytes.base + region.lowerBound + 1
    unsafe frequencies = bytes.base + second + 1
  }

  /// Decodes the list that `info` describes, of fewer postings than a unit has, to two arrays with
  /// room for a unit each.
  ///
  /// - Returns: The last document, below `documentCount`.
  /// - Throws: `corrupted`.
  static func decode(
    _ info: TermInfo, _ section: Section, documentCount: Int,
    documents: UnsafeMutablePointer<UInt32>, frequencies: UnsafeMutablePointer<UInt32>
  ) throws(SearchError) -> DocumentID {
    let count = info.documentFrequency
    checkInvariant(count < Limits.unitSize, "a short list of \(count) postings")
    let last: DocumentID?
    if count == 1 {
      unsafe documents[0] = info.document
      unsafe frequencies[0] = UInt32(clamping: info.totalFrequency)
      last = info.document
    } else {
      let list = unsafe try ShortList(info, section)
      unsafe ShortPacking.unpack(list.gaps, count: count, width: list.gapWidth, to: documents)
      unsafe ShortPacking.unpack(
        list.frequencies, count: count, width: list.frequencyWidth, to: frequencies)
      for index in 0..<count { unsafe frequencies[index] &+= 1 }
      last = unsafe GapDecoder.decodeShort(documents, count: count, base: .max)
    }
    guard let last, last < documentCount else {
      throw section.corrupted(
        "a list of \(count) postings leaves the segment's \(documentCount) documents",
        at: info.postings.lowerBound)
    }
    return last
  }
}
