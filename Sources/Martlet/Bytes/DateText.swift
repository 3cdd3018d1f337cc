/// Points in time as text, in the common forms of ISO 8601 and the Gregorian calendar.
///
///     date [("T" | "t" | " ") hours ":" minutes [":" seconds ["." fraction]] [zone]]
///     date = YYYY-MM-DD     zone = "Z" | "z" | ("+" | "-") HH [":"] MM
///
/// A text without a zone is in UTC. A leap second counts as the second after it.
enum DateText {
  /// Returns the seconds since the start of 1970 in UTC, or nil if the text has none of the forms.
  static func seconds(_ text: String) -> Double? {
    var reader = DateReader(rest: Array(text.utf8)[...])
    guard let year = reader.number(digits: 4), reader.take("-"),
      let month = reader.number(digits: 2), reader.take("-"),
      let day = reader.number(digits: 2),
      (1...12).contains(month), (1...dayCount(month: month, year: year)).contains(day)
    else { return nil }
    let days = days(year: year, month: month, day: day)
    if reader.rest.isEmpty { return Double(days) * 86_400 }
    guard reader.take("T") || reader.take("t") || reader.take(" "),
      let time = reader.time(), let offset = reader.zone(), reader.rest.isEmpty
    else { return nil }
    // Exact, because these are whole numbers far below 2^53. An `Int` of 32 bits would end in 2038.
    return Double(days) * 86_400 + Double(time.seconds - offset) + time.fraction
  }

  /// Returns the seconds of a whole year (`2021`), month (`2021-03`) or day (`2021-03-14`) in UTC;
  /// nil if the text has none of these forms. With a sign, years are read as ``text(_:_:)`` writes
  /// them.
  static func period(_ text: String) -> Range<Double>? {
    var reader = DateReader(rest: Array(text.utf8)[...])
    guard let year = reader.year() else { return nil }
    var (first, count) = (days(year: year, month: 1, day: 1), isLeap(year) ? 366 : 365)
    if !reader.rest.isEmpty {
      guard reader.take("-"), let month = reader.number(digits: 2), (1...12).contains(month)
      else { return nil }
      (first, count) = (
        days(year: year, month: month, day: 1), dayCount(month: month, year: year)
      )
    }
    if !reader.rest.isEmpty {
      guard reader.take("-"), let day = reader.number(digits: 2), (1...count).contains(day),
        reader.rest.isEmpty
      else { return nil }
      (first, count) = (first + day - 1, 1)
    }
    return Double(first) * 86_400..<Double(first + count) * 86_400
  }

  /// The days before and after 1970 that have a date: some 1.9 million years.
  private static let dayLimit = 700_000_000

