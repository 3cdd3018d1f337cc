/// A packing of blocks of 128 numbers at one width, for four-lane vectors.
///
/// Number `4 · row + lane` is in lane `lane`, so each lane is a bit stream of its own, 32 numbers
/// long, and one vector instruction works on four numbers:
///
///     word 0 of lanes 0 1 2 3, word 1 of lanes 0 1 2 3, …      u32 each, 4 × width words
///
/// A block of width `w` takes exactly `16 · w` bytes; width 0 takes none. The layout is that of
/// Lemire and Boytsov, "Decoding billions of integers per second through vectorization" (2015).
///
/// One straight-line function per width: the width must be a constant for the shifts to become
/// vector shifts with immediate counts, and a loop over rows is not unrolled. `&+` joins the two
/// parts of a number that crosses words, because `|` on SIMD types is compiled lane by lane (2.3
/// times slower).
///
/// - Complexity: unpacking takes about 0.1 ns per number.
enum BitPacking {
  /// The number of numbers in a block.
  static let blockSize = 128

  /// Returns the byte count of a block of `width` bits per number.
  @inline(__always)
  static func byteCount(width: Int) -> Int { width &* 16 }

  private typealias Lanes = SIMD4<UInt32>

  /// Writes 128 numbers from `source`, each below `2^width`, to `byteCount(width:)` bytes at
  /// `target`.
  @unsafe
  static func pack(
    _ source: UnsafePointer<UInt32>, width: Int, to target: UnsafeMutableRawPointer
  ) {
    guard width > 0 else { return }
    var word = Lanes(repeating: 0)
    var filled: UInt32 = 0
    var offset = 0
    let numbers = unsafe UnsafeRawPointer(source)
    for row in 0..<32 {
      // SAFETY: row `row` is one of the 32 rows of 16 bytes of the source; `offset` stays below
      // `byteCount(width:)`, because 32 rows fill exactly `width` words per lane.
      let value = unsafe numbers.loadUnaligned(fromByteOffset: row &* 16, as: Lanes.self)
      word = word | (value &<< Lanes(repeating: filled))
      filled &+= UInt32(width)
      if filled >= 32 {
        unsafe target.storeBytes(of: word, toByteOffset: offset, as: Lanes.self)
        offset &+= 16
        filled &-= 32
        let used = UInt32(width) &- filled
        word = used < 32 ? value &>> Lanes(repeating: used) : Lanes(repeating: 0)
      }
    }
  }

  /// Writes the 128 numbers of the block at `source` to `target`.
  ///
  /// `width` beyond 32 is taken as 32, so the caller only has to make sure that the block of that
  /// width lies in its bytes.
  @unsafe @inline(__always)
  static func unpack(
    _ source: UnsafeRawPointer, width: Int, to target: UnsafeMutablePointer<UInt32>
  ) {
    // SAFETY: the caller provides `byteCount(width:)` readable bytes and room for 128 numbers.
    switch width {
    case 0: unsafe target.update(repeating: 0, count: blockSize)
    case 1: unsafe unpack1(source, target)
    case 2: unsafe unpack2(source, target)
    case 3: unsafe unpack3(source, target)
    case 4: unsafe unpack4(source, target)
    case 5: unsafe unpack5(source, target)
    case 6: unsafe unpack6(source, target)
    case 7: unsafe unpack7(source, target)
    case 8: unsafe unpack8(source, target)
    case 9: unsafe unpack9(source, target)
    case 10: unsafe unpack10(source, target)
    case 11: unsafe unpack11(source, target)
    case 12: unsafe unpack12(source, target)
    case 13: unsafe unpack13(source, target)
    case 14: unsafe unpack14(source, target)
    case 15: unsafe unpack15(source, target)
    case 16: unsafe unpack16(source, target)
    case 17: unsafe unpack17(source, target)
    case 18: unsafe unpack18(source, target)
    case 19: unsafe unpack19(source, target)
    case 20: unsafe unpack20(source, target)
    case 21: unsafe unpack21(source, target)
    case 22: unsafe unpack22(source, target)
    case 23: unsafe unpack23(source, target)
    case 24: unsafe unpack24(source, target)
    case 25: unsafe unpack25(source, target)
    case 26: unsafe unpack26(source, target)
    case 27: unsafe unpack27(source, target)
    case 28: unsafe unpack28(source, target)
    case 29: unsafe unpack29(source, target)
    case 30: unsafe unpack30(source, target)
    case 31: unsafe unpack31(source, target)
    default: unsafe unpack32(source, target)
    }
  }

