/// The frozen set of segments that a search sees, as one sequence of documents.
///
/// Immutable: a holder always sees the same documents. Scores depend on the live documents alone,
/// not on how they are spread over segments.
final class SegmentSet: Sendable {
  /// The segments, in the order of their documents.
  let segments: [LiveSegment]
  /// The index of each segment's first document in the whole sequence.
  let bases: [UInt32]
  /// The number of live documents.
  let documentCount: Int
  /// The statistics of each field over the live documents.
  let statistics: [FieldStatistics]
  /// The tables of the fields for BM25 with its default parameters.
  private let lengthTables: [LengthTable]
  /// The cache of looked-up lists; nil for one segment without deletions, which needs none.
  let lists: ListCache?
  /// The cache of lists that were made for filters.
  let madeLists = ListCache()

  init(_ segments: [LiveSegment], fieldCount: Int) {
    self.segments = segments
    var base: UInt32 = 0
    var bases: [UInt32] = []
    for segment in segments {
      bases.append(base)
      base += UInt32(segment.reader.documentCount)
    }
    self.bases = bases
    documentCount = segments.reduce(0) { $0 + $1.liveCount }
    let isPlain = segments.count <= 1 && segments.allSatisfy { $0.live.words == nil }
    lists = isPlain ? nil : madeLists
    statistics = (0..<fieldCount).map { field in
      segments.reduce(FieldStatistics()) { $0 + $1.statistics[field] }
    }
    lengthTables = statistics.map { statistics in
      statistics.averageLength > 0
        ? LengthTable(parameters: BM25(), averageLength: statistics.averageLength) : .withoutTokens
    }
  }

  /// Returns the table of a field's lengths for `parameters`.
  func lengthTable(_ field: FieldID, _ parameters: BM25) -> LengthTable {
    let table = lengthTables[Int(field.rawValue)]
    if table.parameters == parameters { return table }
    return LengthTable(
      parameters: parameters,
      averageLength: statistics[Int(field.rawValue)].averageLength)
  }

  /// Returns the segment of a document of the sequence, and the document's number in that segment.
  ///
  /// - Precondition: `document` is below the number of all documents.
  func locate(_ document: UInt32) -> (segment: SegmentReader, document: DocumentID) {
    let index = index(of: document)
    return (segments[index].reader, document - bases[index])
  }

  /// Returns the documents of the sequence that are in the same segment as `document`.
  ///
  /// - Precondition: `document` is below the number of all documents.
  func range(around document: UInt32) -> Range<UInt32> {
    let index = index(of: document)
    return bases[index]..<(index + 1 < bases.count ? bases[index + 1] : .max)
  }

  /// Returns the index of the segment of a document of the sequence.
  func index(of document: UInt32) -> Int {
    var low = 0
    var high = bases.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if bases[middle] <= document { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns the live document with this key, or nil if there is none.
  func find(_ key: [UInt8]) throws(SearchError) -> (segment: Int, document: DocumentID)? {
    for index in segments.indices.reversed() {
      let segment = segments[index]
      guard let document = try segment.reader.keys.document(of: key) else { continue }
      if segment.live.isLive(document) { return (index, document) }
    }
    return nil
  }
}
