/// The gaps and frequencies of a list without skip data, in place in the image; see
/// ``PostingsFormat``.
@unsafe
struct ShortList {
  /// The packed gaps or frequencies.
  @unsafe
  private struct PackedNumbers {
    /// The width of a number in bits; that of the low parts when numbers are split.
    let width: Int
    /// The header of split numbers; nil when they are not split.
    let split: SplitPacking.Header?
    let payload: UnsafeRawPointer
    /// The end of the payload in the section.
    let end: Int

    /// Unpacks the `count` numbers.
    @inline(__always)
    func unpack(_ count: Int, to target: UnsafeMutablePointer<UInt32>) {
      // SAFETY: the numbers lie in the section (checked), and 16 bytes follow the last list.
      if let split = unsafe split {
        unsafe SplitPacking.unpack(payload, header: split, count: count, to: target)
      } else {
        unsafe ShortPacking.unpack(payload, count: count, width: width, to: target)
      }
    }
  }

  private let gaps: PackedNumbers
  private let frequencies: PackedNumbers

  /// Locates the gaps and frequencies of the list that `info` describes. No initialiser, which
  /// would retain the section.
  ///
  /// - Throws: `corrupted` when they do not fill the list's bytes exactly.
  @inline(__always)
  private static func located(
    _ info: TermInfo, _ section: Section
  ) throws(SearchError) -> ShortList {
    let region = info.postings
    let count = info.documentFrequency
    try section.verify(region)
    guard region.count >= 2, region.upperBound <= section.count - PostingsFormat.slack else {
      throw section.corrupted(
        "a list at \(region) is too short, or too near the end of \(section.count) bytes",
        at: region.lowerBound)
    }
    let gaps = unsafe try packedNumbers(count, section, region)
    let frequencies = unsafe try packedNumbers(count, section, gaps.end..<region.upperBound)
    guard unsafe frequencies.end == region.upperBound else {
      throw section.corrupted(
        "the frequencies of a list of \(count) postings do not end where the list ends",
        at: region.lowerBound)
    }
    return unsafe ShortList(gaps: gaps, frequencies: frequencies)
  }

  /// Locates the numbers at the start of `region`.
  private static func packedNumbers(
    _ count: Int, _ section: Section, _ region: Range<Int>
  ) throws(SearchError) -> PackedNumbers {
    guard !region.isEmpty else {
      throw section.corrupted("a list ends before its frequencies", at: region.lowerBound)
    }
    let encoding = section.bytes[region.lowerBound]
    var start = region.lowerBound + 1
    var split: SplitPacking.Header?
    if encoding == PostingsFormat.splitWidth, region.count > SplitPacking.headerByteCount {
      split = SplitPacking.Header(rawValue: section.bytes.uint16(at: start))
      start += SplitPacking.headerByteCount
    } else if encoding > 32 {
      throw section.corrupted(
        "unknown encoding \(encoding) of \(count) packed numbers", at: region.lowerBound)
    }
    let width = split?.width ?? Int(encoding)
    let byteCount =
      split?.byteCount(of: count) ?? ShortPacking.byteCount(count: count, width: width)
    guard byteCount <= region.upperBound - start else {
      throw section.corrupted(
        "\(count) packed numbers need \(byteCount) bytes, \(region.upperBound - start) remain",
        at: region.lowerBound)
    }
    // SAFETY: within the region, which was verified.
    return unsafe PackedNumbers(
      width: width, split: split, payload: section.bytes.base + start, end: start + byteCount)
  }

  /// Decodes the list that `info` describes, which is shorter than a block, to two arrays with room
  /// for a block each.
  ///
  /// - Parameter needsFrequencies: Called when the documents are decoded; false if their
  ///   frequencies are not wanted.
  /// - Returns: The last document, which is below `documentCount`.
  @inline(__always)
  static func decode(
    _ info: TermInfo, _ section: Section, documentCount: Int,
    documents: UnsafeMutablePointer<UInt32>, frequencies: UnsafeMutablePointer<UInt32>,
    if needsFrequencies: () -> Bool = { true }
  ) throws(SearchError) -> DocumentID {
    let count = info.documentFrequency
    checkInvariant(count < Limits.blockSize, "a list of \(count) postings is not short")
    if count == 1 {
      let last = info.document
      guard last < documentCount else { throw unsafe beyond(info, section, documentCount) }
      unsafe documents[0] = last
      if needsFrequencies() { unsafe frequencies[0] = UInt32(clamping: info.totalFrequency) }
      return last
    }
    let list = unsafe try located(info, section)
    unsafe list.gaps.unpack(count, to: documents)
    guard let last = unsafe GapDecoder.decodeShort(documents, count: count, base: .max),
      last < documentCount
    else { throw unsafe beyond(info, section, documentCount) }
    guard needsFrequencies() else { return last }
    unsafe list.frequencies.unpack(count, to: frequencies)
    for index in 0..<count { unsafe frequencies[index] &+= 1 }
    return last
  }

  private static func beyond(
    _ info: TermInfo, _ section: Section, _ documentCount: Int
  ) -> SearchError {
    section.corrupted(
      "a list has a document beyond the segment's \(documentCount) documents",
      at: info.postings.lowerBound)
  }
}
