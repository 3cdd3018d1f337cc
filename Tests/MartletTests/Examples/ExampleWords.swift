import MartletTestSupport
import MartletToolSupport

/// Names and texts of words that people wrote, in an order that a seed decides.
///
/// They are runs of words of the bundled artworks (Tate, CC0 1.0), so that a few words are frequent
/// and most are rare. Words that a program looks for are sprinkled in.
struct ExampleWords {
  /// All words of the artworks, read once for all programs.
  private static let artworkWords = Result {
    try Artwork.collection().flatMap { artwork in artwork.text.split { $0.isWhitespace } }
  }

  private let words: [Substring]
  var random: SeededRandom

  init(seed: UInt64 = TestSeed.value) throws {
    words = try Self.artworkWords.get()
    random = SeededRandom(seed: seed)
  }

  /// Returns a number of words in a row.
  mutating func run(_ count: Int) -> String {
    let start = random.int(in: 0..<words.count - count)
    return words[start..<start + count].joined(separator: " ")
  }

  /// Returns a short name, and one time in `rarity` with `special` in it.
  mutating func name(_ special: String, oneIn rarity: Int) -> String {
    let name = run(random.int(in: 1..<5))
    return random.oneIn(rarity) ? "\(name) \(special)" : name
  }

  /// Returns sentences of at least `byteCount` bytes, one in `rarity` of them beginning with one of
  /// the `special` words.
  mutating func text(byteCount: Int, _ special: [String], oneIn rarity: Int) -> String {
    var text = ""
    while text.utf8.count < byteCount {
      if random.oneIn(rarity) { text += special[random.int(in: 0..<special.count)] + " " }
      text += run(random.int(in: 4..<16)) + ". "
    }
    return text
  }
}
