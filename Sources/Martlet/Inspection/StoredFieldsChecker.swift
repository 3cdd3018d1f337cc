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

  /// Decompresses all chunks, each of which must begin at the end of the one before.
  func check() {
    var nextDocument = 0
    var nextByte = 0
    for number in 0..<storedFields.chunkCount {
      findings.attempt { () throws(SearchError) in
        let packed = try storedFields.packedChunk(number)
        defer { (nextDocument, nextByte) = (packed.documents.upperBound, end(of: packed)) }
        guard packed.documents.lowerBound == nextDocument, packed.origin == nextByte else {
          throw .corrupted(
            "expected chunk \(number) of stored fields to begin with document \(nextDocument) at "
              + "\(nextByte), found \(packed.documents) at \(packed.origin)", file: file)
        }
        let chunk = try storedFields.chunk(number)
        for document in chunk.documents { _ = chunk.view(of: DocumentID(document)) }
      }
    }
    guard nextDocument == storedFields.documentCount else {
      return findings.add(
        .corrupted(
          "\(nextDocument) of \(storedFields.documentCount) documents have stored fields",
          file: file))
    }
  }

  private func end(of chunk: StoredFields.PackedChunk) -> Int { chunk.origin + chunk.bytes.count }
}
