/// A packing of blocks of 128 numbers where a few large ones do not widen all the others.
///
/// A header byte describes the packing. It is stored apart from the payload, so that blocks can be
/// skipped by their headers alone:
///
///     header       bits 0-4 width (0…31), bits 5-7 number of exceptions (0…7)
///
///     payload      packed numbers   16 × width     see BitPacking; exceptions lack their high bits
///                  exceptions       (u8 index, u8 high bits) × number of exceptions
///
/// After Zukowski et al., "Super-scalar RAM-CPU cache compression" (2006), with Lucene's limit of 7
/// exceptions of 8 more bits. Saves about half of the bits of frequencies against plain packing.
enum PatchedPacking {
  private static let maximumExceptions = 7
  private static let exceptionBits = 8
  private static let maximumWidth = 31

  /// The largest byte count of a payload.
  static let maximumByteCount = 16 * maximumWidth + 2 * maximumExceptions

  /// Returns the byte count of the payload that `header` describes.
  @inline(__always)
  static func byteCount(header: UInt8) -> Int {
    Int(header & 31) &* 16 &+ Int(header &>> 5) &* 2
  }

  /// Writes 128 numbers, each below `2^31`, at `target` and returns the header.
  ///
  /// The numbers are changed: exceptions lose their high bits.
  @unsafe
  static func pack(
    _ numbers: UnsafeMutablePointer<UInt32>, to target: UnsafeMutableRawPointer
  ) -> UInt8 {
    let width = unsafe cheapestWidth(numbers)
    var exceptions = 0
    let payload = BitPacking.byteCount(width: width)
    let limit: UInt32 = 1 &<< UInt32(width)
    for index in 0..<BitPacking.blockSize {
      // SAFETY: 128 numbers; `cheapestWidth` left at most 7 exceptions of 8 more bits.
      let number = unsafe numbers[index]
      guard number >= limit else { continue }
      let slot = payload &+ exceptions &* 2
      unsafe target.storeBytes(of: UInt8(index), toByteOffset: slot, as: UInt8.self)
      unsafe target.storeBytes(
        of: UInt8(truncatingIfNeeded: number &>> UInt32(width)), toByteOffset: slot &+ 1,
        as: UInt8.self)
      unsafe numbers[index] = number & (limit &- 1)
      exceptions &+= 1
    }
    unsafe BitPacking.pack(numbers, width: width, to: target)
    return UInt8(width | (exceptions &<< 5))
  }

  /// Returns the width with the smallest payload that has no more exceptions than allowed.
  @unsafe
  private static func cheapestWidth(_ numbers: UnsafePointer<UInt32>) -> Int {
    var all: UInt32 = 0
    for index in 0..<BitPacking.blockSize { all |= unsafe numbers[index] }
    let widest = IntegerMath.bitWidth(of: all)
    checkInvariant(
      widest <= maximumWidth, "a number has \(widest) bits, expected at most \(maximumWidth)")
    var best = widest
    var bestCost = 16 &* widest
    var width = widest &- 1
    while width >= 0, widest &- width <= exceptionBits {
      let exceptions = unsafe BitPacking.countAtLeast(1 &<< UInt32(width), numbers)
      if exceptions > maximumExceptions { break }
      let cost = 16 &* width &+ 2 &* exceptions
      if cost < bestCost { (best, bestCost) = (width, cost) }
      width &-= 1
    }
    return best
  }

  /// Writes the numbers `range` of the payload at `source` to `target`, without unpacking the
  /// others: about 1 ns for each.
  @unsafe @inline(__always)
  static func extract(
    _ range: Range<Int>, from source: UnsafeRawPointer, header: UInt8,
    to target: UnsafeMutablePointer<UInt32>
  ) {
    let width = Int(header & 31)
    // SAFETY: the caller provides `byteCount(header:)` readable bytes and 16 more, and room for the
    // numbers of `range`, which lies in the block.
    unsafe BitPacking.extract(range, from: source, width: width, to: target)
    let exceptions = unsafe source + BitPacking.byteCount(width: width)
    for exception in 0..<Int(header &>> 5) {
      let slot = unsafe Int(exceptions.load(fromByteOffset: exception &* 2, as: UInt8.self))
      guard range.contains(slot) else { continue }
      let high = unsafe exceptions.load(fromByteOffset: exception &* 2 &+ 1, as: UInt8.self)
      unsafe target[slot &- range.lowerBound] |= UInt32(high) &<< UInt32(width)
    }
  }

  /// Writes the 128 numbers of the payload at `source` to `target`.
  @unsafe @inline(__always)
  static func unpack(
    _ source: UnsafeRawPointer, header: UInt8, to target: UnsafeMutablePointer<UInt32>
  ) {
    let width = Int(header & 31)
    // SAFETY: the caller provides `byteCount(header:)` readable bytes and room for 128 numbers;
    // an exception's index is masked to the block.
    unsafe BitPacking.unpack(source, width: width, to: target)
    let exceptions = unsafe source.advanced(by: BitPacking.byteCount(width: width))
    for exception in 0..<Int(header &>> 5) {
      let index = unsafe exceptions.load(fromByteOffset: exception &* 2, as: UInt8.self)
      let high = unsafe exceptions.load(fromByteOffset: exception &* 2 &+ 1, as: UInt8.self)
      unsafe target[Int(index & 127)] |= UInt32(high) &<< UInt32(width)
    }
  }
}
