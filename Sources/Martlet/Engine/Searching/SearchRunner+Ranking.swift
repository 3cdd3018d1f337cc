#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Searches with a rank.
extension SearchRunner {
  /// Returns the request's rank in terms of the index; nil if it has none.
  ///
  /// - Throws: `unknownField`; `invalidRequest` for a field without numbers that can be read, or if
  ///   the rank has no effect; `limitExceeded` if it has too many parts.
  func resolvedRank() throws(SearchError) -> RankProgram? {
    guard let rank = request.rank else { return nil }
    guard criteria.isEmpty || criteria.contains(where: { $0.source == .relevance }) else {
      throw SearchError(
        .invalidRequest,
        "the rank has no effect in a search sorted by "
          + request.sort.map(\.description).joined(separator: ", ")
          + ". Add relevance to the order, or leave out the rank")
    }
    guard rank.nodes.count <= Rank.partLimit else {
      throw SearchError(
        .limitExceeded,
        "the rank has \(rank.nodes.count) parts, at most \(Rank.partLimit) are computed")
    }
    var fields: [FieldID] = []
    for name in rank.fields {
      let field = try schema.fieldWithColumn(
        name, "rank by", insteadOfText: "number or date field")
      guard field.definition.kind != .keyword else {
        throw SearchError(
          .invalidRequest,
          "cannot rank by the field \"\(name)\", which has keywords; expected a field of numbers or "
            + "dates")
      }
      fields.append(field.id)
    }
    return try RankProgram(rank, fields, in: segments, now: Date().timeIntervalSince1970)
  }
}
