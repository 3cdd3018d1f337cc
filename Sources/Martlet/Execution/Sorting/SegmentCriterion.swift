/// One criterion of a ``SegmentOrder``, and where it finds the values of documents.
///
/// A class, so that a loop over documents copies no columns. Used by one thread.
///
/// - Complexity: a number takes a few nanoseconds.
final class SegmentCriterion {
  private enum Source {
    case relevance
    case key
    case document
    /// Documents without a value alone.
    case missing
    case singleValues
    case severalValues
  }

  let isReversed: Bool
  /// The column of the field; nil if no document has a value, and for other criteria.
  let column: Column?
  private let source: Source
  private let missing: UInt32
  private let base: UInt32

  /// - Throws: `corrupted` if a column is damaged.
  init(
    _ criterion: SortCriterion, _ reader: SegmentReader, base: UInt32
  ) throws(SearchError) {
    isReversed = criterion.isReversed
    missing = criterion.missingIsFirst ? 0 : .max
    self.base = base
    guard case .column(let field, _) = criterion.source else {
      column = nil
      source =
        switch criterion.source {
        case .relevance: .relevance
        case .key: .key
        case .document, .column: .document
        }
      return
    }
    column = try reader.verifiedColumn(field)
    source = column.map { $0.isMulti ? .severalValues : .singleValues } ?? .missing
  }

  /// Creates a criterion by which documents come in their order.
  init(base: UInt32) {
    (isReversed, column, source, missing, self.base) = (false, nil, .document, .max, base)
  }

  /// True if the documents are ordered by their keys, of which this knows nothing.
  var isKey: Bool { source == .key }

  /// Returns the number of a document: the lower, the earlier.
  ///
  /// - Precondition: ``isKey`` is false.
  @inline(__always)
  func number(_ document: DocumentID, _ score: Float) -> UInt32 {
    switch source {
    case .singleValues: return number(ofRank: singleRank(document))
    case .severalValues: return number(ofRank: bestRank(document))
    case .missing: return missing
    case .relevance: return Self.number(ofScore: score, isReversed: isReversed)
    case .document, .key: return base &+ document
    }
  }

  /// Returns the number of a document by its score, which may be negative.
  @inline(__always)
  static func number(ofScore score: Float, isReversed: Bool) -> UInt32 {
    let bits = score.bitPattern
    let rising = score.sign == .minus ? ~bits : bits | UInt32(1) << 31
    return isReversed ? rising : ~rising
  }

  @inline(__always)
  private func number(ofRank rank: Int) -> UInt32 {
    guard rank >= 0 else { return missing }
    return UInt32(truncatingIfNeeded: isReversed ? -2 &- rank : rank &+ 1)
  }

  @inline(__always)
  private func singleRank(_ document: DocumentID) -> Int {
    guard let column else { return -1 }
    let ordinal = column.ordinal(of: document)
    return ordinal < 0 ? -1 : column.rank(of: ordinal)
  }

  /// Returns the rank of the first or last of a document's values; -1 if it has none.
  private func bestRank(_ document: DocumentID) -> Int {
    var best = -1
    column?.forEachOrdinal(of: document) { ordinal in
      guard let rank = column?.rank(of: ordinal) else { return }
      if best < 0 || (isReversed ? rank > best : rank < best) { best = rank }
    }
    return best
  }
}
