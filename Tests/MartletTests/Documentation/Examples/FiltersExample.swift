import Foundation
import Martlet

/// The examples of FiltersAndFields.md, word for word.
enum FiltersExample {
  struct Article: SearchDocument {
    var id: UUID
    var title: String
    var body: String
    var transcript: String?
    var author: String
    var tags: [String]
    var year: Int
    var published: Date?

    var searchKey: UUID { id }

    static let searchSchema = Schema<Article>(
      version: 1,
      fields: [
        .text("title", \.title, weight: 3),
        .text("body", \.body, analyzer: .language("en")),
        .text("transcript", \.transcript, detail: .frequencies, stored: false),
        .keyword("author", \.author),
        .keywords("tag", \.tags),
        .number("year", \.year),
        .date("published", \.published),
      ])
  }

  static func filter(_ index: SearchIndex<Article>, typed: String) async throws
    -> SearchResults<Article>
  {
    let filter = Query.is("tag", "birds") && .any([.is("year", 2025), .is("year", 2026)])
    let results = try await index.search(SearchRequest(.user(typed) && filter))
    return results
  }

  static func ranges(date: Date) -> [Query] {
    let quick = Query.range("minutes", ..<30)
    let lastWeek = Query.range("edited", Date.now.addingTimeInterval(-7 * 86_400)...)
    let chosen = Query.anyOf("tag", ["birds", "bees"])
    let released = Query.is("published", date)
    return [quick, lastWeek, chosen, released]
  }

  static func titleFirst(_ index: SearchIndex<Article>, typed: String) async throws
    -> SearchResults<Article>
  {
    let titleFirst = Query.user(typed).preferring(.is("title", typed).boosted(by: 100))
    return try await index.search(SearchRequest(titleFirst))
  }

  static func count(_ index: SearchIndex<Article>) async throws -> Int {
    let count = try await index.snapshot().count(.is("tag", "birds"))
    return count
  }

  static func statistics(_ index: SearchIndex<Article>) {
    for field in index.statistics.fields {
      print(field.name, field.documentCount, field.missingCount)
      print("at most \(field.termCount) different terms")
    }
  }

  static func requests(_ index: SearchIndex<Article>, typed: String) async throws
    -> SearchResults<Article>
  {
    let request = SearchRequest(typed) {
      $0.limit = 10
      $0.offset = 20
      $0.counting = .exact
      $0.timeLimit = .milliseconds(50)
      $0.fieldWeights = ["title": 10]
    }
    let results = try await index.search(request)
    return results
  }

  static func records(path: String) async throws -> Record.Value? {
    let schema = RecordSchema(fields: [
      .text("title", weight: 3),
      .text("body", source: "markdown", analyzer: "language:en"),
      .keyword("tag"),
      .date("at"),
    ])
    let index = try SearchIndex<Record>(path: path, schema: schema)
    let line = #"{"id": 7, "title": "Swifts", "body": "They *never* land.", "at": "2026-11-21"}"#
    try await index.write { batch in
      try batch.put(Record(json: Array(line.utf8), keyField: "id"))
    }
    let title = try index.document(forKey: "7")?["title"]
    return title
  }
}
