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
  mutating func next() throws -> (id: String, text: String)? {
    guard let value = try lines.next() else { return nil }
    guard let id = value["id"]?.string, let text = value["text"]?.string else {
      throw lines.failure("expected the strings \"id\" and \"text\"")
    }
    return (id, text)
  }
}
