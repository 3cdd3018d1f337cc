/// A chunk of documents' stored bytes, decompressed together; see ``StoredFieldsFormat``.
struct StoredFieldsChunk: Sendable {
  /// The documents of the chunk.
  let documents: Range<Int>
  /// The total byte count of the documents.
  var byteCount: Int { content.count }

  private let content: ByteView
  /// The start of each document's bytes, and the end of the last document's.
  private let offsets: [Int]

  /// Reads the lengths of `documents` from the decompressed bytes of a chunk.
  ///
  /// - Parameters:
  ///   - section: The section that has the chunk, for error messages.
  ///   - origin: The offset of the compressed chunk in the section.
  /// - Throws: `corrupted` when the lengths do not add up to the bytes.
  init(
    _ bytes: ByteView, documents: Range<Int>, section: Section, origin: Int
  ) throws(SearchError) {
    guard documents.count <= bytes.count else {
      throw section.corrupted(
        "a chunk of \(bytes.count) bytes cannot have \(documents.count) documents", at: origin)
    }
    var reader = ByteReader(bytes, file: section.file, origin: section.origin + origin)
    var offsets = [0]
    offsets.reserveCapacity(documents.count + 1)
    var end = 0
    for _ in documents {
      end += try reader.readCount(limit: bytes.count - end, "bytes of a stored document")
      offsets.append(end)
    }
    guard reader.remaining == end else {
      throw section.corrupted(
        "expected \(end) bytes of stored documents, found \(reader.remaining)", at: origin)
    }
    self.documents = documents
    self.offsets = offsets
    content = bytes.slice(reader.offset..<bytes.count)
  }

  /// Returns the stored bytes of `document`.
  ///
  /// - Precondition: The chunk has such a document.
  func view(of document: DocumentID) -> ByteView {
    precondition(
      documents.contains(Int(document)),
      "document \(document) is outside a chunk of the documents \(documents)")
    let index = Int(document) - documents.lowerBound
    return content.slice(offsets[index]..<offsets[index + 1])
  }
}
