/// A word, phrase, pattern or value of a query that a hit has.
public struct MatchedWord: Sendable, Hashable {
  /// The part of the query, in the strict syntax: `onion`, `"hot soup"`, `year:[1840 TO 1850]`.
  public let text: String

  /// The fields in which the document has it.
  public let fields: [FieldRef]

  /// True if the document has only words that may be meant by it; see ``SearchRequest/typos``.
  public let isMisspelt: Bool

  init(_ text: String, in fields: [FieldRef], isMisspelt: Bool = false) {
    self.text = text
    self.fields = fields
    self.isMisspelt = isMisspelt
  }
}

/// A word of a query, as the index knows it.
public struct QueryWord: Sendable, Hashable {
  /// The word as it was typed.
  public let text: String

  /// The number of documents that have the word, or a word that begins with it if it is unfinished.
  public let documentCount: Int

  /// True if the word is a stop word that was left out, because the query has other words.
  public let isLeftOut: Bool

  /// The most frequent of the words of the index that are the nearest to one that no document has,
  /// or nil if none is near.
  public internal(set) var nearest: String?
}
