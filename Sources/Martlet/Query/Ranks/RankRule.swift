/// A rule that orders hits, before their score does.
///
/// ```swift
/// let request = SearchRequest("tidal wave") { $0.rules = [.words, .typos, .proximity, .field] }
/// ```
///
/// Rules are applied one after the other, in the order of the request: each only orders documents
/// that all rules before it leave equal, and the score orders those that are equal in the end.
///
/// They are about the plain words of the query, in any of their fields. Stop words, excluded words,
/// phrases in quotes, patterns and filters decide which documents are found, and do not count here.
public enum RankRule: String, Sendable, Hashable, CaseIterable {
  /// Documents with more of the words come first.
  case words
  /// Documents with fewer words that are there only in another spelling come first; see
  /// ``SearchRequest/typos``.
  case typos
  /// Documents whose words stand nearer to each other come first.
  ///
  /// Of two neighbouring words of the query, it counts by how many positions their distance in a
  /// field differs from that in the query, at best and up to 8. In reverse order, it counts how far
  /// they are apart. Two words that no field has both count 8.
  case proximity
  /// Documents with words in more important fields come first: those of a greater weight, and of
  /// equal weights those that the schema has first.
  case field
  /// Documents with more of the words exactly as they were typed come first, not only with other
  /// forms of them, words that begin so, or other spellings.
  case exactness
}
