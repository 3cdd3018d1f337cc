import MartletToolSupport

/// The documents of a file, a batch at a time. Several threads decode ahead.
struct BuildInput<Document: Sendable> {
  /// Documents that are written together.
  struct Batch {
    var documents: [Document] = []
    /// The bytes of the documents in the file.
    var byteCount = 0
  }

  private var lines: DecodedLines<Document>
  private let batchBytes: Int
  /// The batches that were read ahead, the last batch first; nil to decode as batches are asked
  /// for.
  private var batches: [Batch]?

  init(
    _ options: BuildOptions, make: @escaping @Sendable (String, String) -> Document
  ) throws {
    lines = try DecodedLines(
      path: options.file, of: BuildLine.self,
      expected: "an object with the string \"id\", and title, body or text",
      make: { make($0.id, $0.content) })
    batchBytes = options.batchBytes
  }

  /// The bytes of the file up to the end of the last batch.
  var byteCount: Int { lines.byteCount }

  /// Returns the next batch; one without documents at the end.
  mutating func nextBatch() throws -> Batch {
    batches == nil ? try decodeBatch() : batches?.popLast() ?? Batch()
  }

  /// Decodes all documents ahead.
  mutating func readAll() throws {
    var all: [Batch] = []
    while true {
      let batch = try decodeBatch()
      if batch.documents.isEmpty { break }
      all.append(batch)
    }
    batches = all.reversed()
  }

  private mutating func decodeBatch() throws -> Batch {
    let start = byteCount
    var batch = Batch()
    while byteCount - start < batchBytes, let document = try lines.next() {
      batch.documents.append(document)
    }
    batch.byteCount = byteCount - start
    return batch
  }
}

/// A line of the file.
private struct BuildLine: Decodable {
  var id: String
  var title: String?
  var body: String?
  var text: String?

  /// All text of the line: title and body, one below the other.
  var content: String {
    guard title != nil || body != nil else { return text ?? "" }
    return [title, body, text].compactMap(\.self).joined(separator: "\n")
  }
}
