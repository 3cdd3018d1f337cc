import MartletToolSupport

/// A line of the game's corpus.
struct GameCorpusLine: Decodable {
  var id: String
  var text: String

  /// Returns the documents of the file at `path`.
  static func documents(path: String) throws -> DecodedLines<GameDocument> {
    try DecodedLines(
      path: path, of: Self.self,
      expected: "one JSON object per line with the strings \"id\" and \"text\"",
      make: { GameDocument(id: $0.id, text: $0.text) })
  }
}
