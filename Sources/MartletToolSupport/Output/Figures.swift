import Foundation

/// Numbers as people read them, the same in every locale.
package enum Figures {
  /// Returns a number with separators: `1234567` as `1,234,567`.
  package static func count(_ number: Int) -> String {
    var digits = String(number.magnitude)
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
      place -= 3
    }
    return number < 0 ? "-" + digits : digits
  }

  /// Returns a count with its noun: `1 segment`, `2 segments`.
  package static func count(_ number: Int, _ noun: String) -> String {
    "\(count(number)) \(noun)" + (number == 1 ? "" : "s")
  }

  /// Returns a number of bytes in units of powers of 1,000: `4.2 MB`.
  package static func bytes(_ count: Int) -> String {
    scaled(Double(count), 1000, ["B", "kB", "MB", "GB", "TB"])
  }

  /// Returns a duration given in seconds: `870 ns`, `12.3 µs`, `4.5 ms`, `1.2 s`, `3:05 min`.
  package static func time(_ seconds: Double) -> String {
    if seconds >= 100 { return clock(seconds) + " min" }
    return scaled(seconds * 1e9, 1000, ["ns", "µs", "ms", "s"])
  }

  /// Returns a duration given in seconds as minutes and seconds: `3:05`.
  package static func clock(_ seconds: Double) -> String {
    let whole = Int(min(max(0, seconds), 1e9).rounded())
    return "\(whole / 60):" + (whole % 60 < 10 ? "0" : "") + "\(whole % 60)"
  }

  /// Returns a factor: `1.4×`, `38×`, `1,200×`.
  package static func ratio(_ factor: Double) -> String {
    guard factor.isFinite else { return "–" }
    if factor < 10 { return decimal(factor, places: 1) + "×" }
    let rounded = Int(min(factor, 1e15).rounded())
    return count(rounded < 1000 ? rounded : rounded / 100 * 100) + "×"
  }

  /// Returns a number with a fixed number of decimal places.
  package static func decimal(_ number: Double, places: Int) -> String {
    String(format: "%.\(places)f", number)
  }

  /// Returns a value in the largest unit that fits, with one decimal place below 100. The smallest
  /// unit has none.
  private static func scaled(_ value: Double, _ step: Double, _ units: [String]) -> String {
    var value = value
    var unit = 0
    while value >= 0.9995 * step, unit < units.count - 1 {
      value /= step
      unit += 1
    }
    let places = unit == 0 || value >= 99.95 ? 0 : 1
    return decimal(value, places: places) + " " + units[unit]
  }
}
