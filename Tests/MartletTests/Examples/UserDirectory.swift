import Martlet

/// A person of a site, who says about themselves in HTML what they like.
struct SiteUser: SearchDocument {
  var id: Int
  var displayName: String
  var aboutMe: String
  var reputation: Int

  var searchKey: Int { id }

  static let searchSchema = Schema<SiteUser>(fields: [
    .text("name", \.displayName),
    .text("about", \.aboutMe, source: .html),
    .number("reputation", \.reputation),
  ])
}

/// An app that finds people of a site, the well-known ones first.
struct UserDirectory: Sendable {
  let index: SearchIndex<SiteUser>

  /// A row of the list.
  struct Row: Hashable {
    var id: Int
    var name: HighlightedText
    var about: HighlightedText
  }

  /// Returns the best of those whom a text finds.
  ///
  /// A word in the name counts as much as eight in the profile, and each tenfold reputation as much
  /// again.
  func people(_ typed: String) async throws -> [Row] {
    let request = SearchRequest(typed) {
      $0.fieldWeights = ["name": 8, "about": 1]
      $0.rank = .relevance * (1 + .log1p("reputation"))
    }
    return try await index.search(request).hits.map { hit in
      Row(
        id: hit.id, name: try hit.highlights(in: "name"),
        about: try hit.snippet("about", length: 80))
    }
  }
}
