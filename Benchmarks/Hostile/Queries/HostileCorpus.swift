import Foundation
import Martlet
import MartletToolSupport

/// The index that hostile queries search, and the words of its texts, in one folder.
struct HostileCorpus {
  let folder: URL
  /// Different words of the texts, the most frequent first, and then unknown words if these are
  /// few.
  let words: [String]

  private static let schema = RecordSchema(fields: [
    .text("text"), .keyword("value"), .number("number"),
  ])

  private static let batchCount = 2_000
  /// The number of words from which on no more texts are looked at for others.
  private static let wordCount = 20_000

  /// Opens what ``make(in:of:field:)`` has made.
  init(folder: URL) throws {
    self.folder = folder
    let known = try TextFile.read(Self.wordFile(folder).path).split(separator: "\n")
    words =
      known.map(String.init)
      + stride(from: known.count, to: Self.wordCount, by: 1).map { "qqw\($0)" }
  }

  /// Opens the index, with empty caches.
  func open() throws -> SearchIndex<Record> {
    try SearchIndex<Record>.readOnly(
      at: folder.appendingPathComponent("index"), options: IndexOptions(searchConcurrency: 1))
  }

  /// Makes the index of a file in `folder`, unless it is there.
  static func make(in folder: URL, of file: String, field: String) throws {
    guard !FileManager.default.fileExists(atPath: wordFile(folder).path) else { return }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let index = try SearchIndex<Record>(
      at: folder.appendingPathComponent("index"), schema: schema)
    var counts: [String: Int] = [:]
    var records: [Record] = []
    var lines = try LineReader(path: file)
    var (line, number): ([UInt8], Int) = ([], 0)
    while try lines.next(into: &line) {
      let text = try Record(json: line, keyField: "id")[field]?.string ?? ""
      if counts.count < wordCount { count(text, &counts) }
      records.append(
        Record(
          key: "\(number)",
          fields: [
            "text": .string(text), "value": .string("\(number)"), "number": .integer(Int64(number)),
          ]))
      number += 1
      guard records.count == batchCount else { continue }
      try index.writeSync { try $0.put(contentsOf: records) }
      records = []
    }
    try index.writeSync { try $0.put(contentsOf: records) }
    try index.closeSync()
    let words = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    try Data(words.joined(separator: "\n").utf8).write(to: wordFile(folder))
  }

  private static func count(_ text: String, _ counts: inout [String: Int]) {
    for word in text.lowercased().split(whereSeparator: { !$0.isLetter || !$0.isASCII }) {
      counts[String(word), default: 0] += 1
    }
  }

  private static func wordFile(_ folder: URL) -> URL {
    folder.appendingPathComponent("words.txt")
  }
}
