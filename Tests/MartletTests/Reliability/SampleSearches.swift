import MartletTestSupport

@testable import Martlet

/// A few searches whose answers follow from what the index holds.
struct SampleSearches {
  let contents: IndexContents
  let schema: IndexSchema

  /// Returns the errors in the answers of `state`.
  ///
  /// - Throws: what searching throws.
  func problems(_ state: IndexState) throws(SearchError) -> [String] {
    var problems: [String] = []
    for (query, expected) in questions {
      let resolved = try QueryResolver(schema).resolve(query)
      let answer = try Searcher.search(
        resolved, in: state.segments, limit: 1_000, counting: .exact)
      var found: [String] = []
      for entry in answer.top {
        let (segment, document) = state.segments.locate(entry.document)
        found.append(String(decoding: try segment.keys.key(of: document), as: UTF8.self))
      }
      if found.sorted() != expected || answer.total.number != expected.count {
        problems.append("a search answers wrongly")
      }
    }
    return problems
  }

  /// Queries with the keys of the documents that match.
  private var questions: [(Query, [String])] {
    let keys = contents.documents.keys.sorted()
    let version = keys.last.flatMap { contents.documents[$0] } ?? "0"
    let same = keys.filter { contents.documents[$0] == version }
    return [
      (.word("all"), keys), (.word("w\(version)"), same), (.phrase("all w\(version)"), same),
      (.phrase("w\(version) all"), []),
    ]
  }
}
