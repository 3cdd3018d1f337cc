/// What the search-benchmark-game asks of an engine: the best documents, their exact number, or
/// both. <https://github.com/quickwit-oss/search-benchmark-game>
struct GameCommand: Equatable, Sendable {
  /// As the game writes it, for example `TOP_100_COUNT`.
  let name: String
  /// How many of the best documents are wanted; 0 when only their number is.
  let limit: Int
  /// Whether the exact number of matching documents is wanted.
  let counts: Bool

  /// Not of the game: asks as an application does while a person types, with all that is usual there.
  static let asTyped = GameCommand(name: "AS_TYPED", limit: 20, counts: true)

  private init(name: String, limit: Int, counts: Bool) {
    self.name = name
    self.limit = limit
    self.counts = counts
  }

  /// The command of this name; nil when the game has none, or it is not a search.
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
