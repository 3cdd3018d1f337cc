/// The positions of many terms of a field in some documents, as one array.
///
/// - Complexity: linear in the postings of the terms, and in the positions in these documents, of
///   which each takes 12 bytes while they are gathered, and 4 after that.
final class GatheredPositions {
  /// The positions, those of one document side by side.
  private let positions = GrowingArray<UInt32>()
  /// The index in `positions` of the end of each document's, by its number.
  private let ends: GrowingArray<Int>

  /// - Parameter infos: The entries of the terms.
  init(
    of infos: [TermInfo], in field: SegmentReader.Field, _ section: Section, documentCount: Int,
    among candidates: PostingsList, _ stop: SearchStop
  ) throws(SearchError) {
    ends = GrowingArray(zeros: documentCount)
    let scan = PositionScan(
      field, section,
      wanted: try DocumentBitmap(candidates, in: LiveDocuments(documentCount: documentCount)))
    let found = GrowingArray<UInt32>()
    let documents = GrowingArray<DocumentID>()
    for info in infos {
      // SAFETY: what is lent is used in this call only, up to its counts.
      try unsafe scan.scan(info, stop) { postings in
        for slot in 0..<(unsafe postings.count) {
          let differences = unsafe postings.differences(at: slot)
          let document = unsafe postings.documents[slot]
          ends[Int(document)] += differences.count
          var position: UInt32 = 0
          for index in 0..<differences.count {
            unsafe position &+= differences[index]
            found.append(position)
            documents.append(document)
          }
        }
      }
    }
    place(found, documents)
  }

  /// Puts each of `found` among those of its document; `ends` has their numbers.
  private func place(_ found: GrowingArray<UInt32>, _ documents: GrowingArray<DocumentID>) {
    var sum = 0
    for document in 0..<ends.count { (ends[document], sum) = (sum, sum + ends[document]) }
    positions.setCountOfUninitialized(sum)
    for index in 0..<sum {
      let document = Int(documents[index])
      positions[ends[document]] = found[index]
      ends[document] += 1
    }
  }

  /// Appends the positions in `document`, which are in no order.
  func append(to found: inout [UInt32], in document: DocumentID) {
    let document = Int(document)
    for index in (document == 0 ? 0 : ends[document - 1])..<ends[document] {
      found.append(positions[index])
    }
  }
}
