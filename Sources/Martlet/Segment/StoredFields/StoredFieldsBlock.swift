/// Some documents' stored bytes, decompressed together; see ``StoredFieldsFormat``.
struct StoredFieldsBlock: Sendable {
  /// The documents of the block.
  let documents: Range<Int>
  /// The bytes of them all.
  var byteCount: Int { content.count }

  private let content: ByteView
  /// Where each document's bytes start, and where the last one's end.
  private let offsets: [Int]

  /// Reads the lengths of `documents` from the decompressed bytes of a block, which came from
  /// `origin` bytes into `section`.
  ///
  /// - Throws: `corrupted` when the lengths do not add up to the bytes.
  init(
    _ bytes: ByteView, documents: Range<Int>, section: Section, origin: Int
  ) throws(SearchError) {
    guard documents.count <= bytes.count else {
      throw section.corrupted(
        "a block of \(bytes.count) bytes cannot have \(documents.count) documents", at: origin)
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

  /// The stored bytes of `document`.
  ///
  /// - Precondition: the block has such a document.
  func view(of document: DocumentID) -> ByteView {
    precondition(documents.contains(Int(document)), "document \(document) of \(documents)")
    let index = Int(document) - documents.lowerBound
    return content.slice(offsets[index]..<offsets[index + 1])
  }
}
