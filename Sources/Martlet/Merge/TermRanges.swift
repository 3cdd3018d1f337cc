/// Ranges of the terms of a field that take about equally long to merge.
///
/// A range begins where the first character of the terms changes, so that each list of
/// ``PrefixListsBuilder`` belongs to one range.
///
/// - Complexity: some lookups in each dictionary for each range.
struct TermRanges {
  /// The cost of merging a term, in bytes of postings and positions.
  private static let costPerTerm: UInt64 = 24

  /// The ordinals of the terms of each range, in each of the dictionaries.
  private(set) var ordinals: [[Range<Int>]] = []
  private let fields: [SegmentReader.Field]

  /// Divides the terms of `fields`, which are one field in several segments, into at most `count`
  /// ranges.
  ///
  /// - Parameter leastByteCount: The smallest number of bytes of postings and positions that is
  ///   worth a range of its own.
  init(
    _ fields: [SegmentReader.Field], count: Int, leastByteCount: Int
  ) throws(SearchError) {
    self.fields = fields
    let starts = fields.map { _ in 0 }
    let ends = fields.map(\.dictionary.termCount)
    let total = try cost(before: ends)
    let count = min(UInt64(count), max(1, total / UInt64(max(1, leastByteCount))))
    var last = starts
    for part in 1..<max(1, count) {
      let next = try self.starts(atCost: total / count * part)
      guard try cost(before: next) > cost(before: last), next != ends else { continue }
      append(from: last, to: next)
      last = next
    }
    append(from: last, to: ends)
    for (field, end) in zip(fields, last) where end > field.dictionary.termCount {
      throw field.dictionary.section.corrupted(
        "term \(end) is beyond the dictionary's \(field.dictionary.termCount) terms", at: 0)
    }
  }

  private mutating func append(from starts: [Int], to ends: [Int]) {
    ordinals.append(zip(starts, ends).map { $0..<max($0, $1) })
  }

  /// Returns the ordinals at which a first character begins and before which the cost of merging is
  /// nearest to `cost`.
  private func starts(atCost cost: UInt64) throws(SearchError) -> [Int] {
    var (low, high) = (UInt16.min, UInt16.max)
    while low < high {
      let middle = low + (high - low) / 2
      if try self.cost(before: starts(of: middle)) < cost {
        low = middle + 1
      } else {
        high = middle
      }
    }
    let (before, after) = (try starts(of: low == 0 ? 0 : low - 1), try starts(of: low))
    let (less, more) = (try self.cost(before: before), try self.cost(before: after))
    return cost - min(cost, less) < more - min(more, cost) ? before : after
  }

  /// Returns the first term in each dictionary that does not come before the UTF-8 characters that
  /// begin with the bytes of `code`. Only its first byte counts if that is a whole character.
  private func starts(of code: UInt16) throws(SearchError) -> [Int] {
    let (first, second) = (UInt8(code >> 8), UInt8(code & 0xFF))
    let isLonger = first >= 0xC0 && second >= 0x80
    var starts: [Int] = []
    for field in fields {
      let start = try field.dictionary.lowerBound(of: isLonger ? [first, second] : [first])
      starts.append(min(start, field.dictionary.termCount))
    }
    return starts
  }

  /// Returns the approximate cost of merging the terms before `ordinals`, in bytes.
  private func cost(before ordinals: [Int]) throws(SearchError) -> UInt64 {
    var cost: UInt64 = 0
    for (field, ordinal) in zip(fields, ordinals) {
      cost &+= UInt64(ordinal) * Self.costPerTerm
      guard ordinal < field.dictionary.termCount else {
        cost &+= UInt64(field.postings.count) + UInt64(field.positions?.count ?? 0)
        continue
      }
      cost &+= try field.dictionary.byteCount(beforeBlockOf: ordinal)
    }
    return cost
  }
}