  /// Returns the date of a point in time in the Gregorian calendar; nil if it is millions of years
  /// away.
  static func components(_ seconds: Double) -> (year: Int, month: Int, day: Int)? {
    let days = (seconds / 86_400).rounded(.down)
    guard days.magnitude < Double(dayLimit) else { return nil }
    let day = Int(days) + 719_468
    let cycle = floor(day, 146_097)
    let dayOfCycle = day - cycle * 146_097
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  /// Returns the start of the year, month or day of a point in time; one that is millions of years
  /// away counts as the first or last that is not.
  static func start(of component: Component, _ seconds: Double) -> Double {
    let limit = Double(dayLimit) * 86_400
    guard let date = components(seconds) else { return seconds < 0 ? -limit : limit }
    let day = days(
      year: date.year, month: component == .year ? 1 : date.month,
      day: component == .day ? date.day : 1)
    return Double(day) * 86_400
  }

  /// A part of a date.
  enum Component { case year, month, day }

  /// Returns the year, month or day of a point in time: `2021`, `2021-03` or `2021-03-14`; before
  /// the year 0 and after 9999 with a sign, before -9999 also with a zero, which tells the year
  /// from a number of seconds; and the number of seconds if it is millions of years away.
  static func text(_ component: Component, _ seconds: Double) -> String {
    guard let date = components(seconds) else { return String(seconds) }
    let sign = date.year < -9_999 ? "-0" : date.year < 0 ? "-" : date.year > 9_999 ? "+" : ""
    let year = sign + digits(abs(date.year), 4)
    switch component {
    case .year: return year
    case .month: return "\(year)-\(digits(date.month, 2))"
    case .day: return "\(year)-\(digits(date.month, 2))-\(digits(date.day, 2))"
    }
  }

  /// Returns a point in time as `YYYY-MM-DD`, with the time of day unless it is midnight; the
  /// number of seconds if ``seconds(_:)`` would not read that back, as where a year has no four
  /// digits.
  static func text(_ seconds: Double) -> String {
    let text = calendarText(seconds)
    return self.seconds(text) == seconds ? text : String(seconds)
  }

  private static func calendarText(_ seconds: Double) -> String {
    let day = text(.day, seconds)
    let rest = seconds - (seconds / 86_400).rounded(.down) * 86_400
    guard components(seconds) != nil, rest > 0 else { return day }
    let whole = Int(rest)
    let fraction = rest - Double(whole)
    let time =
      "\(digits(whole / 3_600, 2)):\(digits(whole / 60 % 60, 2)):\(digits(whole % 60, 2))"
    guard fraction > 0 else { return "\(day)T\(time)Z" }
    return "\(day)T\(time)" + (decimals(of: seconds) ?? decimals(fraction)) + "Z"
  }

  /// Returns the point and the digits after it of the shortest decimal number that is read as
  /// `seconds`, counted upwards from the whole second before; nil if it has an exponent.
  private static func decimals(of seconds: Double) -> String? {
    let text = String(seconds.magnitude).utf8
    guard let point = text.firstIndex(of: UInt8(ascii: ".")), !text.contains(UInt8(ascii: "e"))
    else { return nil }
    var digits = Array(text[point...])
    if seconds < 0 {
      // The rest to 1: the last digit's to 10, which is not 0, and the others' to 9.
      for index in digits.indices.dropFirst() { digits[index] = 0x30 + 0x39 - digits[index] }
      digits[digits.count - 1] += 1
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Returns the point and the digits of a fraction below 1, without an exponent.
  private static func decimals(_ fraction: Double) -> String {
    let text = String(fraction)
    guard let sign = text.firstIndex(of: "e"), let power = Int(text[sign...].dropFirst()) else {
      return String(text.dropFirst())
    }
    return "." + String(repeating: "0", count: -power - 1) + text[..<sign].filter { $0 != "." }
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }

  /// Returns `number` divided by `divisor`, rounded down.
  private static func floor(_ number: Int, _ divisor: Int) -> Int {
    number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func dayCount(month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the days since 1970-01-01. Years are counted from March, so that the leap day is the
  /// last.
  static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let cycle = floor(year, 400)
    let yearOfCycle = year - cycle * 400
    let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    return cycle * 146_097 + dayOfCycle - 719_468
  }
}

/// Reads the components of a date from left to right.
private struct DateReader {
  var rest: ArraySlice<UInt8>

  /// Consumes `sign` if it is next, and returns true if it was.
  mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard let first = rest.first, UInt32(first) == sign.value else { return false }
    rest.removeFirst()
    return true
  }

  /// Consumes a number of exactly `digits` digits.
  mutating func number(digits: Int) -> Int? {
    let text = rest.prefix(digits)
    guard text.count == digits, text.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    rest = rest.dropFirst(digits)
    return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Consumes a year of four digits, or with a sign more of them.
  mutating func year() -> Int? {
    let isNegative = take("-")
    guard isNegative || take("+") else { return number(digits: 4) }
    let count = rest.prefix { $0 &- 0x30 < 10 }.count
    guard (4...8).contains(count), count == 4 || !isNegative || rest.first == 0x30,
      let year = number(digits: count), year <= Self.lastYear
    else { return nil }
    return isNegative ? -year : year
  }

  /// A year after all that dates are printed of. Its days are few enough for an `Int` of 32 bits.
  private static let lastYear = 2_000_000

  /// Consumes hours, minutes, and seconds if there are any.
  mutating func time() -> (seconds: Int, fraction: Double)? {
    guard let hours = number(digits: 2), hours < 24, take(":"),
      let minutes = number(digits: 2), minutes < 60
    else { return nil }
    guard take(":") else { return (hours * 3_600 + minutes * 60, 0) }
    guard let seconds = number(digits: 2), seconds <= 60 else { return nil }
    var fraction = 0.0
    if take(".") || take(",") {
      let digits = rest.prefix { $0 &- 0x30 < 10 }
      guard !digits.isEmpty else { return nil }
      rest = rest.dropFirst(digits.count)
      fraction = Double("0." + String(decoding: digits, as: UTF8.self)) ?? 0
    }
    return (hours * 3_600 + minutes * 60 + seconds, fraction)
  }

  /// Consumes the time zone and returns it in seconds east of UTC, or 0 if there is none.
  mutating func zone() -> Int? {
    if rest.isEmpty || take("Z") || take("z") { return 0 }
    let isWest = take("-")
    guard isWest || take("+"), let hours = number(digits: 2), hours < 24 else { return nil }
    _ = take(":")
    guard let minutes = number(digits: 2), minutes < 60 else { return nil }
    return (hours * 3_600 + minutes * 60) * (isWest ? -1 : 1)
  }
}
