import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Sortable number")
struct SortableNumberTests {
  private static let rising: [Double] = [
    -.infinity, -.greatestFiniteMagnitude, -1e300, -2.5, -2, -1, -.leastNormalMagnitude,
    -.leastNonzeroMagnitude, 0, .leastNonzeroMagnitude, .leastNormalMagnitude, 0.1, 1,
    1.000_000_000_000_000_2, 2, 1e300, .greatestFiniteMagnitude, .infinity, .nan,
  ]

  @Test("the bytes are in the order of the numbers")
  func order() {
    for (left, right) in zip(Self.rising, Self.rising.dropFirst()) {
      let (lower, upper) = (SortableNumber.encode(left), SortableNumber.encode(right))
      #expect(lower.lexicographicallyPrecedes(upper), "\(left) before \(right)")
    }
  }

  @Test("random numbers are in order, and are read back")
  func random() {
    let seed = TestSeed.value
    var random = SeededRandom(seed: seed)
    for _ in 0..<5_000 {
      let left = Double(bitPattern: random.next())
      let right = random.oneIn(2) ? left.nextUp : Double(bitPattern: random.next())
      guard !left.isNaN, !right.isNaN else { continue }
      let (first, second) = (SortableNumber.encode(left), SortableNumber.encode(right))
      #expect(first.lexicographicallyPrecedes(second) == (left < right), "seed \(seed): \(left)")
      #expect((first == second) == (left == right), "seed \(seed): \(left), \(right)")
      #expect(SortableNumber.decode(first) == left, "seed \(seed)")
    }
  }

  @Test("numbers are read back, −0 as 0, every NaN as one that sorts last")
  func special() {
    for number in Self.rising.dropLast() {
      #expect(SortableNumber.decode(SortableNumber.encode(number)) == number)
    }
    #expect(SortableNumber.encode(-0.0) == SortableNumber.encode(0))
    #expect(SortableNumber.decode(SortableNumber.encode(-0.0))?.sign == .plus)
    let nan = SortableNumber.encode(.nan)
    for other in [Double.signalingNaN, -.nan, Double(nan: 77, signaling: false)] {
      #expect(SortableNumber.encode(other) == nan)
    }
    #expect(SortableNumber.decode(nan)?.isNaN == true)
  }

  @Test("the bytes are the bits, the sign flipped, and all of them for negative numbers")
  func bytes() {
    #expect(SortableNumber.encode(0) == annotatedBytes("80 00 * 7"))
    #expect(SortableNumber.encode(1) == annotatedBytes("BF F0 00 * 6"))
    #expect(SortableNumber.encode(-1) == annotatedBytes("40 0F FF * 6"))
  }

  @Test("anything but 8 bytes is no number", arguments: [0, 7, 9])
  func otherLengths(count: Int) {
    #expect(SortableNumber.decode([UInt8](repeating: 1, count: count)) == nil)
  }
}
