/// Impacts in one byte, rounded up, so that a unit of postings can be skipped without decoding it.
///
/// An *impact* is the part of a score that does not depend on the query: from 0 to below 1. A
/// stored bound was computed with the parameters and the average length that held when the segment
/// was made; ``scale(stored:asked:)`` says by how much an impact can have grown since, so pruning
/// stays exact under every drift.
enum ImpactBound {
  /// The bound that no impact exceeds.
  static let highest: UInt8 = 255

  /// What sums of bounds are multiplied by, so that their rounding loses no document at the very edge.
  static let sumFactor = 1.000_001

  /// The bound of a posting: its impact in 255 steps, rounded up.
  @inline(__always)
  static func encode(frequency: UInt32, inverse: Float) -> UInt8 {
    let impact = 1 - 1 / (1 + Float(frequency) * inverse)
    // A step is 1/255; half a millionth of it outweighs the rounding of the line above.
    return UInt8(clamping: Int((impact * 255 + 0.0001).rounded(.up)))
  }

  /// The factor that turns a bound stored for one length table into a bound for another.
  ///
  /// With `K = k1 · (1 − b + b · length / average)`, the impact is `f / (f + K)`; when every K
  /// shrinks to no less than `K · r`, no impact grows by more than `1 / r`. K is linear in the
  /// length, so the smallest ratio of two of them is found at one end of the lengths.
  static func scale(stored: LengthTable, asked: LengthTable) -> Double {
    if stored.parameters == asked.parameters && stored.averageLength == asked.averageLength {
      return 1
    }
    var scale = 1.0
    for code in [UInt8.min, UInt8.max] {
      let ratio = Double(asked[code]) / Double(stored[code])
      guard ratio.isFinite else { return .infinity }
      scale = max(scale, ratio)
    }
    return scale
  }
}
