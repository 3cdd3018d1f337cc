/// The value of one occurrence at each of the 256 coded lengths:
/// `1 / (k1 · (1 − b + b · l / a))`.
///
/// One table serves all words of a field, as long as the average length stays the same.
@safe
final class LengthTable: Sendable {
  /// The formula's parameters.
  let parameters: BM25
  /// The average length.
  let averageLength: Float
  // SAFETY: 256 numbers, written once before the object is shared, freed with it.
  nonisolated(unsafe) let inverses: UnsafeMutablePointer<Float>

  /// Creates the table for a field of `averageLength` tokens; an average of 0 counts as 1.
  init(parameters: BM25, averageLength: Double) {
    self.parameters = parameters
    let average = averageLength > 0 ? Float(averageLength) : 1
    self.averageLength = average
    unsafe inverses = .allocate(capacity: 256)
    for code in 0..<256 {
      let length = Float(NormCode.decode(UInt8(code)))
      let share = (1 - parameters.b) + parameters.b * length / average
      // The magnitude, because k1 may be -0.
      // SAFETY: `code` is below 256.
      unsafe (inverses + code).initialize(to: 1 / (parameters.k1.magnitude * share))
    }
  }

  /// The table of all fields without tokens for the default parameters: a schema may have
  /// thousands.
  static let withoutTokens = LengthTable(parameters: BM25(), averageLength: 0)

  deinit {
    unsafe inverses.deallocate()
  }

  /// The value of one occurrence at the length that `norm` stands for.
  @inline(__always)
  subscript(norm: UInt8) -> Float {
    // SAFETY: a byte is below 256.
    unsafe inverses[Int(norm)]
  }
}
