/// The readable documents of a segment that may be damaged anywhere.
///
/// Terms and postings are not read. A block of stored documents whose hash is wrong loses only its
/// own documents. A key in a damaged page is used if its hash is that of the key table.
struct DamagedSegment {
  private let keys: Keys?
  private let stored: StoredFields
  let documentCount: Int

  /// Opens the image in `view`, as far as that is needed.
  ///
  /// - Parameter documentCount: The number of documents, if it is known without the image.
  /// - Throws: `corrupted` if the structure of the image cannot be read; `formatTooNew` if a newer
  ///   version of this library wrote it.
  init(_ view: ByteView, id: SegmentID, documentCount: Int?) throws(SearchError) {
    let image = try ImageReader(
      view, file: FileName.segment(id).text, isTrusted: false, segmentID: id, isDamaged: true,
      header: documentCount.map {
        FileHeader(kind: .image, owner: id.owner, documentCount: $0)
      })
    self.documentCount = image.documentCount
    keys = try? Keys(image)
    stored = try StoredFields(image)
  }

  /// Calls `body` with each readable document: its key, or nil if that is lost, and its stored
  /// bytes.
  ///
  /// Blocks that cannot be read are reported to `findings`.
  ///
  /// - Throws: The errors of `body`.
  /// - Complexity: Linear in the segment; one block is in memory at a time.
  func forEachDocument(
    _ live: LiveDocuments?, _ findings: Findings,
    _ body: (_ key: [UInt8]?, _ stored: [UInt8]) throws(SearchError) -> Void
  ) throws(SearchError) {
    for number in 0..<stored.chunkCount {
      guard let chunk = chunk(number, findings) else { continue }
      for index in chunk.documents where index < documentCount {
        let document = DocumentID(index)
        guard live?.isLive(document) ?? true else { continue }
        try body(keys?.readableKey(of: document), chunk.view(of: document).array)
      }
    }
  }

  private func chunk(_ number: Int, _ findings: Findings) -> StoredFieldsChunk? {
    do throws(SearchError) {
      return try stored.chunk(number)
    } catch {
      findings.add(error)
      return nil
    }
  }
}
