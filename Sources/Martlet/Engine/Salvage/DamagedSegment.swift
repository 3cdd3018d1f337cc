/// The documents of one segment that may be damaged anywhere: whatever its blocks still have.
///
/// Terms and postings are not looked at. A block of stored documents whose hash is wrong loses its
/// own documents only.
struct DamagedSegment {
  private let keys: Keys?
  private let stored: StoredFields
  let documentCount: Int

  /// Opens the image in `view`, as far as that is needed.
  ///
  /// - Throws: `corrupted` when its outline cannot be made out; `formatTooNew`.
  init(_ view: ByteView, id: SegmentID) throws(SearchError) {
    let image = try ImageReader(
      view, file: FileName.segment(id).text, isTrusted: false, segmentID: id, isDamaged: true)
    documentCount = image.documentCount
    keys = try? Keys(image)
    stored = try StoredFields(image)
  }

  /// Hands each document that can be read to `body`: its key, nil when that is lost, and what was
  /// stored of it. Blocks that cannot be read are reported to `findings`.
  ///
  /// - Throws: What `body` throws.
  /// - Complexity: linear in the segment; holds one block.
  func forEachDocument(
    _ live: LiveDocuments?, _ findings: Findings,
    _ body: (_ key: [UInt8]?, _ stored: [UInt8]) throws(SearchError) -> Void
  ) throws(SearchError) {
    for number in 0..<stored.blockCount {
      guard let block = block(number, findings) else { continue }
      for index in block.documents where index < documentCount {
        let document = DocumentID(index)
        guard live?.isLive(document) ?? true else { continue }
        try body(key(of: document, findings), block.view(of: document).array)
      }
    }
  }

  private func block(_ number: Int, _ findings: Findings) -> StoredFieldsBlock? {
    do throws(SearchError) {
      return try stored.block(number)
    } catch {
      findings.add(error)
      return nil
    }
  }

  private func key(of document: DocumentID, _ findings: Findings) -> [UInt8]? {
    do throws(SearchError) {
      return try keys?.key(of: document)
    } catch {
      findings.add(error)
      return nil
    }
  }
}
