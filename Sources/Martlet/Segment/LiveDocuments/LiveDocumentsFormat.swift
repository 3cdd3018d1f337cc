/// The layout of the file with the live documents of a segment.
///
///     header           64 bytes    ``FileHeader``, with the segment, the generation that wrote the
///                                  file, and the segment's documents
///     deleted count    u64
///     words            8 each      one per 64 documents: bit d % 64 of word d / 64 is 1 when
///                                  document d is live; bits past the last document are 0
///     check            u64         XXH64 of everything before, seed 0
///
/// All numbers are little-endian. Version 1.0 is the first.
enum LiveDocumentsFormat {
  /// Returns the size of a file for `documentCount` documents.
  static func byteCount(documentCount: Int) -> Int {
    FileHeader.byteCount + 8 + LiveDocuments.wordCount(of: documentCount) * 8 + 8
  }

  /// Encodes the live documents of `segmentID` as of `generation`.
  static func encode(
    _ live: LiveDocuments, segmentID: SegmentID, generation: Generation
  ) -> ByteView {
    let writer = ByteWriter(capacity: byteCount(documentCount: live.documentCount))
    FileHeader(
      kind: .liveDocuments, owner: segmentID.owner, number: generation,
      documentCount: live.documentCount
    ).encode(into: writer)
    writer.append(UInt64(live.deletedCount))
    for word in live.bits { writer.append(word) }
    writer.append(writer.withBytes { Checksum.hash64($0) })
    return writer.finish()
  }

  /// Returns the check at the end of `view`, a whole file.
  static func check(_ view: ByteView) -> UInt64 { view.uint64(at: view.count - 8) }

  /// Decodes the live documents from `view`, the whole content of `file`.
  ///
  /// - Throws: `corrupted` when these are not the bytes of such a file, or it belongs to another
  ///   segment or generation; `formatTooNew` when a newer version of this library wrote it; `io`
  ///   when the device cannot read them.
  static func decode(
    _ view: ByteView, file: String, segmentID: SegmentID, generation: Generation,
    documentCount: Int
  ) throws(SearchError) -> LiveDocuments {
    try view.loadPages(of: file, at: 0)
    let header = try FileHeader.decode(view, kind: .liveDocuments, file: file)
    guard SegmentID(header.owner) == segmentID, header.number == generation,
      header.documentCount == documentCount
    else {
      throw .corrupted(
        "expected generation \(generation) of a segment of \(documentCount) documents, found "
          + "generation \(header.number) of one of \(header.documentCount), or another segment",
        file: file, offset: 24)
    }
    let expected = byteCount(documentCount: documentCount)
    guard view.count == expected else {
      throw .corrupted("expected \(expected) bytes, found \(view.count)", file: file)
    }
    let end = view.count - 8
    guard Checksum.hash64(view.slice(0..<end)) == view.uint64(at: end) else {
      throw .corrupted("the live documents do not match their hash", file: file, offset: end)
    }
    return try decodeWords(view, documentCount: documentCount, file: file)
  }

  private static func decodeWords(
    _ view: ByteView, documentCount: Int, file: String
  ) throws(SearchError) -> LiveDocuments {
    let start = FileHeader.byteCount + 8
    let count = LiveDocuments.wordCount(of: documentCount)
    let bits = (0..<count).map { view.uint64(at: start + $0 * 8) }
    let surplus = (bits.last ?? 0) & ~LiveDocuments.lastMask(of: documentCount)
    let deleted = documentCount - bits.reduce(0) { $0 + $1.nonzeroBitCount }
    guard surplus == 0, view.uint64(at: FileHeader.byteCount) == UInt64(deleted) else {
      throw .corrupted(
        "expected \(view.uint64(at: FileHeader.byteCount)) deleted documents, found \(deleted)",
        file: file, offset: FileHeader.byteCount)
    }
    return LiveDocuments(documentCount: documentCount, bits: bits)
  }
}
