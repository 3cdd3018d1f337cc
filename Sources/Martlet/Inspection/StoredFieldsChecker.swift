/// Checks that the stored fields of every document can be read.
///
/// - Complexity: linear in the stored bytes; holds one chunk of them.
struct StoredFieldsChecker {
  private let storedFields: StoredFields
  private let file: String
  private let findings: Findings

  init(_ storedFields: StoredFields, file: String, _ findings: Findings) {
    self.storedFields = storedFields
    self.file = file
    self.findings = findings
  }

  /// Decompresses all chunks, and checks where the first one begins.
  ///
  /// An entry of the index is both the end of a chunk and the start of the next one, and opening
  /// has compared the last entry with the documents and the bytes. So no document is left out
  /// between chunks or after them.
  func check() {
    for number in 0..<storedFields.chunkCount {
      findings.attempt { () throws(SearchError) in
        let packed = try storedFields.packedChunk(number)
        guard number > 0 || (packed.documents.lowerBound == 0 && packed.origin == 0) else {
          throw .corrupted(
            "expected stored fields from document 0 at 0, found \(packed.documents) at "
              + "\(packed.origin)", file: file)
        }
        _ = try storedFields.chunk(number)
      }
    }
  }
}
