import Foundation
import Martlet
import MartletToolSupport

/// The documents of the game's corpus: lines of `{"id": …, "text": …}`.
struct GameCorpus {
  /// Some documents, each with the bytes of the file up to its end.
  private struct Part: Sendable {
    var documents: [(document: GameDocument, end: Int)] = []
    /// What is wrong with the line behind them.
    var failure: ToolFailure?
  }

  private var lines: LineReader
  private var work: OrderedWork<[LineReader.Line], Part>
  private var part = Part()
  private var taken = 0

  /// Opens the file at `path`.
  init(path: String) throws {
    let lines = try LineReader(path: path)
    let name = lines.name
    work = OrderedWork { Self.documents($0, name) }
    self.lines = lines
  }

  /// The bytes of the file up to the document that was given last.
  private(set) var byteCount = 0

  /// The next document, nil at the end.
  ///
  /// - Throws: ``ToolFailure`` with the line's number when a line has another form.
  mutating func next() throws -> GameDocument? {
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

  private static func documents(_ lines: [LineReader.Line], _ name: String) -> Part {
    let decoder = JSONDecoder()
    var part = Part()
    for line in lines {
      do throws(ToolFailure) {
        let value = try JSONLines.value(
          GameCorpusLine.self, of: line.bytes, decoder,
          expected: "one JSON object per line with the strings \"id\" and \"text\"")
        part.documents.append((GameDocument(id: value.id, text: value.text), line.end))
      } catch {
        part.failure = ToolFailure("\(name), line \(line.number): \(error.message)")
        break
      }
    }
    return part
  }
}

/// A line of the game's corpus.
private struct GameCorpusLine: Decodable {
  var id: String
  var text: String
}
