/// A packing of blocks of up to 128 numbers of which many are larger than the others.
///
/// All numbers are packed at one width. Those that need more bits have high parts, which follow at
/// another width. A header describes the packing; it is stored apart, so that blocks can be skipped
/// by their headers alone:
///
///     header       u16   bits 0-4   width of the low parts (0…31)
///                        bits 5-8   width of the high parts (0…15; 0 when there are none)
///                        bits 9-15  number of high parts, less 1 (0…127)
///
///     payload      low parts    128 numbers as in BitPacking, fewer as in ShortPacking
///                  indices      u8 × high parts            of the numbers that have one, rising;
///                               ⌈numbers / 8⌉              or, if that is smaller, a bitmap
///                  high parts   ⌈high parts × width / 8⌉   bits, least significant first
///
/// After OptPFD in Yan, Ding and Suel, "Inverted index compression and query processing with
/// optimized document ordering" (2009), with indices or a bitmap instead of gaps between
/// exceptions. Where numbers are distributed like the gaps between occurrences of a word, about 10
/// to 20 of 128 are split, which takes 5 % less than ``PatchedPacking``.
///
/// - Complexity: unpacking takes about 0.1 ns per number of a full block and 1 ns per high part.
enum SplitPacking {
  /// A description of the packing of a block.
  struct Header: BitwiseCopyable, Equatable {
    let rawValue: UInt16

    /// The width of a low part in bits.
    @inline(__always)
    var width: Int { Int(rawValue & 31) }

    /// The width of a high part in bits; 0 without any.
    @inline(__always)
    var highWidth: Int { Int(rawValue &>> 5 & 15) }

    /// The number of numbers with a high part.
    @inline(__always)
    var highCount: Int { highWidth == 0 ? 0 : Int(rawValue &>> 9) &+ 1 }

    /// Returns the byte count of the payload of `count` numbers.
    @inline(__always)
    func byteCount(of count: Int) -> Int {
      let high = highCount
      return ShortPacking.byteCount(count: count, width: width)
        &+ min(high, bitmapByteCount(count))
        &+ ShortPacking.byteCount(count: high, width: highWidth)
    }
  }

  /// The byte count of a header.
  static let headerByteCount = 2

  private static let maximumHighWidth = 15
  private static let maximumWidth = 31
  /// The largest number of high parts: with more, the next width is better anyway.
  private static let mostHigh = 64
  /// The smallest number of numbers that are split: with fewer, the saving is not worth the search.
  private static let fewest = 16

  /// The offset of the high parts while a block is packed: they follow the block and their indices.
  private static let roomForParts = BitPacking.blockSize + mostHigh + 1
  /// The number of numbers for which there must be room at a block that is packed.
  static let room = roomForParts + mostHigh + 1

  /// The number of bytes that must be readable after a payload, because numbers are loaded several
  /// bytes at a time.
  static let slack = 16

  @inline(__always)
  private static func bitmapByteCount(_ count: Int) -> Int { (count &+ 7) &>> 3 }

  /// Returns the header with which `count` numbers, each below `2^31`, take the fewest bits.
  ///
  /// Each high part counts as two more bits, because it is read by itself. Up to three numbers
  /// after the last one are set to 0.
  ///
  /// - Precondition: There is room for ``room`` numbers at `numbers`.
  @unsafe @inline(__always)
  static func cheapestHeader(_ numbers: UnsafeMutablePointer<UInt32>, count: Int) -> Header {
    var all: UInt32 = 0
    for index in 0..<count { all |= unsafe numbers[index] }
    let widest = IntegerMath.bitWidth(of: all)
    checkInvariant(
      widest <= maximumWidth, "a number has \(widest) bits, expected at most \(maximumWidth)")
    if count < fewest { return Header(rawValue: UInt16(widest)) }
    // SAFETY: there is room for that many numbers after a block.
    for index in 0..<3 { unsafe numbers[count &+ index] = 0 }
    return unsafe cheapestHeader(numbers, count, widest)
  }

  @unsafe
  private static func cheapestHeader(
    _ numbers: UnsafePointer<UInt32>, _ count: Int, _ widest: Int
  ) -> Header {
    var best = Header(rawValue: UInt16(widest))
    var bestCost = count &* widest
    var width = widest &- 1
    while width >= 0, widest &- width <= maximumHighWidth {
      let high = unsafe BitPacking.countAtLeast(1 &<< UInt32(width), numbers, count: count)
      if high > mostHigh { break }
      let highWidth = widest &- width
      let cost =
        count &* width &+ 8 &* min(high, bitmapByteCount(count)) &+ high &* (highWidth &+ 2)
      if cost < bestCost {
        best = Header(rawValue: UInt16(width | highWidth &<< 5 | (high &- 1) &<< 9))
        bestCost = cost
      }
      width &-= 1
    }
    return best
  }

  /// Appends the payload of `count` numbers, whose cheapest header is `header`, to `writer`.
  ///
  /// The numbers are changed: they lose their high parts, which are stored after them.
  ///
  /// - Precondition: There is room for ``room`` numbers at `numbers`.
  @unsafe @inline(__always)
  static func pack(
    _ numbers: UnsafeMutablePointer<UInt32>, count: Int, _ header: Header, to writer: ByteWriter
  ) {
    if header.highWidth == 0 {
      unsafe packLow(numbers, count, header.width, to: writer)
    } else {
      unsafe packSplit(numbers, count, header, to: writer)
    }
  }

