/// The pages of a request, whose cursors belong to its order.
extension SearchRequest {
  /// Returns the cursor of a page that ends at `place`.
  func cursor(_ place: CursorPlace) -> SearchCursor {
    SearchCursor(place, orderHash: orderHash)
  }

  /// Returns the place after which the page begins; nil for the first page.
  ///
  /// - Throws: `invalidRequest` if the cursor is of a search with another order.
  func startOfPage() throws(SearchError) -> CursorPlace? {
    guard let after else { return nil }
    // A cursor may be of a link that somebody has made up.
    let isOfOrder =
      switch after.place {
      case .offset: isByRelevance
      case .position(let position, _): !isByRelevance && position.values.count == sort.count
      }
    guard isOfOrder, after.order == orderHash else {
      throw SearchError(
        .invalidRequest,
        "the cursor is of a search with another order; expected one of a search sorted by "
          + (sort.isEmpty ? "relevance" : sort.map(\.description).joined(separator: ", "))
          + (rank.map { " and ranked by \($0)" } ?? "")
          + (proximity.isNone ? "" : " with \(proximity)")
          + (rules.isEmpty ? "" : " by the rules \(rules.map(\.rawValue).joined(separator: ", "))")
          + ". Begin again at the first page")
    }
    return after.place
  }

  /// True if the order is that of relevance alone.
  var isByRelevance: Bool { sort.isEmpty || sort.count == 1 && sort[0] == .relevance }

  /// A hash of everything that decides the order of hits; 0 for plain relevance.
  private var orderHash: UInt64 {
    var parts = rules.map { "rule \($0)" }
    if let rank { parts.append("rank \(rank)") }
    if !proximity.isNone { parts.append("near \(proximity)") }
    if !isByRelevance { parts += sort.map(\.identity) }
    // With the length of each part, no two lists give the same text.
    let text = parts.map { "\($0.utf8.count) \($0)" }.joined()
    return text.isEmpty ? 0 : Checksum.hash64(Array(text.utf8))
  }
}

extension SortKey {
  /// A text that no other key has: unlike ``description``, it tells fields from other values.
  fileprivate var identity: String {
    let name = if case .field(let field) = value { "field \(field)" } else { "\(value)" }
    return "\(isReversed) \(missing == .first) \(name)"
  }
}
