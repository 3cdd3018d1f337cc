import Foundation
import Martlet
import MartletTestSupport
import Testing

/// Comparing a store with its index.
@Suite("Reconciling")
struct ReconcilingTests {
  struct Note: SearchDocument {
    var searchKey: Int { id }
    let id: Int
    var text = ""
    var revision: Int?
    var edited: Date?
    var hash: String?
    var tags: [Int] = []
    static let searchSchema = Schema<Note>(fields: [
      .text("text", \.text), .number("revision", \.revision), .date("edited", \.edited),
      .keyword("hash", \.hash), .number("plain", \.revision, column: false),
      .numbers("tags", \.tags),
    ])
  }

  @Test("refuses numbers that the index cannot tell apart")
  func largeNumbers() throws {
    let index = SearchIndex<Note>.inMemory()
    let largest = 1 << 53
    try index.writeSync { try $0.put(Note(id: 1, revision: largest)) }
    #expect(try index.reconcileSync([(1, largest)], version: "revision").stale == [])
    #expect(try index.reconcileSync([(1, largest - 1)], version: "revision").stale == [1])
    for (key, version) in [(1, 1_790_000_000_000_000_100), (2, largest + 1), (1, -largest - 1)] {
      let error = #expect(throws: SearchError.self) {
        try index.reconcileSync([(key, version)], version: "revision")
      }
      #expect(error?.code == .unsuitableValue)
    }
  }

  @Test("refuses a keyword that is longer than those that the index has")
  func longKeyword() throws {
    let index = SearchIndex<Note>.inMemory()
    let longest = String(repeating: "k", count: 1_024)
    try index.writeSync { try $0.put(Note(id: 1, hash: longest)) }
    #expect(try index.reconcileSync([(1, longest)], version: "hash").stale == [])
    let error = #expect(throws: SearchError.self) {
      try index.reconcileSync([(1, longest + "k")], version: "hash")
    }
    #expect(error?.code == .unsuitableValue)
  }

  @Test("of a cancelled task throws, however small or large the store is")
  func cancelled() async throws {
    let index = SearchIndex<Note>.inMemory()
    try await index.write { batch in
      for id in 0..<20 { try batch.put(Note(id: id, revision: 1)) }
    }
    for count in [0, 2, Int.max] {
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        return try await index.reconcile(
          repeatElement((1, 1), count: count), version: "revision")
      }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test("finds what is missing, stale and orphaned, as a dictionary would", arguments: 0..<20)
  func random(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    var store: [Int: Int] = [:]
    var indexed: [Int: Int?] = [:]
    let index = SearchIndex<Note>.inMemory()
    for _ in 0..<random.int(in: 1..<8) {
      try index.writeSync { batch in
        for _ in 0..<random.int(in: 0..<80) {
          let id = random.int(in: 0..<200)
          if random.oneIn(6) {
            batch.delete(id)
            indexed[id] = nil
          } else {
            let revision = random.oneIn(9) ? nil : random.int(in: 0..<4)
            try batch.put(Note(id: id, revision: revision))
            indexed[id] = .some(revision)
          }
        }
      }
    }
    for id in 0..<200 where !random.oneIn(4) {
      store[id] = random.oneIn(3) ? random.int(in: 0..<4) : (indexed[id] ?? nil) ?? 0
    }
    let pairs = store.map { ($0.key, $0.value) }
    let drift = try index.reconcileSync(pairs, version: "revision")
    #expect(drift.missing == pairs.map(\.0).filter { indexed[$0] == nil }, "seed \(seed)")
    let stale = pairs.filter { key, version in
      indexed[key].map { $0 != version } ?? false
    }
    #expect(drift.stale == stale.map(\.0), "seed \(seed)")
    #expect(Set(drift.orphaned) == Set(indexed.keys).subtracting(store.keys), "seed \(seed)")
    #expect(drift.orphaned.count == Set(drift.orphaned).count)
    let keys = try index.snapshot().keysSync()
    #expect(Set(keys) == Set(indexed.keys), "seed \(seed)")

    try index.writeSync { batch in
      try batch.put(
        contentsOf: (drift.missing + drift.stale).map { Note(id: $0, revision: store[$0]) })
      batch.delete(contentsOf: drift.orphaned)
    }
    #expect(try index.reconcileSync(pairs, version: "revision").isEmpty, "seed \(seed)")
  }

  @Test("versions are numbers, dates or keywords; of several, one has to be equal")
  func kinds() async throws {
    let index = SearchIndex<Note>.inMemory()
    let day = Date(timeIntervalSince1970: 1_990.25)
    try await index.write { batch in
      try batch.put(Note(id: 1, edited: day, hash: "ab", tags: [3, 5]))
      try batch.put(Note(id: 2, edited: Date(timeIntervalSince1970: 1_990)))
    }
    func drift(_ pairs: [(Int, some QueryValue)], _ field: FieldRef) async throws -> String {
      let drift = try await index.reconcile(pairs, version: field)
      return "\(drift.missing) \(drift.stale) \(drift.orphaned)"
    }
    let whole = Date(timeIntervalSince1970: 1_990)
    // The last bits of a time depend on the way that it has gone.
    #expect(try await drift([(1, day + 0.000_000_2), (2, whole)], "edited") == "[] [] []")
    #expect(try await drift([(1, day + 0.000_01), (2, whole)], "edited") == "[] [1] []")
    #expect(try await drift([(1, day), (2, whole)], "edited") == "[] [] []")
    #expect(try await drift([(1, whole), (2, whole)], "edited") == "[] [1] []")
    #expect(try await drift([(1, "ab"), (2, "ab"), (7, "")], "hash") == "[7] [2] []")
    for other in ["", "a", "abc", "cd"] {
      #expect(try await drift([(1, other), (2, "ab")], "hash") == "[] [1, 2] []", "\(other)")
    }
    #expect(try await drift([(1, 0), (2, 1)], "revision") == "[] [1, 2] []", "none has a version")
    #expect(try await drift([(1, 5)], "tags") == "[] [] [2]")
    #expect(try await drift([(1, 4.0)], "tags") == "[] [1] [2]")
    #expect(try await drift([(Int, Int)](), "revision") == "[] [] [1, 2]")
    let all = try await index.reconcile([(9, 1)], version: "revision")
    #expect("\(all)" == "1 missing, 0 stale, 2 orphaned")
  }

  @Test(
    "a field that has no versions of this kind is an error that says what to do",
    arguments: [
      ("text", "declare a keyword field"), ("plain", "column: false"), ("edited", "field's kind"),
      ("hash", "field's kind"), ("revisoin", "revision"),
    ])
  func unsuitable(field: String, advice: String) throws {
    let index = SearchIndex<Note>.inMemory()
    let error = #expect(throws: SearchError.self) {
      try index.reconcileSync([(1, 1)], version: FieldRef(field))
    }
    #expect(error?.description.contains(advice) == true, "\(error.map { "\($0)" } ?? "")")
  }

  struct Token: Codable, Equatable {
    var transaction: Int
    var name = "é"
  }

  @Test("a bookmark can be a value, kept with the documents of its write")
  func bookmarks() async throws {
    let folder = try TemporaryFolder()
    var index = try SearchIndex<Note>(path: folder.path)
    try await index.write { batch in
      try batch.put(Note(id: 1))
      try batch.setBookmark("history", to: Token(transaction: 42))
    }
    try await index.close()
    index = try await SearchIndex<Note>.open(path: folder.path)
    #expect(try index.bookmark("history", as: Token.self) == Token(transaction: 42))
    let token = try index.snapshot().bookmark("history", as: Token.self)
    #expect(token == Token(transaction: 42))
    #expect(try index.bookmark("other", as: Token.self) == nil)
    let error = #expect(throws: SearchError.self) { try index.bookmark("history", as: [Int].self) }
    #expect(error?.code == .documentUnreadable)
    #expect(error?.message.contains("history") == true)
    await #expect(throws: SearchError.self) {
      try await index.write { try $0.setBookmark("number", to: Double.nan) }
    }
    // An optional value that is nil is no bookmark.
    try await index.write { try $0.setBookmark("history", to: Token?.none) }
    #expect(index.bookmark("history") == nil)
    try await index.write { try $0.setBookmark("history", Array("null".utf8)) }
    #expect(try index.bookmark("history", as: Token.self) == nil)
    try await index.write { try $0.setBookmark("history", nil) }
    #expect(try index.bookmark("history", as: Token.self) == nil)
    try await index.close()
  }
}