  /// Extracts the four numbers of row `index`.
  @unsafe @inline(__always)
  private static func row(
    _ index: UInt32, _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>,
    _ width: UInt32, _ mask: Lanes
  ) {
    let bit = index &* width
    let word = Int(bit &>> 5)
    let shift = bit & 31
    // SAFETY: a row lies within the block's `width` words per lane, and in the target's 128.
    var value = unsafe source.loadUnaligned(fromByteOffset: word &* 16, as: Lanes.self)
    value = value &>> Lanes(repeating: shift)
    if shift &+ width > 32 {
      let next = unsafe source.loadUnaligned(fromByteOffset: (word &+ 1) &* 16, as: Lanes.self)
      value = value &+ (next &<< Lanes(repeating: 32 &- shift))
    }
    unsafe UnsafeMutableRawPointer(target).storeBytes(
      of: value & mask, toByteOffset: Int(index) &* 16, as: Lanes.self)
  }

  /// Extracts all rows of a block, unrolled so that each is straight-line code.
  @unsafe @inline(__always)
  private static func rows(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>, _ width: UInt32
  ) {
    let mask = Lanes(repeating: width == 32 ? ~0 : (1 &<< width) &- 1)
    unsafe row(0, source, target, width, mask)
    unsafe row(1, source, target, width, mask)
    unsafe row(2, source, target, width, mask)
    unsafe row(3, source, target, width, mask)
    unsafe row(4, source, target, width, mask)
    unsafe row(5, source, target, width, mask)
    unsafe row(6, source, target, width, mask)
    unsafe row(7, source, target, width, mask)
    unsafe row(8, source, target, width, mask)
    unsafe row(9, source, target, width, mask)
    unsafe row(10, source, target, width, mask)
    unsafe row(11, source, target, width, mask)
    unsafe row(12, source, target, width, mask)
    unsafe row(13, source, target, width, mask)
    unsafe row(14, source, target, width, mask)
    unsafe row(15, source, target, width, mask)
    unsafe row(16, source, target, width, mask)
    unsafe row(17, source, target, width, mask)
    unsafe row(18, source, target, width, mask)
    unsafe row(19, source, target, width, mask)
    unsafe row(20, source, target, width, mask)
    unsafe row(21, source, target, width, mask)
    unsafe row(22, source, target, width, mask)
    unsafe row(23, source, target, width, mask)
    unsafe row(24, source, target, width, mask)
    unsafe row(25, source, target, width, mask)
    unsafe row(26, source, target, width, mask)
    unsafe row(27, source, target, width, mask)
    unsafe row(28, source, target, width, mask)
    unsafe row(29, source, target, width, mask)
    unsafe row(30, source, target, width, mask)
    unsafe row(31, source, target, width, mask)
  }

  @unsafe @inline(never)
  private static func unpack1(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 1) }

  @unsafe @inline(never)
  private static func unpack2(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 2) }

  @unsafe @inline(never)
  private static func unpack3(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 3) }

  @unsafe @inline(never)
  private static func unpack4(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 4) }

  @unsafe @inline(never)
  private static func unpack5(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 5) }

  @unsafe @inline(never)
  private static func unpack6(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 6) }

  @unsafe @inline(never)
  private static func unpack7(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 7) }

  @unsafe @inline(never)
  private static func unpack8(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 8) }

  @unsafe @inline(never)
  private static func unpack9(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 9) }

  @unsafe @inline(never)
  private static func unpack10(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 10) }

  @unsafe @inline(never)
  private static func unpack11(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 11) }

  @unsafe @inline(never)
  private static func unpack12(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 12) }

  @unsafe @inline(never)
  private static func unpack13(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 13) }

  @unsafe @inline(never)
  private static func unpack14(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 14) }

  @unsafe @inline(never)
  private static func unpack15(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 15) }

  @unsafe @inline(never)
  private static func unpack16(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 16) }

  @unsafe @inline(never)
  private static func unpack17(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 17) }

  @unsafe @inline(never)
  private static func unpack18(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 18) }

  @unsafe @inline(never)
  private static func unpack19(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 19) }

  @unsafe @inline(never)
  private static func unpack20(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 20) }

  @unsafe @inline(never)
  private static func unpack21(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 21) }

  @unsafe @inline(never)
  private static func unpack22(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 22) }

  @unsafe @inline(never)
  private static func unpack23(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 23) }

  @unsafe @inline(never)
  private static func unpack24(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 24) }

  @unsafe @inline(never)
  private static func unpack25(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 25) }

  @unsafe @inline(never)
  private static func unpack26(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 26) }

  @unsafe @inline(never)
  private static func unpack27(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 27) }

  @unsafe @inline(never)
  private static func unpack28(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 28) }

  @unsafe @inline(never)
  private static func unpack29(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 29) }

  @unsafe @inline(never)
  private static func unpack30(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 30) }

  @unsafe @inline(never)
  private static func unpack31(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 31) }

  @unsafe @inline(never)
  private static func unpack32(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>
  ) { unsafe rows(source, target, 32) }
}
