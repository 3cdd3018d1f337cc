/// The first document of each group in one segment, and the documents that have no value.
final class GroupHeads {
  private static let none = SegmentOrder.Entry(number: 0, document: .max, score: 0)

  /// The first document of each ordinal, with the highest number where there is none.
  private let heads = GrowingArray<SegmentOrder.Entry>()
  /// The documents without a value.
  private var others: [SegmentOrder.Entry] = []

  /// Finds the first documents of `matches` in the segment `index`, and adds all to `tally`.
  init(
    _ matches: MatchedDocuments, _ index: Int, _ order: SegmentOrder, _ tally: ValueTally
  ) throws(SearchError) {
    let column = tally.columns[index]
    for _ in 0..<(column?.termCount ?? 0) { heads.append(Self.none) }
    let heads = heads
    try matches.forEach(in: index) { (document, score) throws(SearchError) in
      let ordinal = column?.groupOrdinal(of: document) ?? -1
      tally.add(ordinal, in: index)
      let entry = try order.entry(document, score)
      guard ordinal >= 0 else { return others.append(entry) }
      let head = heads[ordinal]
      if head.document == .max {
        heads[ordinal] = entry
      } else if try order.precedes(entry, head) {
        heads[ordinal] = entry
      }
    }
  }

  /// Returns the first document of the group with this ordinal; nil if there is none.
  func head(_ ordinal: Int) -> SegmentOrder.Entry? {
    heads[ordinal].document == .max ? nil : heads[ordinal]
  }

  /// Calls `body` with the first document of each group and the group's ordinal, which is -1 for a
  /// document without a value.
  func forEach(
    _ body: (SegmentOrder.Entry, Int) throws(SearchError) -> Void
  ) throws(SearchError) {
    for ordinal in 0..<heads.count where heads[ordinal].document != .max {
      try body(heads[ordinal], ordinal)
    }
    for entry in others { try body(entry, -1) }
  }
}

extension Column {
  /// Returns the ordinal of the least value of a document; -1 if it has none.
  @inline(__always)
  func groupOrdinal(of document: DocumentID) -> Int {
    if !isMulti { return ordinal(of: document) }
    var (first, least) = (-1, Int.max)
    forEachOrdinal(of: document) { ordinal in
      let rank = rank(of: ordinal)
      if rank < least { (first, least) = (ordinal, rank) }
    }
    return first
  }
}
