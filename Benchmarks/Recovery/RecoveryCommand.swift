import Foundation
import Martlet
import MartletToolSupport

/// `recovery`: measures opening an index after a crash, with the longest log that there was.
enum RecoveryCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "recovery",
      summary: "Measures opening an index that crashed with a long log.",
      operands: [.init("FILE", "JSON lines with an id and a text", kind: .file)],
      options: [
        .init("--field", value: "NAME", "the member that is searched (default: text)"),
        .init("--documents", value: "N", "the most documents that are written (default: 100000)"),
        .init("--repeats", value: "N", "how often each folder is opened (default: 5)"),
      ],
      discussion: """
        The documents are written in batches of 1, 100 and 2,000, as fast as it goes. Each time the log
        becomes longer than before, the folder is copied; the last copy is what a crash at the worst
        moment leaves. Opening it applies the log.
        """)
  ) { arguments in
    let limit = try arguments.integer("--documents", default: 100_000, in: 1...1 << 30)
    let repeats = try arguments.integer("--repeats", default: 5, in: 1...1_000)
    let records = try records(
      of: arguments.required("FILE"), field: arguments.value("--field") ?? "text", limit: limit)
    var table = TextTable(columns: [.right, .right, .right, .right])
    table.add(["documents a batch", "longest log", "opened in", "written in"])
    table.addRule()
    for batch in [1, 100, 2_000] {
      let row = try measure(records, batch: batch, repeats: repeats)
      table.add([
        Figures.count(batch), Figures.bytes(row.logByteCount), Figures.time(row.opening),
        Figures.time(row.writing),
      ])
    }
    print(table.text)
    return .success
  }

  /// The measurement of one size of batches, with times in seconds.
  struct Row {
    var logByteCount = 0
    var opening = Double.infinity
    var writing = 0.0
    /// The number of documents that the opened index had.
    var documentCount = 0
    /// The number of documents that had been written when the folder was copied.
    var writtenCount = 0
  }

  private static func records(of path: String, field: String, limit: Int) throws -> [Record] {
    var lines = try LineReader(path: path)
    var line: [UInt8] = []
    var records: [Record] = []
    while records.count < limit, try lines.next(into: &line) {
      let record = try Record(json: line, keyField: "id")
      records.append(Record(key: record.key, fields: ["text": record[field] ?? ""]))
    }
    return records
  }

  /// Writes `records` in batches, and opens the copy with the longest log.
  static func measure(_ records: [Record], batch: Int, repeats: Int) throws -> Row {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("martlet-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var row = try write(records, batch: batch, to: folder)
    for _ in 0..<repeats {
      let crashed = folder.appendingPathComponent("crashed")
      let opened = folder.appendingPathComponent("opened")
      try FileManager.default.copyItem(at: crashed, to: opened)
      let (seconds, index) = try Stopwatch.time { try open(opened) }
      row.opening = min(row.opening, seconds)
      row.documentCount = index.statistics.documentCount
      try index.closeSync()
      try FileManager.default.removeItem(at: opened)
    }
    return row
  }

  private static func open(_ folder: URL) throws -> SearchIndex<Record> {
    try SearchIndex<Record>(
      at: folder, schema: RecordSchema(fields: [.text("text")]),
      options: IndexOptions(merging: .manual))
  }

  private static func write(_ records: [Record], batch: Int, to folder: URL) throws -> Row {
    let path = folder.appendingPathComponent("index")
    let index = try open(path)
    var row = Row()
    for start in stride(from: 0, to: records.count, by: batch) {
      let end = min(start + batch, records.count)
      row.writing += try Stopwatch.time {
        try index.writeSync { batch in try batch.put(contentsOf: records[start..<end]) }
      }.0
      let byteCount = try logByteCount(in: path)
      // A copy for each byte more would take too long.
      guard byteCount > row.logByteCount + row.logByteCount / 20 else { continue }
      (row.logByteCount, row.writtenCount) = (byteCount, end)
      let crashed = folder.appendingPathComponent("crashed")
      try? FileManager.default.removeItem(at: crashed)
      try FileManager.default.copyItem(at: path, to: crashed)
    }
    try index.closeSync()
    return row
  }

  private static func logByteCount(in folder: URL) throws -> Int {
    try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: [.fileSizeKey]
    ).reduce(0) { sum, file in
      guard file.lastPathComponent.hasPrefix("wal-") else { return sum }
      return sum + (try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
    }
  }
}
