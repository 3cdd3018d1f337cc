/// A command of the search-benchmark-game, which asks an engine for the best documents, their exact
/// number, or both. <https://github.com/quickwit-oss/search-benchmark-game>
struct GameCommand: Equatable, Sendable {
  /// The name in the game, for example `TOP_100_COUNT`.
  let name: String
  /// The number of best documents; 0 if only the number of matching documents is asked for.
  let limit: Int
  /// True if the exact number of matching documents is asked for.
  let counts: Bool

  /// A command that is not one of the game: searches as an application does while a person types.
  static let asTyped = GameCommand(name: "AS_TYPED", limit: 20, counts: true)

  private init(name: String, limit: Int, counts: Bool) {
    self.name = name
    self.limit = limit
    self.counts = counts
  }

  /// Creates the command of this name; nil if the game has none, or it is not a search.
  init?(_ name: String) {
    switch name {
    case "COUNT": (limit, counts) = (0, true)
    case "TOP_10": (limit, counts) = (10, false)
    case "TOP_100": (limit, counts) = (100, false)
    case "TOP_1000": (limit, counts) = (1000, false)
    case "TOP_10_COUNT": (limit, counts) = (10, true)
    case "TOP_100_COUNT": (limit, counts) = (100, true)
    case "TOP_1000_COUNT": (limit, counts) = (1000, true)
    default: return nil
    }
    self.name = name
  }
}
