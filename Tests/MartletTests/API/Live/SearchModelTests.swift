import Foundation
import MartletTestSupport
import Observation
import Testing

@testable import Martlet

@Suite("Search model")
@MainActor
struct SearchModelTests {
  private typealias Index = SearchIndex<VictimDocument>

  private func index() async throws -> Index {
    let index = Index.inMemory()
    try await index.write { batch in
      for number in 0..<9 { try batch.put(VictimDocument(key: "\(number)", version: number)) }
    }
    return index
  }

  /// Waits until `condition` holds, for at most some minutes.
  private func until(_ condition: () -> Bool) async {
    await Waiting.until(condition)
    #expect(condition())
  }

  @Test("a text is searched for, and the results of the last one stay")
  func texts() async throws {
    let model = SearchModel(try await index())
    #expect(model.isSearching && model.results == nil && model.hits.isEmpty)
    for text in ["all", "w1", "w12 w1", "w5 all"] {
      model.text = text
      #expect(model.isSearching)
    }
    await until { !model.isSearching }
    #expect(model.hits.map(\.id) == ["5"] && model.error == nil)
  }

  @Test("each text is followed by its own results only")
  func order() async throws {
    let model = SearchModel(try await index(), debounce: .zero)
    for round in 0..<200 {
      model.text = "w\(round % 9) all"
      if round % 3 == 0 { await Task.yield() }
      guard round % 7 == 0 else { continue }
      await until { !model.isSearching }
      #expect(model.hits.first?.id == "\(round % 9)")
    }
  }

  @Test("a change of the documents changes the results of the same text")
  func changes() async throws {
    let index = try await index()
    let model = SearchModel(index)
    model.text = "all"
    await until { model.hits.count == 9 }
    try await index.write { $0.delete("3") }
    await until { model.hits.count == 8 }
    #expect(!model.isSearching)
    try await index.close()
    model.text = "w4 all"
    await until { model.hits.map(\.id) == ["4"] }
  }

  @Test("an error leaves the results, and the next text goes on")
  func errors() async throws {
    let model = SearchModel(try await index()) { text in
      text == "bad" ? SearchRequest(.word("a", in: "nothing")) : SearchRequest(text)
    }
    model.text = "w4 all"
    await until { !model.isSearching }
    model.text = "bad"
    await until { !model.isSearching }
    #expect((model.error as? SearchError)?.code == .unknownField)
    #expect(model.hits.map(\.id) == ["4"])
    model.text = "w5 all"
    await until { model.hits.map(\.id) == ["5"] }
    #expect(model.error == nil)
  }

  @Test("no request shows nothing, at once")
  func nothing() async throws {
    var limit = 3
    let model = SearchModel(try await index()) { text in
      text.isEmpty ? nil : SearchRequest(text) { $0.limit = limit }
    }
    #expect(!model.isSearching)
    model.text = "all"
    await until { model.hits.count == 3 }
    limit = 5
    model.searchAgain()
    await until { model.hits.count == 5 }
    model.text = ""
    #expect(model.results == nil && !model.isSearching)
    try await Task.sleep(for: .milliseconds(20))
    #expect(model.results == nil)
  }

  @Test("who observes the model is told, and a model that is released lets go of the index")
  func observed() async throws {
    var index: Index? = try await index()
    weak let core = index?.core
    var model: SearchModel<VictimDocument>? = SearchModel(try #require(index))
    index = nil
    let isTold = Lock(false)
    withObservationTracking {
      _ = model?.hits.count
    } onChange: {
      isTold.withLock { $0 = true }
    }
    model?.text = "all"
    await until { isTold.withLock { $0 } }
    model = nil
    await until { core == nil }
  }
}
