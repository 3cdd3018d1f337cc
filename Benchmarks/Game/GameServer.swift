/// The game's protocol: a line `COMMAND<TAB>QUERY` in, a line with a number out.
enum GameServer {
  /// Returns the answer to one line.
  ///
  /// - Parameter search: Returns the number of matching documents if the command counts, and
  ///   anything otherwise.
  static func answer(
    to line: String,
    search: (GameCommand, String) throws -> Int?
  ) rethrows -> String {
    let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let command = GameCommand(String(parts[0])) else {
      return "UNSUPPORTED"
    }
    // If nothing is counted, the game expects 1, which says that the search was done.
    return String(try search(command, String(parts[1])) ?? 1)
  }
}
