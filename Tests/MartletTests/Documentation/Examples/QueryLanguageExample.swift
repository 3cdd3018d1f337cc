import Martlet

/// The examples of QueryLanguage.md, word for word.
enum QueryLanguageExample {
  static func combine(_ index: SearchIndex<GettingStartedExample.Recipe>, typed: String)
    async throws
    -> SearchResults<GettingStartedExample.Recipe>
  {
    let options = UserQueryOptions(combine: .any, lastWordIsUnfinished: false)
    let results = try await index.search(SearchRequest(.user(typed, options: options)))
    return results
  }

  static func strict() throws -> Query {
    let query = try Query(
      parsing: "title:soup^2 AND -tag:=quick", fields: ["title", "text", "tag", "minutes"])
    return query
  }

  static func mistake() {
    do {
      _ = try Query(parsing: "title:soup OR", fields: ["title", "text"])
    } catch {
      print(error.message)  // Something to search for is missing.
      print(error.range)  // 13..<13, in bytes of UTF-8
      print(error.expected)  // ["a word", "a phrase", "a group"]
    }
  }

  static func values() -> Query {
    let soupOrSalad = Query.any([.is("tag", "soup"), .is("tag", "salad")])
    let query = .word("onion", in: "title") && soupOrSalad && !Query.phrase("ice cream")
    let ranked = query.preferring(.word("tomato").boosted(by: 2))
    return ranked
  }

  static func nearness() -> Query {
    let soups = Query.near([.synonyms(["onion", "leek"]), .phrase("hot soup")], within: 3)
    return soups
  }

  static func explain(_ results: SearchResults<GettingStartedExample.Recipe>) {
    print(results.interpreted)
    for diagnostic in results.diagnostics { print(diagnostic.message) }
    if case .most(let atLeast, let count) = results.matched {
      print("These have at least \(atLeast) of the \(count) words.")
    }
  }

  static func complete(_ index: SearchIndex<GettingStartedExample.Recipe>) async throws {
    for completion in try await index.completions(of: "onion s", in: "title") {
      print(completion.text, completion.documentCount)  // onion salad 1, then onion soup 1
    }
  }

  static func suggest(_ index: SearchIndex<GettingStartedExample.Recipe>) async throws {
    let suggestion = try await index.suggestion(for: "onoin soup")
    print(suggestion ?? "nothing to put right")  // onion soup
  }

  static func misspelt() -> SearchRequest {
    let request = SearchRequest("onoin soup") { $0.typos = .auto }
    return request
  }

  static func words(_ results: SearchResults<GettingStartedExample.Recipe>) throws {
    for hit in results.hits {
      for word in try hit.matchedWords() { print(word.text, word.fields, word.isMisspelt) }
    }
    for word in try results.words() where word.documentCount == 0 {
      print("No document has \(word.text).", word.nearest.map { "Did you mean \($0)?" } ?? "")
    }
  }
}
