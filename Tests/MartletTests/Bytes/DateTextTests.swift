import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Date text")
struct DateTextTests {
  @Test(
    "the common forms of ISO 8601 are read",
    arguments: [
      ("1970-01-01", 0), ("1970-01-01T00:00Z", 0), ("1969-12-31T23:59:59Z", -1),
      ("2026-11-21T09:43:05Z", 1_795_254_185), ("2026-11-21t09:43:05z", 1_795_254_185),
      ("2026-11-21 09:43:05.25", 1_795_254_185.25), ("2026-11-21T10:43:05+01:00", 1_795_254_185),
      ("2026-11-21T04:13:05-0530", 1_795_254_185), ("2024-02-29", 1_709_164_800),
      ("2016-12-31T23:59:60Z", 1_483_228_800), ("0000-01-01", -62_167_219_200),
      ("0001-01-01", -62_135_596_800), ("9999-12-31", 253_402_214_400),
    ])
  func reads(text: String, seconds: Double) {
    #expect(DateText.seconds(text) == seconds)
  }

  @Test(
    "what is no date is none",
    arguments: [
      "", "2026", "2026-1-1", "2026-13-01", "2026-00-01", "2026-02-29", "1900-02-29", "2026-04-31",
      "2026-01-00", "2026-01-01T", "2026-01-01T24:00Z", "2026-01-01T10", "2026-01-01T10:60",
      "2026-01-01T10:00:61", "2026-01-01T10:00:00.", "2026-01-01T10:00+1", "2026-01-01T10:00ZZ",
      "2026-01-01x", "12026-01-01", "-2026-01-01", "２０２６-01-01",
    ])
  func refuses(text: String) {
    #expect(DateText.seconds(text) == nil)
  }

  @Test("days are those of Foundation's calendar", arguments: SeededRandom.seeds(count: 20))
  func differential(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<50 {
      // From 1600 on, where the Gregorian calendar is in force for Foundation too.
      let days = Double(random.int(in: -135_140..<2_932_897))
      let seconds = days * 86_400 + Double(random.int(in: 0..<86_400))
      let text = Date(timeIntervalSince1970: seconds).formatted(.iso8601)
      #expect(DateText.seconds(text) == seconds, "seed \(seed): \(text)")
    }
  }

  @Test("every date is read back as it was, however odd its number")
  func oddNumbers() throws {
    var random = SeededRandom(seed: TestSeed.value)
    var numbers: [Double] = [
      0, -0.5, 12.5, 0.1, 1e-5, 1_700_000_000.000_01, 1.19e-07, -1e-20, .leastNonzeroMagnitude,
      253_402_300_800,
      -62_167_219_201, 1e300, -1e300,
    ]
    for _ in 0..<5_000 {
      let number = Double(random.int(in: -1_000_000_000..<1_000_000_000))
      numbers.append(number * [1e-12, 1e-7, 1e-3, 1, 1.000_1, 300, 1e9][random.int(in: 0..<7)])
    }
    for seconds in numbers {
      let text = DateText.text(seconds)
      #expect(FieldKind.date.number(in: text) == seconds, "\(seconds): \(text)")
      for query in [text, Date(timeIntervalSince1970: seconds).queryText]
      where !["inf", "-inf"].contains(query) {
        let found = try #require(FieldKind.date.numbers(in: query), "\(query)")
        let end = try #require(found.end, "\(query)")
        #expect(found.first <= seconds && seconds < end, "\(query)")
        // A microsecond, unless two numbers are farther apart; or a whole day, year or month.
        let isPeriod = query == text && DateText.period(text) != nil
        #expect(isPeriod || end - found.first <= max(1.1e-6, 2 * seconds.ulp), "\(query)")
      }
    }
    #expect(DateText.text(1_700_000_000.25) == "2023-11-14T22:13:20.25Z")
    #expect(DateText.text(1_704_103_200.123) == "2024-01-01T10:00:00.123Z")
    #expect(DateText.text(-1_704_103_200.123) == "1916-01-01T13:59:59.877Z")
    #expect(DateText.text(-1.5) == "1969-12-31T23:59:58.5Z")
    #expect(DateText.text(0.000_061_035_156_25) == "1970-01-01T00:00:00.00006103515625Z")
    #expect(Date(timeIntervalSince1970: 2020).queryText == "2020.0")
    #expect(Date(timeIntervalSince1970: -.infinity).queryText == "-inf")
  }

  @Test("dates are printed as they are read, and periods start where they are read to start")
  func printing() throws {
    var random = SeededRandom(seed: TestSeed.value)
    for _ in 0..<5_000 {
      let day = random.int(in: -719_528..<2_932_896)
      let seconds =
        Double(day) * 86_400 + (random.oneIn(2) ? 0 : Double(random.int(in: 0..<86_400)))
      #expect(DateText.seconds(DateText.text(seconds)) == seconds, "\(seconds)")
      for component in [DateText.Component.year, .month, .day] {
        let text = DateText.text(component, seconds)
        let period = try #require(DateText.period(text))
        #expect(
          period.contains(seconds) && DateText.start(of: component, seconds) == period.lowerBound)
      }
    }
    #expect(DateText.text(.year, -62_167_219_201) == "-0001")
    #expect(DateText.text(.month, 253_402_300_800) == "+10000-01")
    #expect(DateText.text(.year, 1e300) == "1e+300")
    #expect(DateText.start(of: .year, 1e300) == DateText.start(of: .day, .infinity))
    #expect(DateText.start(of: .year, -.infinity) < -6e13)
  }
}
