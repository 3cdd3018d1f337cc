/// The natural logarithm in plain double arithmetic, with the same bits on every platform.
///
/// The systems' own functions differ in the last bit, which could order documents differently. This
/// one only adds, multiplies and divides, and each operation is rounded once, as IEEE 754
/// specifies. The error is below one unit in the last place. Rounded to single precision, the
/// results for inverse document frequencies equal those of Java's `Math.log`, and so of Lucene,
/// wherever they were compared.
///
/// The argument is 2^k · (1 + f), with 1 + f between √½ and √2. With s = f / (2 + f),
///
///     ln(1 + f) = 2 · artanh(s) = f − (f²/2 − s · (f²/2 + 2s²/3 + 2s⁴/5 + …))
///
/// The form on the right, that of fdlibm (Sun Microsystems, 1993), adds the small terms first to an
/// `f` that is exact. fdlibm fits a polynomial to the series; here its plain coefficients are
/// enough, with so many terms that the rest is below a hundredth of a unit in the last place.
enum NaturalLogarithm {
  /// Returns the logarithm of a finite positive number that is not subnormal.
  static func of(_ number: Double) -> Double {
    precondition(
      number.isNormal && number > 0, "expected a positive normal number, found \(number)")
    let isUpper = number.significand > rootOfTwo
    let exponent = Double(number.exponent) + (isUpper ? 1 : 0)
    let f = (isUpper ? number.significand / 2 : number.significand) - 1
    let s = f / (2 + f)
    let halfSquare = f * f / 2
    let correction = s * (halfSquare + series(s * s)) + exponent * logarithmOfTwo.low
    return exponent * logarithmOfTwo.high - ((halfSquare - correction) - f)
  }

  /// Returns 2z/3 + 2z²/5 + 2z³/7 + … for z up to 0.0295.
  private static func series(_ z: Double) -> Double {
    var sum = 0.0
    var divisor = 23.0
    while divisor > 1 {
      sum = (sum + 2 / divisor) * z
      divisor -= 2
    }
    return sum
  }

  private static let rootOfTwo = 1.414_213_562_373_095_1
  /// The first 33 bits of ln 2, whose product with an exponent is exact, and the rest.
  private static let logarithmOfTwo = (high: 0x1.62e42fefp-1, low: 0x1.473de6af278edp-34)
}
