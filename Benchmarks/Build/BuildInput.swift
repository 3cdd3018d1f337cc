import Foundation
import MartletToolSupport

/// The documents of a file, a batch at a time. Several threads decode ahead.
struct BuildInput<Document: Sendable> {
  /// Documents that are written together.
  struct Batch {
    var documents: [Document] = []
    /// Their bytes in the file.
    var byteCount = 0
  }

  /// Some documents, each with the bytes of the file up to its end.
  private struct Part: Sendable {
    var documents: [(document: Document, end: Int)] = []
    /// What is wrong with the line behind them.
    var failure: ToolFailure?
  }

  private var lines: LineReader
  private var work: OrderedWork<[LineReader.Line], Part>
  private var part = Part()
  private var taken = 0
  private let batchBytes: Int
  /// What was read ahead, the last batch first.
  private var batches: [Batch]?

  init(
    _ options: BuildOptions, make: @escaping @Sendable (String, String) -> Document
  ) throws {
    let lines = try LineReader(path: options.file)
    let name = lines.name
    work = OrderedWork { Self.documents($0, name, make) }
    self.lines = lines
    batchBytes = options.batchBytes
  }

  /// The bytes of the file up to the document that was given last.
  private(set) var byteCount = 0

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
    let start = byteCount
    var batch = Batch()
    while byteCount - start < batchBytes, let document = try nextDocument() {
      batch.documents.append(document)
    }
    batch.byteCount = byteCount - start
    return batch
  }

  private mutating func nextDocument() throws -> Document? {
    while taken == part.documents.count {
      if let failure = part.failure { throw failure }
      guard let next = try work.next(reading: { try lines.nextPart() }) else { return nil }
      part = next
      taken = 0
    }
    let next = part.documents[taken]
    taken += 1
    byteCount = next.end
    return next.document
  }

  private static func documents(
    _ lines: [LineReader.Line], _ name: String, _ make: (String, String) -> Document
  ) -> Part {
    let decoder = JSONDecoder()
    var part = Part()
    for line in lines {
      do throws(ToolFailure) {
        let value = try JSONLines.value(
          BuildLine.self, of: line.bytes, decoder,
          expected: "an object with the string \"id\", and title, body or text")
        part.documents.append((make(value.id, value.content), line.end))
      } catch {
        part.failure = ToolFailure("\(name), line \(line.number): \(error.message)")
        break
      }
    }
    return part
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
