import Foundation
import MartletToolSupport

/// The content of a folder of measurements: files `….jsonl` with results of engines and files
/// `….tsv` with other figures, at any depth.
struct ResultFolder {
  /// The results. Of several with the same engine, command and query, only the fastest is kept.
  private(set) var results: [EngineResult] = []
  private(set) var figures = MeasuredFigures()

  /// Reads a folder.
  ///
  /// - Parameter queriesPath: The file of queries, which may be in the folder.
  /// - Throws: ``ToolFailure`` with file and line if a file has other content.
  init(path: String, queriesPath: String, queryCount: Int) throws {
    guard let names = FileManager.default.subpaths(atPath: path) else {
      throw ToolFailure("there is no folder at \(path)")
    }
    var places: [Key: Int] = [:]
    for name in names.sorted() {
      let file = "\(path)/\(name)"
      if name.hasSuffix(".jsonl") {
        var lines = try JSONLines(path: file)
        while let result = try Self.next(&lines, queryCount: queryCount) { take(result, &places) }
      } else if name.hasSuffix(".tsv"), !Self.isSame(file, queriesPath) {
        figures.add(try MeasuredFigures(TextFile.read(file), source: file))
      }
    }
  }

  private struct Key: Hashable {
    var engine: String
    var command: String
    var query: Int
  }

  private mutating func take(_ result: EngineResult, _ places: inout [Key: Int]) {
    let key = Key(engine: result.engine, command: result.command, query: result.query)
    if let place = places[key] {
      if result.microseconds < results[place].microseconds { results[place] = result }
    } else {
      places[key] = results.count
      results.append(result)
    }
  }

  private static func next(_ lines: inout JSONLines, queryCount: Int) throws -> EngineResult? {
    let expected = "a result with \"engine\", \"cmd\", \"q\" and \"us\""
    guard let result = try lines.next(EngineResult.self, expected: expected) else { return nil }
    guard result.query < queryCount else {
      throw lines.failure("expected a query below \(queryCount), found \(result.query)")
    }
    return result
  }

  private static func isSame(_ first: String, _ second: String) -> Bool {
    URL(fileURLWithPath: first).standardizedFileURL
      == URL(fileURLWithPath: second).standardizedFileURL
  }
}
