import Foundation
import MartletTestSupport
import Testing

import Martlet

/// Runs the recipes for programs.
@Suite("Documentation: recipes for programs at work")
@MainActor
struct DocumentationProgramTests {
  private typealias Example = RecipesForProgramsExample
  private typealias Note = Example.Note

  private func index(_ count: Int = 2) async throws -> SearchIndex<Note> {
    let index = SearchIndex<Note>.inMemory()
    let notes = (1...count).map { Note(id: "\($0)", title: "Swifts \($0)", text: "<A swift> & b") }
    try await index.write { batch in try batch.put(contentsOf: notes) }
    return index
  }

  private func until(_ condition: () throws -> Bool) async throws {
    try await Waiting.until(condition)
    #expect(try condition(), "what was waited for did not happen")
  }

  @Test("a list with a search field: nothing for no text")
  func view() async throws {
    typealias Shown = SearchableView<List<[Hit<Note>], Text>>
    let view = Example.NoteSearch(try await index())
    let field = try #require(view.body as? Shown)
    #expect(field.text.get() == "" && field.content.rows.isEmpty)
    field.text.set("swift")
    try await until { (view.body as? Shown)?.content.rows.count == 2 }
    let rows = try #require(view.body as? Shown).content.rows
    #expect(Set(rows.map(\.text)) == ["Swifts 1", "Swifts 2"])
    field.text.set("")
    try await until { (view.body as? Shown)?.content.rows.isEmpty == true }
  }

  @Test("donations follow the index, one that is deleted included")
  func spotlight() async throws {
    let index = try await index()
    let spotlight = CSSearchableIndex()
    let donating = Task { try await Example.donate(index, spotlight) }
    // The first write may be before the loop.
    for _ in 0..<300_000 {
      if spotlight.titles["3"] != nil { break }
      try await index.write { try $0.put(Note(id: "3", title: "Martlets", text: "")) }
      try await Task.sleep(for: .milliseconds(2))
    }
    try await index.write { $0.delete("3") }
    try await until { spotlight.titles["3"] == nil }
    try await index.write { $0.deleteAll() }
    try await index.write { try $0.put(Note(id: "4", title: "Rooks", text: "")) }
    try await until { spotlight.titles == ["4": "Rooks"] }
    donating.cancel()
    try await donating.value
  }

  @Test("an app that writes to a shared folder, and an extension that reads")
  func appGroup() async throws {
    #if !canImport(Darwin)
      try SearchIndex<Note>.remove(at: Example.sharedFolder())
      #expect(try Example.extensionIndex() == nil, "the app has not run yet")
      let app = try Example.SharedNotes()
      try await app.put([Note(id: "1", title: "Swifts", text: "")])
      let reader = try #require(try Example.extensionIndex())
      #expect(try await reader.search("swift").hits.map(\.id) == ["1"])
      try await app.suspend()
      let more = [Note(id: "2", title: "Swifts", text: "")]
      let error = await #expect(throws: SearchError.self) { try await app.put(more) }
      #expect(error?.code == .suspended)
      // Another process may write now.
      try await SearchIndex<Note>(at: Example.sharedFolder()).close()
      try await app.resume()
      try await app.put(more)
      try await reader.refresh()
      #expect(try await reader.search("swift").hits.count == 2)
      try await app.suspend()
      try await reader.close()
      try FileManager.default.removeItem(at: Example.sharedFolder().deletingLastPathComponent())
    #endif
  }

  @Test("a route: pages of escaped rows, whatever the parameters are")
  func route() async throws {
    let router = Router()
    Example.route(router, try await index(45))
    let route = try #require(router.routes["search"])
    func page(_ values: [String: String]) async throws -> Example.SearchAnswer {
      let request = Request(uri: .init(queryParameters: Parameters(values: values)))
      return try #require(try await route(request, RequestContext()) as? Example.SearchAnswer)
    }
    var found: [String] = []
    // A machine with other work may take longer than a page may.
    for _ in 0..<100 where found.count != 45 {
      found = []
      var values = ["q": "swift"]
      repeat {
        let answer = try await page(values)
        found += answer.rows.map(\.id)
        values["after"] = answer.next
        #expect(answer.rows.allSatisfy { $0.text == "&lt;A <mark>swift</mark>&gt; &amp; b" })
      } while values["after"] != nil
    }
    #expect(found.count == 45 && Set(found).count == 45)
    #expect(try await page([:]).rows.isEmpty)
    var count = 0
    for _ in 0..<100 where count != 20 {
      count = try await page(["q": "swift \"("]).rows.count
    }
    #expect(count == 20)
    await #expect(throws: Example.BadCursor.self) {
      try await page(["q": "swift", "after": "no cursor"])
    }
  }

  @Test("a tool: its status says what happened")
  func tool() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "index")
    #expect(await Example.run([]) == 2)
    #expect(await Example.run([path, "swift"]) == 1, "there is no index yet")
    let index = try SearchIndex<Note>(path: path)
    try await index.write { try $0.put(Note(id: "1", title: "Swifts", text: "A swift.")) }
    #expect(await Example.run([path, "swift"]) == 0)
    #expect(await Example.run([path, "swift AND ("]) == 2)
    try await index.close()
  }
}
