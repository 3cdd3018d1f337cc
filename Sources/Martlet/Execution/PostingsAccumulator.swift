/// Adds up frequencies over lists, and writes the sums out as one list.
@safe
final class PostingsAccumulator {
  private let documentCount: Int
  // SAFETY: one number per document, freed with this object.
  private let sums: UnsafeMutablePointer<UInt32>
  // SAFETY: a unit of documents and one of frequencies, freed with this object.
  private let numbers: UnsafeMutablePointer<UInt32>

  init(documentCount: Int) {
    self.documentCount = documentCount
    unsafe sums = .allocate(capacity: max(1, documentCount))
    unsafe sums.initialize(repeating: 0, count: documentCount)
    unsafe numbers = .allocate(capacity: 2 * Limits.unitSize)
  }

  deinit {
    unsafe sums.deallocate()
    unsafe numbers.deallocate()
  }

  /// Adds the postings of one term. Most terms have few, so a short list is decoded without a cursor.
  ///
  /// - Throws: `corrupted`, `cancelled`.
  func add(
    _ info: TermInfo, _ field: SegmentReader.Field, _ stop: SearchStop
  ) throws(SearchError) {
    try stop.spend(min(info.documentFrequency, Limits.unitSize))
    guard info.documentFrequency >= Limits.unitSize else {
      // SAFETY: room for a unit of each.
      let frequencies = unsafe numbers + Limits.unitSize
      _ = unsafe try ShortList.decode(
        info, field.postings, documentCount: documentCount, documents: numbers,
        frequencies: frequencies)
      return unsafe add(numbers, frequencies, count: info.documentFrequency)
    }
    let cursor = try PostingsCursor(
      info, section: field.postings, documentCount: documentCount,
      hasPositions: field.positions != nil)
    while !cursor.isExhausted {
      try stop.spend(cursor.count)
      try cursor.loadDocuments()
      try cursor.loadFrequencies()
      unsafe add(cursor.documents, cursor.frequencies, count: cursor.count)
      cursor.nextUnit()
    }
  }

  /// Adds decoded postings, whose documents rise to one that is below the segment's count.
  @unsafe
  private func add(
    _ documents: UnsafePointer<UInt32>, _ frequencies: UnsafePointer<UInt32>, count: Int
  ) {
    let sums = unsafe sums
    for index in 0..<count {
      // SAFETY: below the segment's count, as promised.
      let document = unsafe Int(documents[index])
      unsafe sums[document] = Self.sum(sums[document], frequencies[index])
    }
  }

  /// Adds to the frequency of one document, up to the highest that a list can hold.
  @inline(__always)
  func add(_ document: DocumentID, _ frequency: UInt32) {
    precondition(Int(document) < documentCount, "document \(document) of \(documentCount)")
    // SAFETY: checked above.
    unsafe sums[Int(document)] = Self.sum(sums[Int(document)], frequency)
  }

  @inline(__always)
  private static func sum(_ left: UInt32, _ right: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: min(UInt64(left) &+ UInt64(right), UInt64(UInt32.max &>> 1)))
  }

  /// The sums as a list; nil when there is none.
  ///
  /// - Throws: nothing that memory can cause, but the writer's signature.
  func list(norms: ByteView?, _ lengths: LengthTable) throws(SearchError) -> PostingsList? {
    let section = ByteWriter()
    let writer = PostingsWriter(into: section, positions: nil, norms: norms, lengths: lengths)
    var isEmpty = true
    for index in 0..<documentCount {
      // SAFETY: below the number of documents.
      let sum = unsafe sums[index]
      guard sum > 0 else { continue }
      writer.append(document: DocumentID(truncatingIfNeeded: index), frequency: sum)
      isEmpty = false
    }
    guard !isEmpty else { return nil }
    let info = try writer.finishTerm()
    try writer.finish()
    return PostingsList(
      info, postings: section.finish(), norms: norms, documentCount: documentCount)
  }
}
