import Testing

@testable import Martlet

/// Ranges that end before they begin.
@Suite("Reversed ranges")
struct ReversedRangeTests {
  private static let cases: [(FieldKind, String, String, Bool)] = [
    (.number, "5", "1", true), (.number, "1", "5", false), (.number, "5", "5", false),
    (.number, "1e3", "999.5", true), (.number, "many", "1", false),
    (.date, "2020", "2019", true), (.date, "2019", "2020", false), (.date, "2020", "2020", false),
    (.date, "2020-03", "2020-02", true), (.date, "2020-03", "2020-02-29", true),
    (.date, "2020-02-29", "2020-02", false), (.date, "2020-03-01", "2020", false),
    (.date, "2020-03-01T12:00:00Z", "2020-03-01", false), (.keyword, "b", "a", false),
  ]

  @Test("end before they begin, whole years, months and days included", arguments: cases)
  func reversed(kind: FieldKind, lower: String, upper: String, expected: Bool) {
    let range = ValueRange(
      lower: ValueRange.Bound(text: lower, isIncluded: true),
      upper: ValueRange.Bound(text: upper, isIncluded: true))
    #expect(kind.isReversed(range) == expected)
  }
}
