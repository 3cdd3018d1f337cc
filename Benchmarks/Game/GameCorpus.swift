import MartletToolSupport

/// The documents of the game's corpus: lines of `{"id": …, "text": …}`.
struct GameCorpus {
  private var lines: JSONLines

  /// Opens the file at `path`.
  init(path: String) throws { lines = try JSONLines(path: path) }

  /// The bytes of the file read so far.
  var byteCount: Int { lines.byteCount }

  /// The next document, nil at the end.
  ///
  /// - Throws: ``ToolFailure`` with the line's number when a line has another form.
  mutating func next() throws -> GameDocument? {
    let expected = "one JSON object per line with the strings \"id\" and \"text\""
    guard let document = try lines.next(GameCorpusLine.self, expected: expected) else { return nil }
    return GameDocument(id: document.id, text: document.text)
  }
}

/// A line of the game's corpus.
private struct GameCorpusLine: Decodable {
  var id: String
  var text: String
}
