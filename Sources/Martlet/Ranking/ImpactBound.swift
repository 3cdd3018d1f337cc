/// Impacts in one byte, rounded up, so that a block of postings can be skipped without decoding it.
///
/// An *impact* is the part of a score that does not depend on the query: from 0 to below 1. A
/// stored bound was computed with the parameters and the average length as of the creation of the
/// segment. ``growth(stored:asked:)`` returns by how much occurrences can have gained since, so
/// pruning stays exact however the statistics change.
enum ImpactBound {
  /// The bound that no impact exceeds.
  static let highest: UInt8 = 255

  /// The factor on sums of bounds that keeps rounding from losing a document whose score is at the
  /// threshold.
  static let sumFactor = 1.000_001

  /// Returns the bound of a posting: its impact in 255 steps, rounded up.
  @inline(__always)
  static func encode(frequency: UInt32, inverse: Float) -> UInt8 {
    let impact = 1 - 1 / (1 + Float(frequency) * inverse)
    // A step is 1/255; half a millionth of it outweighs the rounding of the line above.
    return UInt8(clamping: Int((impact * 255 + 0.0001).rounded(.up)))
  }

  /// Returns the largest factor by which an occurrence is worth more with `asked` than with
  /// `stored`, at any length.
  ///
  /// With `K = k1 · (1 − b + b · length / average)`, an occurrence is worth `1 / K`. K is linear in
  /// the length, so the largest ratio of two of them is at one end of the range of lengths.
  static func growth(stored: LengthTable, asked: LengthTable) -> Double {
    if stored.parameters == asked.parameters && stored.averageLength == asked.averageLength {
      return 1
    }
    var growth = 1.0
    for code in [UInt8.min, UInt8.max] {
      let ratio = Double(asked[code]) / Double(stored[code])
      guard ratio.isFinite else { return highestGrowth }
      growth = max(growth, ratio)
    }
    return min(growth, highestGrowth)
  }

  /// The largest growth, with which every bound above 0 becomes an impact of nearly 1.
  static let highestGrowth = 1e30

  /// Returns the impact that no posting with the stored bound `bound` exceeds after `growth`.
  ///
  /// The impact is `x / (1 + x)` for occurrences worth `x` together, and grows to at most that of
  /// `growth · x`: high impacts hardly grow.
  @inline(__always)
  static func highestImpact(_ bound: UInt8, growth: Double) -> Double {
    let stored = Double(bound)
    return growth * stored / (255 + (growth - 1) * stored)
  }
}
