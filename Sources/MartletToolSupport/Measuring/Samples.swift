/// Measured values, and the statistics that describe them.
package struct Samples: Sendable, Equatable {
  /// The values in increasing order.
  private let sorted: [Double]

  /// - Precondition: There is at least one value.
  package init(_ values: [Double]) {
    precondition(!values.isEmpty, "expected at least one sample, found none")
    sorted = values.sorted()
  }

  /// The number of values.
  package var count: Int { sorted.count }

  /// The smallest value.
  package var best: Double { sorted[0] }

  /// The middle value, or the mean of the two in the middle.
  package var median: Double {
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  /// Returns the smallest value that at least this share of the values do not exceed (nearest
  /// rank).
  ///
  /// - Precondition: `share` is above 0 and at most 1.
  package func percentile(_ share: Double) -> Double {
    precondition(share > 0 && share <= 1, "share must be above 0 and at most 1, is \(share)")
    return sorted[max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1)]
  }

  /// The arithmetic mean.
  package var mean: Double { sorted.reduce(0, +) / Double(sorted.count) }
}
