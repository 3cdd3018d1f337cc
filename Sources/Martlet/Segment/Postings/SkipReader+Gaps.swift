extension SkipReader {
  /// Unpacks the gaps of block `block`, which is not a bit set, to a buffer with room for a block.
  ///
  /// - Returns: The largest possible width of a gap, in bits.
  @unsafe @inline(__always)
  func unpackGaps(
    _ block: Int, to buffer: UnsafeMutablePointer<UInt32>
  ) throws(SearchError) -> Int {
    let (encoding, count) = (encoding(block), count(block))
    let width = Int(encoding)
    // SAFETY: `documentBytes` makes sure that the payload lies in the list; the buffer has room for
    // 128.
    if width <= 32, count == Limits.blockSize {
      let payload = unsafe try documentBytes(
        block, byteCount: BitPacking.byteCount(width: width))
      unsafe BitPacking.unpack(payload, width: width, to: buffer)
      return width
    }
    if width <= 32, count < Limits.blockSize {
      let payload = unsafe try documentBytes(
        block, byteCount: ShortPacking.byteCount(count: count, width: width))
      unsafe ShortPacking.unpack(payload, count: count, width: width, to: buffer)
      return width
    }
    guard encoding == PostingsFormat.splitWidth, count == Limits.blockSize else {
      throw corrupted("block \(block) has \(count) documents in the unknown encoding \(encoding)")
    }
    return unsafe try unpackSplitGaps(block, to: buffer)
  }

  @unsafe @inline(never)
  private func unpackSplitGaps(
    _ block: Int, to buffer: UnsafeMutablePointer<UInt32>
  ) throws(SearchError) -> Int {
    let size = SplitPacking.headerByteCount
    // SAFETY: as above.
    let number = unsafe try documentBytes(block, byteCount: size).loadUnaligned(as: UInt16.self)
    let header = SplitPacking.Header(rawValue: UInt16(littleEndian: number))
    let payload = unsafe try documentBytes(
      block, byteCount: size + header.byteCount(of: Limits.blockSize))
    unsafe SplitPacking.unpack(
      payload + size, header: header, count: Limits.blockSize, to: buffer)
    return header.width &+ header.highWidth
  }
}
