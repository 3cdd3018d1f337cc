/// The weights of words that stand near each other, which add to the relevance.
///
/// ```swift
/// let request = SearchRequest("tidal wave") { $0.proximity = .standard }
/// ```
///
/// Words that follow each other in the query are a pair. In each field, a pair scores like a word
/// of its own, once for the places where the words follow each other as in the query, and once for
/// those where they stand near each other in any order. Its weight is a share of the weights of its
/// two words. Stop words are in no pair, but they count for the distance; excluded words do not
/// count. What is neither a word nor excluded, such as a phrase in quotes or a pattern, parts its
/// neighbours. An unfinished word is in a pair as the word that it is so far.
///
/// This is the sequential dependence model of Metzler and Croft, "A Markov Random Field Model for
/// Term Dependencies" (2005), with the formula of ``BM25``. Documents are found without it, and
/// totals do not change.
///
/// - Complexity: The positions of words are read only in documents that may still be among the
///   best: what pairs add to a document is limited by what their words have scored there.
public struct Proximity: Sendable, Hashable {
  /// The weight of words that follow each other as in the query, as a share of that of both words.
  public var inOrder: Double { didSet { check() } }
  /// The weight of words that stand near each other in any order, as a share of that of both words.
  public var near: Double { didSet { check() } }
  /// The number of successive positions within which two words are near each other.
  public var window: Int { didSet { check() } }

  /// Nothing is added.
  public static let none = Proximity(inOrder: 0, near: 0)

  /// The weights that Metzler and Croft give to single words, words in order, and words within
  /// eight positions: 0.85 to 0.1 to 0.05.
  public static let standard = Proximity()

  /// The limits of shares and windows.
  static let shares = 0.0...100.0
  static let windows = 2...1_000

  /// - Precondition: `inOrder` and `near` are from 0 to 100, and `window` from 2 to 1,000, also
  ///   when they are set later.
  public init(inOrder: Double = 0.1 / 0.85, near: Double = 0.05 / 0.85, window: Int = 8) {
    self.inOrder = inOrder
    self.near = near
    self.window = window
    check()
  }

  private func check() {
    requireOfProgram(
      Self.shares.contains(inOrder) && Self.shares.contains(near),
      "the shares of proximity must be from 0 to 100, are \(inOrder) and \(near)")
    requireOfProgram(
      Self.windows.contains(window),
      "the window of proximity must have from 2 to 1,000 positions, has \(window)")
  }

  /// True if nothing is added.
  var isNone: Bool { inOrder == 0 && near == 0 }
}

extension Proximity: CustomStringConvertible {
  /// The weights, in English.
  public var description: String {
    isNone
      ? "no proximity"
      : "proximity of \(inOrder) in order and \(near) within \(window) positions"
  }
}
