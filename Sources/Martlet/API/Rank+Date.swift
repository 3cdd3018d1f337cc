#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Rank {
  /// A number that is 1 for the time `now` and later, and half as large for each half-life before
  /// it.
  ///
  /// With a time of your own, the pages of a list and their explanations have the same scores.
  ///
  /// - Parameters:
  ///   - field: A field of dates.
  ///   - halfLife: The time in which the number halves.
  ///   - now: The time at which a document is new.
  ///   - missing: The number for documents without a date.
  /// - Precondition: `now` and `missing` are finite.
  public static func recency(
    _ field: FieldRef, halfLife: HalfLife, now: Date, missing: Double = 0
  ) -> Rank {
    recency(
      field, halfLife: halfLife, secondsSince1970: now.timeIntervalSince1970, missing: missing)
  }
}
