/// The numbers of the set bits of a bit set, as a list.
///
/// Where many bits are set, the offsets of those in a byte come from a table of 8 kB, eight at a
/// time: `the` and its like have nearly every document. Where few are, they are found one by one.
enum SetBits {
  private typealias Lanes = SIMD8<UInt32>

  /// The offsets of the set bits of each byte, followed by zeros.
  // SAFETY: 256 rows, written once before anybody reads them, never freed.
  nonisolated(unsafe) private static let rows: UnsafePointer<Lanes> = {
    let rows = UnsafeMutablePointer<Lanes>.allocate(capacity: 256)
    for byte in 0..<256 {
      var (row, count) = (Lanes(), 0)
      for bit in 0..<8 where byte &>> bit & 1 == 1 {
        row[count] = UInt32(bit)
        count += 1
      }
      unsafe (rows + byte).initialize(to: row)
    }
    return unsafe UnsafePointer(rows)
  }()

  /// The number of set bits of each byte; the processor's instruction may not be used everywhere.
  // SAFETY: 256 numbers, written once before anybody reads them, never freed.
  nonisolated(unsafe) private static let counts: UnsafePointer<UInt8> = {
    let counts = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
    for byte in 0..<256 {
      unsafe (counts + byte).initialize(to: UInt8(byte.nonzeroBitCount))
    }
    return unsafe UnsafePointer(counts)
  }()

  /// Lists the numbers of the set bits in `count` words, where the first bit has the number
  /// `first`.
  ///
  /// - Returns: The number of set bits; nil if they are more than `capacity`, which is at least 8.
  /// - Complexity: O(words and bits); four instructions for each bit of a dense set, where one by
  ///   one they are seven.
  @unsafe @inline(__always)
  static func list(
    _ words: UnsafeRawPointer, count: Int, from first: UInt32,
    to target: UnsafeMutablePointer<UInt32>, capacity: Int
  ) -> Int? {
    var filled = 0
    for index in 0..<count {
      // SAFETY: the caller provides as many words.
      let word = unsafe UInt64(
        littleEndian: words.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self))
      let bitCount = word.nonzeroBitCount
      guard filled &+ bitCount <= capacity else { return nil }
      let number = first &+ UInt32(truncatingIfNeeded: index &* 64)
      // SAFETY: there is room for all bits of the word.
      if bitCount >= fewestForTable {
        unsafe listByTable(word, from: number, to: target + filled, capacity: capacity &- filled)
      } else {
        unsafe listEach(word, from: number, to: target + filled)
      }
      filled &+= bitCount
    }
    return filled
  }

  /// A word with fewer set bits is listed bit by bit.
  private static let fewestForTable = 12

  @unsafe @inline(__always)
  private static func listByTable(
    _ word: UInt64, from first: UInt32, to target: UnsafeMutablePointer<UInt32>, capacity: Int
  ) {
    let (rows, counts) = unsafe (rows, counts)
    var (word, first, filled) = (word, first, 0)
    // Eight numbers are written for each byte, whatever it has.
    while word != 0, filled &+ 8 <= capacity {
      let byte = Int(word & 255)
      // SAFETY: a row for each byte, and room for eight numbers.
      let numbers = unsafe rows[byte] &+ Lanes(repeating: first)
      unsafe UnsafeMutableRawPointer(target + filled).storeBytes(of: numbers, as: Lanes.self)
      filled &+= unsafe Int(counts[byte])
      word &>>= 8
      first &+= 8
    }
    unsafe listEach(word, from: first, to: target + filled)
  }

  @unsafe @inline(__always)
  private static func listEach(
    _ word: UInt64, from first: UInt32, to target: UnsafeMutablePointer<UInt32>
  ) {
    var (word, filled) = (word, 0)
    while word != 0 {
      // SAFETY: the caller has room for all set bits.
      unsafe target[filled] = first &+ UInt32(truncatingIfNeeded: word.trailingZeroBitCount)
      word &= word &- 1
      filled &+= 1
    }
  }
}
