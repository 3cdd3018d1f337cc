import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

/// Runs the examples about results that stay true.
@Suite("Documentation: examples about live results at work")
@MainActor
struct DocumentationLiveTests {
  private typealias Example = LiveSearchExample

  private func put(_ index: SearchIndex<Example.Note>, _ id: String, _ title: String) async throws {
    try await index.write { try $0.put(Example.Note(id: id, title: title, text: "A swift.")) }
  }

  /// Waits until `condition` holds, for at most some minutes.
  private func until(_ condition: () async -> Bool) async throws {
    for _ in 0..<600_000 {
      if await condition() { return }
      try await Task.sleep(for: .milliseconds(1))
    }
    Issue.record("what was waited for did not happen")
  }

  @Test("texts, requests, changes and results")
  func sequences() async throws {
    let index = SearchIndex<Example.Note>.inMemory()
    try await put(index, "1", "Swifts")
    let (field, list, badge) = (Example.Field(), Example.Rows(), Example.Badge())
    let cache = Example.Cache(["1", "2"])
    let typing = Task { try await Example.type(index, field, list) }
    let following = Task { try await Example.follow(index, badge) }
    let cleaning = Task { await Example.clean(index, cache) }
    try await until { badge.count == 1 }
    field.onChange("swifts")
    try await until { list.titles.last == ["Swifts"] }
    try await put(index, "2", "Martlets")
    try await until { badge.count == 2 }
    try await until { await cache.keys == ["1"] }
    typing.cancel()
    try await typing.value
    try await index.close()
    try await following.value
    await cleaning.value
    try await filtered()
  }

  private func filtered() async throws {
    let index = SearchIndex<Example.Note>.inMemory()
    try await put(index, "1", "Swifts")
    try await put(index, "2", "Swifts, a draft")
    let list = Example.Rows()
    let texts = AsyncStream<String> { texts in
      texts.yield("swifts")
      texts.finish()
    }
    let filtering = Task { try await Example.filter(index, texts, list) }
    var looks = 0
    try await until {
      looks += 1
      // A search that had no more time comes again with the next change.
      if looks % 1_000 == 0 { try? await put(index, "1", "Swifts") }
      return list.titles.last == ["Swifts"]
    }
    try await index.close()
    try await filtering.value
  }

  @Test("the model, in a view")
  func model() async throws {
    let index = SearchIndex<Example.Note>.inMemory()
    try await put(index, "1", "Swifts")
    let model = Example.model(index)
    typealias Shown = SearchableView<List<[Hit<Example.Note>], Text>>
    let field = try #require(Example.NoteList(model: model).body as? Shown).text
    #expect(field.get() == "")
    field.set("swifts")
    try await until { !model.isSearching }
    let shown = try #require(Example.NoteList(model: model).body as? Shown)
    #expect(shown.content.rows.map(\.text) == ["Swifts"])
  }

  @Test("a reader, and events")
  func reader() async throws {
    let folder = try TemporaryFolder()
    let url = URL(fileURLWithPath: folder.path(of: "index"))
    let metrics = Example.Metrics()
    let index = try Example.log(folder: url, { _ in }, metrics)
    try await put(index, "1", "Swifts")
    let list = Example.Rows()
    let watching = Task { try await Example.watch(folder: url, list) }
    try await until { list.titles.last == ["Swifts"] }
    try await put(index, "2", "Martlets")
    try await until { list.titles.last?.count == 2 }
    #expect(try await Example.refresh(folder: url).search("swift").hits.count == 2)
    watching.cancel()
    try await watching.value
    try await index.close()
    try await until { Set(metrics.recorded) == ["checkpoint"] }
  }
}
