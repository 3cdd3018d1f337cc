/// Up to eight positions of a word in a document, in registers.
///
/// Most words of a phrase occur a few times in a document, and their number is unpredictable: a
/// loop over them would end with a mispredicted branch each time. Here all positions of two words
/// are compared with each other, four or eight at a time, whatever their number.
///
/// - Complexity: about 5 ns to read and to compare two times four.
struct FewPositions {
  private typealias Lanes = SIMD4<Int32>

  /// The largest number of positions.
  static let most = 8
  /// Marks a lane without a position. It equals no position of another word at any distance.
  private static let none = Int32.min

  /// The number of positions read.
  private let count: Int
  private var low: Lanes
  private var high: Lanes

  /// - Precondition: `count` is at most ``most``; ``most`` numbers can be read, whatever they are.
  @unsafe @inline(__always)
  init(positions: UnsafePointer<UInt32>, count: Int) {
    let bytes = unsafe UnsafeRawPointer(positions)
    // SAFETY: eight numbers can be read.
    unsafe self.init(
      bytes.loadUnaligned(as: Lanes.self),
      bytes.loadUnaligned(fromByteOffset: 16, as: Lanes.self), count: count)
  }

  /// - Parameter differences: The first position, then the difference from each position to the
  ///   next.
  /// - Precondition: `count` is at most ``most``; ``most`` numbers can be read, whatever they are.
  @unsafe @inline(__always)
  init(differences: UnsafePointer<UInt32>, count: Int) {
    let bytes = unsafe UnsafeRawPointer(differences)
    // SAFETY: eight numbers can be read.
    let low = unsafe Self.addUp(bytes.loadUnaligned(as: Lanes.self))
    let high = unsafe Self.addUp(bytes.loadUnaligned(fromByteOffset: 16, as: Lanes.self))
    self.init(low, high &+ Lanes(repeating: low[3]), count: count)
  }

  @inline(__always)
  private init(_ low: Lanes, _ high: Lanes, count: Int) {
    let lanes = Lanes(repeating: Int32(truncatingIfNeeded: count))
    self.count = count
    self.low = low.replacing(with: Self.none, where: Lanes(0, 1, 2, 3) .>= lanes)
    self.high = high.replacing(with: Self.none, where: Lanes(4, 5, 6, 7) .>= lanes)
  }

  /// Drops repeated positions, and those below `first`.
  @inline(__always)
  mutating func keepOnce(from first: Int) {
    let first = Lanes(repeating: Int32(truncatingIfNeeded: first))
    let beforeLow = Lanes(Self.none, low[0], low[1], low[2])
    let beforeHigh = Lanes(low[3], high[0], high[1], high[2])
    low = low.replacing(with: Self.none, where: (low .== beforeLow) .| (low .< first))
    high = high.replacing(with: Self.none, where: (high .== beforeHigh) .| (high .< first))
  }

  /// Keeps the positions that have one of `others` at `distance` after them.
  @inline(__always)
  mutating func filter(with others: Self, at distance: Int) {
    let distance = Lanes(repeating: Int32(truncatingIfNeeded: distance))
    let none = Lanes(repeating: Self.none)
    low = low.replacing(with: none, where: others.has(low &+ distance) .== 0)
    if count > 4 { high = high.replacing(with: none, where: others.has(high &+ distance) .== 0) }
  }

  /// The number of positions that are left.
  @inline(__always)
  var keptCount: Int {
    let kept = Self.ones(low .>= 0) &+ Self.ones(high .>= 0)
    return 0 &- Int(kept.wrappedSum())
  }

  /// Returns -1 in each lane of `wanted` that is one of these positions.
  @inline(__always)
  private func has(_ wanted: Lanes) -> Lanes {
    let found = Self.equal(wanted, low)
    return count > 4 ? found | Self.equal(wanted, high) : found
  }

  /// Returns -1 in each lane of `wanted` that equals any lane of `all`.
  @inline(__always)
  private static func equal(_ wanted: Lanes, _ all: Lanes) -> Lanes {
    let one = Lanes(all[1], all[2], all[3], all[0])
    let two = Lanes(all[2], all[3], all[0], all[1])
    let three = Lanes(all[3], all[0], all[1], all[2])
    return ones(wanted .== all) | ones(wanted .== one) | ones(wanted .== two)
      | ones(wanted .== three)
  }

  @inline(__always)
  private static func ones(_ mask: SIMDMask<Lanes>) -> Lanes {
    Lanes(repeating: 0).replacing(with: -1, where: mask)
  }

  @inline(__always)
  private static func addUp(_ numbers: Lanes) -> Lanes {
    let pairs = numbers &+ Lanes(0, numbers[0], numbers[1], numbers[2])
    return pairs &+ Lanes(0, 0, pairs[0], pairs[1])
  }
}
