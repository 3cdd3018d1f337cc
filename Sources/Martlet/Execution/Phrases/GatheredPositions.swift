/// The positions of many terms of a field in some documents, as one array.
///
/// - Complexity: linear in the postings of the terms, and in the positions in these documents, of
///   which each takes 12 bytes while they are gathered, and 4 after that.
final class GatheredPositions {
  /// The positions, those of one document side by side.
  private let positions = GrowingArray<UInt32>()
  /// The index in `positions` of the end of each document's, by its number.
  private let ends: GrowingArray<Int>
  private let documents: SpanDocuments

  /// - Parameter forEachTerm: Calls a closure with the entry of each term.
  init(
    in field: SegmentReader.Field, _ section: Section, among documents: SpanDocuments,
    _ stop: SearchStop,
    forEachTerm: ((TermInfo) throws(SearchError) -> Void) throws(SearchError) -> Void
  ) throws(SearchError) {
    self.documents = documents
    ends = GrowingArray(zeros: documents.count)
    let scan = PositionScan(field, section, wanted: documents.bitmap)
    let gathering = Gathering(documents: documents, ends: ends)
    try forEachTerm { (info) throws(SearchError) in
      try scan.scan(info, into: gathering, willRead: stop.spend)
    }
    try group(gathering.found, gathering.owners, stop)
  }

  /// Groups the positions by document; `ends` has their numbers.
  private func group(
    _ found: GrowingArray<UInt32>, _ owners: GrowingArray<UInt32>, _ stop: SearchStop
  ) throws(SearchError) {
    var sum = 0
    try stop.forEachShare(of: ends.count) { range in
      for owner in range { (ends[owner], sum) = (sum, sum + ends[owner]) }
    }
    positions.setCountOfUninitialized(sum)
    try stop.forEachShare(of: sum) { range in
      for index in range {
        let owner = Int(owners[index])
        positions[ends[owner]] = found[index]
        ends[owner] += 1
      }
    }
  }

  /// Appends the positions in `document`, which are in no order.
  func append(to found: inout [UInt32], in document: DocumentID) {
    let owner = documents[document]
    for index in (owner == 0 ? 0 : ends[owner - 1])..<ends[owner] {
      found.append(positions[index])
    }
  }
}

/// The positions as they are found, each with the number of its document.
private struct Gathering: PositionTaker {
  let documents: SpanDocuments
  /// The number of positions of each document.
  let ends: GrowingArray<Int>
  let found = GrowingArray<UInt32>()
  let owners = GrowingArray<UInt32>()

  func take(_ postings: PostingPositions) {
    // SAFETY: the slots are below the count, and the wanted documents have numbers.
    for slot in 0..<(unsafe postings.count) {
      let differences = unsafe postings.differences(at: slot)
      let owner = unsafe documents[postings.documents[slot]]
      ends[owner] += differences.count
      var position: UInt32 = 0
      for index in 0..<differences.count {
        unsafe position &+= differences[index]
        found.append(position)
        owners.append(UInt32(truncatingIfNeeded: owner))
      }
    }
  }
}
