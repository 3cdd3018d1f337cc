/// The length of a snippet, in characters or in words.
///
/// A whole number is a number of characters: `hit.snippet("body", length: 200)`.
public struct SnippetLength: Sendable, Hashable, ExpressibleByIntegerLiteral {
  /// The unit in which a length is counted.
  enum Unit: Sendable, Hashable {
    case characters, words
  }

  let unit: Unit
  /// The number, at least 1.
  let count: Int

  private init(_ count: Int, _ unit: Unit) {
    self.unit = unit
    self.count = min(max(count, 1), Self.longest)
  }

  /// The largest number. Sums of several stay within 32 bits.
  private static let longest = 1 << 28

  /// Returns a length of as many characters as a person sees; at least one.
  public static func characters(_ count: Int) -> SnippetLength {
    SnippetLength(count, .characters)
  }

  /// Returns a length of as many words; at least one. In scripts without spaces, each letter is a
  /// word.
  public static func words(_ count: Int) -> SnippetLength { SnippetLength(count, .words) }

  /// Creates a length in characters.
  public init(integerLiteral value: Int) { self = .characters(value) }

  /// Returns the length of one of several equal parts.
  func divided(by parts: Int) -> SnippetLength { SnippetLength(count / max(parts, 1), unit) }
}
