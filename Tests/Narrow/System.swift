// What stands in for the operating system, which no embedded program has.

enum FileStorage {
  static func isSafe(_ name: String) -> Bool { !name.isEmpty }
}

/// The natural logarithm, by the series of the area hyperbolic tangent: the same on every machine.
func log(_ number: Double) -> Double {
  let ratio = (number.significand - 1) / (number.significand + 1)
  var (sum, power) = (0.0, ratio)
  for step in 0..<40 {
    sum += power / Double(2 * step + 1)
    power *= ratio * ratio
  }
  return 2 * sum + Double(number.exponent) * 0.693147180559945309417
}
