/// Stands in for the lists of stop words, which are resources.
public struct StopWords: Sendable, Hashable {
  let words: [String]

  public init(_ words: some Sequence<String>) { self.words = Array(words) }

  public init?(language: String) { nil }

  static func primaryCode(_ language: String) -> String { language }

  public static let english = StopWords([String]())
}