  @unsafe
  private static func packSplit(
    _ numbers: UnsafeMutablePointer<UInt32>, _ count: Int, _ header: Header, to writer: ByteWriter
  ) {
    // SAFETY: there are at most `mostHigh` high parts, and one more entry is written after them.
    let (indices, parts) = unsafe (numbers + BitPacking.blockSize, numbers + roomForParts)
    unsafe split(numbers, count, header.width, indices, parts)
    unsafe packLow(numbers, count, header.width, to: writer)
    unsafe packIndices(indices, header.highCount, of: count, to: writer)
    unsafe ShortPacking.pack(parts, count: header.highCount, width: header.highWidth, to: writer)
  }

  /// Moves the high parts of `numbers` to `parts`, and their indices to `indices`.
  @unsafe @inline(__always)
  private static func split(
    _ numbers: UnsafeMutablePointer<UInt32>, _ count: Int, _ width: Int,
    _ indices: UnsafeMutablePointer<UInt32>, _ parts: UnsafeMutablePointer<UInt32>
  ) {
    let limit: UInt32 = 1 &<< UInt32(width)
    var high = 0
    for index in 0..<count {
      // SAFETY: as many entries as numbers with high parts, and one more.
      let number = unsafe numbers[index]
      unsafe indices[high] = UInt32(truncatingIfNeeded: index)
      unsafe parts[high] = number &>> UInt32(width)
      unsafe numbers[index] = number & (limit &- 1)
      high &+= number >= limit ? 1 : 0
    }
  }

  @unsafe @inline(__always)
  private static func packLow(
    _ numbers: UnsafePointer<UInt32>, _ count: Int, _ width: Int, to writer: ByteWriter
  ) {
    guard count == BitPacking.blockSize else {
      return unsafe ShortPacking.pack(numbers, count: count, width: width, to: writer)
    }
    let byteCount = BitPacking.byteCount(width: width)
    // SAFETY: there is room for that many bytes.
    unsafe BitPacking.pack(numbers, width: width, to: writer.reserve(byteCount))
    writer.advance(by: byteCount)
  }

  @unsafe @inline(__always)
  private static func packIndices(
    _ indices: UnsafePointer<UInt32>, _ high: Int, of count: Int, to writer: ByteWriter
  ) {
    let size = bitmapByteCount(count)
    // SAFETY: there is room for two words or for fewer than 16 indices, and an index is below 128.
    let target = unsafe writer.reserve(16)
    if high >= size {
      var bits: (UInt64, UInt64) = (0, 0)
      for index in 0..<high {
        let slot = unsafe UInt64(indices[index])
        let bit: UInt64 = 1 &<< (slot & 63)
        if slot < 64 { bits.0 |= bit } else { bits.1 |= bit }
      }
      unsafe target.storeBytes(of: bits.0.littleEndian, as: UInt64.self)
      unsafe target.storeBytes(of: bits.1.littleEndian, toByteOffset: 8, as: UInt64.self)
    } else {
      for index in 0..<high {
        unsafe target.storeBytes(
          of: UInt8(truncatingIfNeeded: indices[index]), toByteOffset: index, as: UInt8.self)
      }
    }
    writer.advance(by: min(high, size))
  }

  /// Writes the `count` numbers of the payload at `source` to `target`, which has room for 128.
  @unsafe @inline(__always)
  static func unpack(
    _ source: UnsafeRawPointer, header: Header, count: Int, to target: UnsafeMutablePointer<UInt32>
  ) {
    // SAFETY: the caller provides the header's byte count of readable bytes, and ``slack`` more.
    if count == BitPacking.blockSize {
      unsafe BitPacking.unpack(source, width: header.width, to: target)
    } else {
      unsafe ShortPacking.unpack(source, count: count, width: header.width, to: target)
    }
    guard header.highWidth > 0 else { return }
    let low = ShortPacking.byteCount(count: count, width: header.width)
    unsafe addHigh(source + low, header, bitmapByteCount(count), to: target)
  }

  @unsafe
  private static func addHigh(
    _ which: UnsafeRawPointer, _ header: Header, _ bitmapSize: Int,
    to target: UnsafeMutablePointer<UInt32>
  ) {
    let (count, width) = (header.highCount, header.highWidth)
    let shift = UInt32(header.width)
    let parts = unsafe which + min(count, bitmapSize)
    // SAFETY: as above; indices are masked to a block, and no more high parts are read than there
    // are, however many bits are set.
    if count < bitmapSize {
      for index in 0..<count {
        let slot = unsafe Int(which.load(fromByteOffset: index, as: UInt8.self) & 127)
        unsafe target[slot] |= part(parts, index, width) &<< shift
      }
      return
    }
    var index = 0
    for word in 0..<2 {
      var bits = unsafe UInt64(
        littleEndian: which.loadUnaligned(fromByteOffset: word &* 8, as: UInt64.self))
      while bits != 0, index < count {
        let slot = word &* 64 &+ bits.trailingZeroBitCount
        unsafe target[slot] |= part(parts, index, width) &<< shift
        bits &= bits &- 1
        index &+= 1
      }
    }
  }

  /// Returns high part `index`.
  @unsafe @inline(__always)
  private static func part(_ parts: UnsafeRawPointer, _ index: Int, _ width: Int) -> UInt32 {
    let bit = index &* width
    // SAFETY: the part's first byte is in the payload, and 4 bytes from there are readable.
    let word = unsafe UInt32(
      littleEndian: parts.loadUnaligned(fromByteOffset: bit &>> 3, as: UInt32.self))
    return word &>> UInt32(bit & 7) & ((1 &<< UInt32(width)) &- 1)
  }
}
