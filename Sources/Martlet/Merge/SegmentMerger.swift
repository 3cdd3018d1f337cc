/// Merges the live documents of some segments into one image, in their order or in one in which
/// documents that share words are near each other.
///
/// The image is the one that inverting these documents again would give: the same terms, postings,
/// positions and lengths, with bounds for the merged segment's own average lengths. Every byte of
/// the segments is checked before it is used. After an error the destination is worthless.
///
/// A segment without deletions is also decoded and packed again: copying its blocks would leave
/// short blocks between lists, and rewriting takes a fraction of the time of inverting.
///
/// Several threads merge a range of a field's terms each; the first writes to the image, and the
/// results of the others are appended to it. The image is the same for any number of threads.
///
/// - Complexity: O(terms · segments + postings + positions + stored bytes). With temporary files,
///   memory is 2 buffers of ``heapLimit`` bytes, one field's dictionary, the packed postings of one
///   term, 9 bytes per document for the lengths and sums of one field, the lists that
///   ``PrefixListsBuilder`` holds or the postings that ``BigramsBuilder`` does, the keys with 7
///   bytes each, and 4 bytes per document of the segments that have deletions. On disk the postings
///   exist twice for a while, and so do the positions of all threads but the first. Each further
///   thread takes 4 bytes per document.
struct SegmentMerger {
  /// The segments, in document order.
  let segments: [LiveSegment]
  /// The fields of the schema, in order.
  let definitions: [FieldDefinition]
  /// The ID of the merged segment.
  let segmentID: SegmentID
  /// The new number of each document.
  private(set) var mapping: DocumentMapping
  /// The parameters of the stored bounds.
  var parameters = BM25()
  /// The storage for sections that exceed ``heapLimit`` while they are built; nil to keep them in
  /// memory.
  var temporary: (any Storage)?
  /// The number of bytes of a section that stay on the heap if there is a storage for temporary
  /// files.
  var heapLimit = 8 << 20
  /// The smallest cost, in postings, of a prefix that has a list of its own; nil if no prefix has
  /// one. See ``PrefixListsBuilder``.
  var leastPrefixCost: Int?
  /// The limits on lists of pairs of frequent words; nil if there are none. See ``BigramsBuilder``.
  var bigramBudget: BigramBudget?
  /// The choice of pairs of a frequent word and a beginning that have lists; nil if none have, or
  /// if there is no ``bigramBudget``. See ``PrefixPairsBuilder``.
  var prefixPairBudget: PrefixPairBudget? = .usual
  /// The threads that merge parts of a field at the same time.
  var threads = MergeThreads.one
  /// The smallest number of bytes of postings and positions that is worth a thread of its own.
  var leastPartByteCount = 2 << 20
  /// The check for cancellation, made every few milliseconds.
  var stop = MergeStop()

  /// Prepares to merge `segments`, without the documents that are deleted in them so far.
  ///
  /// - Throws: `limitExceeded` when there are more documents than one segment can have.
  init(
    _ segments: [LiveSegment], definitions: [FieldDefinition], segmentID: SegmentID
  ) throws(SearchError) {
    self.segments = segments
    self.definitions = definitions
    self.segmentID = segmentID
    mapping = try DocumentMapping(segments.map(\.live))
    leastPrefixCost = PrefixListsBuilder.usualLeastCost(documentCount: mapping.documentCount)
    bigramBudget = .usual(documentCount: mapping.documentCount)
  }

  /// The approximate largest number of bytes that the merge takes of the volume.
  ///
  /// These are the size of the live documents for the result, a quarter of that for lists that the
  /// segments may lack, the sections that wait to be added to the image, and a reserve, since a
  /// merge should not take the last bytes.
  var neededByteCount: UInt64 {
    let byteCount = liveByteCount { $0.image.view.count }
    return byteCount + byteCount / 4 + collectedByteCount + min(byteCount, 16 << 20)
  }

  /// The approximate largest number of bytes of postings and positions that wait at the same time
  /// to be added to the image.
  private var collectedByteCount: UInt64 {
    let kinds: [SectionKind] = threads.count > 1 ? [.postings, .positions] : [.postings]
    return definitions.indices.map { index in
      liveByteCount { segment in
        kinds.reduce(0) { sum, kind in
          let id = SectionID(kind, FieldID(UInt16(truncatingIfNeeded: index)))
          return sum + (segment.image.section(id)?.count ?? 0)
        }
      }
    }.max() ?? 0
  }

