import MartletToolSupport

/// The documents of a file, a batch at a time.
struct BuildInput<Document> {
  /// Documents that are written together.
  struct Batch {
    var documents: [Document] = []
    /// Their bytes in the file.
    var byteCount = 0
  }

  private var lines: JSONLines
  private let make: (String, String) -> Document
  private let batchBytes: Int
  /// What was read ahead, the last batch first.
  private var batches: [Batch]?

  init(_ options: BuildOptions, make: @escaping (String, String) -> Document) throws {
    lines = try JSONLines(path: options.file)
    self.make = make
    batchBytes = options.batchBytes
  }

  /// The bytes of the file read so far.
  var byteCount: Int { lines.byteCount }

  /// The next batch; one without documents at the end.
  mutating func nextBatch() throws -> Batch {
    batches == nil ? try decodeBatch() : batches?.popLast() ?? Batch()
  }

  /// Decodes all documents.
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
    let start = lines.byteCount
    var batch = Batch()
    while lines.byteCount - start < batchBytes {
      let expected = "an object with the string \"id\", and title, body or text"
      guard let line = try lines.next(BuildLine.self, expected: expected) else { break }
      batch.documents.append(make(line.id, line.content))
    }
    batch.byteCount = lines.byteCount - start
    return batch
  }
}

/// A line of the file.
private struct BuildLine: Decodable {
  var id: String
  var title: String?
  var body: String?
  var text: String?

  /// All text of the line, a part per line.
  var content: String {
    guard title != nil || body != nil else { return text ?? "" }
    return [title, body, text].compactMap(\.self).joined(separator: "\n")
  }
}
