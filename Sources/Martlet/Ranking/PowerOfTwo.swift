/// Powers of two in plain double arithmetic, with the same bits on every platform.
///
/// The systems' own functions differ in the last bit, which could order documents differently; see
/// ``NaturalLogarithm``. The exponent is a whole number and a rest of at most a half. The power of
/// the rest is the series of e^(rest · ln 2), whose terms after the fourteenth are below a
/// hundredth of a unit in the last place.
enum PowerOfTwo {
  private static let logarithmOfTwo = 0.693_147_180_559_945_3
  private static let termCount = 14

  /// Returns 2 to the power of a number; 0 below the smallest result and for no number, and
  /// infinity above the greatest.
  static func of(_ exponent: Double) -> Double {
    guard exponent > -1_100 else { return 0 }
    guard exponent < 1_100 else { return .infinity }
    let whole = exponent.rounded(.toNearestOrEven)
    let power = (exponent - whole) * logarithmOfTwo
    var sum = 1.0
    var divisor = Double(termCount)
    while divisor > 0 {
      sum = 1 + sum * power / divisor
      divisor -= 1
    }
    return Double(sign: .plus, exponent: Int(whole), significand: sum)
  }
}
