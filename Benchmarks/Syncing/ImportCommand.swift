import Foundation
import Martlet
import MartletToolSupport
import Synchronization

/// `import`: measures putting all documents of a file into an index, and indexing them again.
enum ImportCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "import",
      summary: "Measures importing the documents of a file.",
      operands: [.init("FILE", "JSON lines with an id and a text", kind: .file)],
      options: [
        .init("--field", value: "NAME", "the member that is searched (default: text)"),
        .init("--batch", value: "BYTES", "the bytes of a batch (default: 8388608)"),
      ],
      discussion: """
        The file is read and decoded while batches are written to an index in a temporary folder, which
        is removed at the end. The stored documents are then indexed again with the same schema. Run it
        on one core (taskset -c 0) to compare.
        """)
  ) { arguments in
    var options = ImportOptions()
    options.batchByteCount = try arguments.integer(
      "--batch", default: options.batchByteCount, in: 1...1 << 30)
    let path = arguments.required("FILE")
    let file = Lines(path: path, field: arguments.value("--field") ?? "text")
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("martlet-bench-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let before = ResourceUsage.current
    let times = try run(file, folder, options)
    let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    let used = ResourceUsage.current - before
    let count = Figures.count(times.count)
    print(
      "imported \(count) documents in \(Figures.time(times.imported)): "
        + "\(Figures.bytes(Int(Double(bytes) / times.imported))) of JSON a second")
    // Only what is stored of each line is read again.
    print(
      "again \(count) documents in \(Figures.time(times.again)): "
        + "\(Figures.count(Int(Double(times.count) / times.again))) documents a second")
    print("peak memory \(Figures.bytes(used.peakMemory))")
    return .success
  }

  private struct Times {
    var count = 0
    var imported = 0.0
    var again = 0.0
  }

  private static func run(
    _ file: Lines, _ folder: String, _ options: ImportOptions
  ) throws -> Times {
    let result = Mutex<Result<Times, any Error>?>(nil)
    let end = DispatchSemaphore(value: 0)
    Task {
      do {
        let times = try await measure(file, folder, options)
        result.withLock { $0 = .success(times) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      end.signal()
    }
    end.wait()
    return try result.withLock {
      try ($0 ?? .failure(ToolFailure("the import has no result"))).get()
    }
  }

  private static func measure(
    _ file: Lines, _ folder: String, _ options: ImportOptions
  ) async throws -> Times {
    let schema = RecordSchema(fields: [.text("text")])
    let url = URL(fileURLWithPath: folder)
    var times = Times()
    let first = Stopwatch()
    let index = try SearchIndex<Record>(at: url, schema: schema)
    times.count = try await index.importAll(from: file, options: options).documentCount
    try await index.close()
    times.imported = first.seconds
    let old = try SearchIndex<Record>(at: url, schema: schema)
    let second = Stopwatch()
    try await old.reindex(with: schema).close()
    times.again = second.seconds
    return times
  }

  /// The records of a file, decoded when they are asked for.
  struct Lines: AsyncSequence, Sendable {
    let path: String
    let field: String

    struct Iterator: AsyncIteratorProtocol {
      let path: String
      let field: String
      var lines: LineReader?
      var line: [UInt8] = []

      mutating func next() async throws -> Record? {
        if lines == nil { lines = try LineReader(path: path) }
        guard try lines?.next(into: &line) == true else { return nil }
        let record = try Record(json: line, keyField: "id")
        return Record(key: record.key, fields: ["text": record[field] ?? ""])
      }
    }

    func makeAsyncIterator() -> Iterator { Iterator(path: path, field: field) }
  }
}