  /// Returns the sum of what `byteCount` returns for each segment, less the share of its deleted
  /// documents.
  private func liveByteCount(_ byteCount: (SegmentReader) -> Int) -> UInt64 {
    segments.reduce(0) { sum, segment in
      let share = Double(segment.liveCount) / Double(max(1, segment.reader.documentCount))
      return sum + UInt64(Double(byteCount(segment.reader)) * share)
    }
  }

  /// Gives the documents an order in which those that share words are near each other; see
  /// ``GraphBisection``.
  mutating func reorder() throws(SearchError) {
    let index = try ForwardIndex(
      fields: definitions.indices.map { index in
        let id = FieldID(UInt16(truncatingIfNeeded: index))
        return zip(segments, mapping.sources).compactMap { segment, documents in
          segment.reader.field(id).map { MergeSource($0, documents) }
        }
      }, documentCount: mapping.documentCount, stop: stop)
    reorder(as: try GraphBisection(index, threads, stop).order())
  }

  /// Gives the documents another order; see ``DocumentMapping/init(_:inOrder:)``.
  mutating func reorder(as order: GrowingArray<DocumentID>) {
    mapping = DocumentMapping(mapping, inOrder: order)
  }

  /// Merges in memory, and returns the image.
  ///
  /// - Throws: `corrupted` or `cancelled`, or `limitExceeded` when a term has too many positions.
  func merge() throws(SearchError) -> ByteView {
    let memory = ByteWriter(capacity: 4_096)
    _ = try merge(into: .memory(memory))
    return memory.finish()
  }

  /// Writes the merged image.
  ///
  /// If no document is live, the image has no documents; the caller drops it.
  ///
  /// - Throws: `corrupted` or `cancelled`, `limitExceeded` when a term has too many positions, or
  ///   the error of a failed write.
  func merge(into destination: ImageDestination) throws(SearchError) -> ImageSummary {
    let inputs = segments.map(\.reader.image.view)
    let image = ImageWriter(
      into: polled(destination), segmentID: segmentID, documentCount: mapping.documentCount)
    var info = SegmentInfo(k1: Double(parameters.k1), b: Double(parameters.b), fields: [])
    for (index, definition) in definitions.enumerated() {
      let id = FieldID(UInt16(truncatingIfNeeded: index))
      let merger = FieldMerger(
        id: id, definition: definition, fields: segments.map { $0.reader.field(id) },
        mapping: mapping, parameters: parameters, leastPrefixCost: leastPrefixCost,
        bigramBudget: bigramBudget, prefixPairBudget: prefixPairBudget, makeBuffer: makeBuffer,
        stop: stop, inputs: inputs,
        threads: threads, leastPartByteCount: leastPartByteCount)
      if let field = try merger.merge(into: image) { info.fields.append(field) }
    }
    try mergeKeys(into: image)
    try mergeStoredFields(into: image, PageRelease(inputs))
    try image.add(SectionID(.segmentInfo), SegmentInfoFormat.encode(info))
    try stop.check()
    return try image.finish()
  }

  /// Returns a buffer for the section `id`, or for the share of one part of the merge in it. It
  /// moves to a file of its own once it is large.
  private func makeBuffer(_ id: SectionID, part: Int) -> SectionBuffer {
    guard let temporary else { return SectionBuffer() }
    let name = FileName.segment(segmentID).whileIncomplete.text
    let field = id.field.map { "-\($0.rawValue)" } ?? ""
    return SectionBuffer(
      storage: temporary, name: "\(name)-\(part * 1_000 + Int(id.kind.rawValue))\(field)",
      heapLimit: heapLimit / threads.count)
  }

  /// Returns a destination that checks for cancellation before each append, so that neither copying
  /// sections nor writes that the operating system has put off keep the merge going.
  private func polled(_ destination: ImageDestination) -> ImageDestination {
    guard case .file(let file) = destination else { return destination }
    return .file(PolledFile(file, stop))
  }
}
