extension PostingsTable {
  /// Unpacks the gaps of block `unit`, which is not a bit set, to a buffer with room for a block.
  ///
  /// - Returns: The largest possible width of a gap, in bits.
  @unsafe @inline(__always)
  func unpackGaps(
    _ unit: Int, to buffer: UnsafeMutablePointer<UInt32>
  ) throws(SearchError) -> Int {
    let (encoding, count) = (encoding(unit), count(unit))
    let width = Int(encoding)
    // SAFETY: `documentBytes` makes sure that the payload lies in the list; the buffer has room for
    // 128.
    if width <= 32, count == Limits.unitSize {
      let payload = unsafe try documentBytes(
        unit, byteCount: BitPacking.byteCount(width: width))
      unsafe BitPacking.unpack(payload, width: width, to: buffer)
      return width
    }
    if width <= 32, count < Limits.unitSize {
      let payload = unsafe try documentBytes(
        unit, byteCount: ShortPacking.byteCount(count: count, width: width))
      unsafe ShortPacking.unpack(payload, count: count, width: width, to: buffer)
      return width
    }
    guard encoding == PostingsFormat.splitWidth, count == Limits.unitSize else {
      throw corrupted("unit \(unit) has \(count) documents, packed as \(encoding)")
    }
    return unsafe try unpackSplitGaps(unit, to: buffer)
  }

  @unsafe @inline(never)
  private func unpackSplitGaps(
    _ unit: Int, to buffer: UnsafeMutablePointer<UInt32>
  ) throws(SearchError) -> Int {
    let size = SplitPacking.headerByteCount
    // SAFETY: as above.
    let number = unsafe try documentBytes(unit, byteCount: size).loadUnaligned(as: UInt16.self)
    let header = SplitPacking.Header(rawValue: UInt16(littleEndian: number))
    let payload = unsafe try documentBytes(
      unit, byteCount: size + header.byteCount(of: Limits.unitSize))
    unsafe SplitPacking.unpack(
      payload + size, header: header, count: Limits.unitSize, to: buffer)
    return header.width &+ header.highWidth
  }
}
