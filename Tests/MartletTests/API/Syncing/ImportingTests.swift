import Foundation
import Martlet
import MartletTestSupport
import Synchronization
import Testing

/// Putting many documents into an index.
@Suite("Importing")
struct ImportingTests {
  struct Note: SearchDocument {
    var searchKey: String { id }
    let id: String
    var text = "a text of some words"
    static let searchSchema = Schema<Note>(fields: [.text("text", \.text)])
  }

  /// Collects what is reported.
  private final class Reports: Sendable {
    private let values = Mutex<[ImportProgress]>([])
    var all: [ImportProgress] { values.withLock { $0 } }
    func add(_ progress: ImportProgress) { values.withLock { $0.append(progress) } }
  }

  private static func notes(_ count: Int) -> [Note] { (0..<count).map { Note(id: "n\($0)") } }

  private static let smallBatches = ImportOptions { $0.batchByteCount = 2_000 }

  @Test("all documents are searchable, and each batch is reported")
  func all() async throws {
    let index = SearchIndex<Note>.inMemory()
    let reports = Reports()
    let result = try await index.importAll(
      Self.notes(1_000), options: Self.smallBatches, progress: reports.add)
    #expect(result.documentCount == 1_000)
    #expect(index.statistics.documentCount == 1_000)
    #expect(try await index.search("words").total.number == 1_000)
    let counts = reports.all.map(\.documentCount)
    #expect(counts.count > 10)
    #expect(counts == counts.sorted() && Set(counts).count == counts.count)
    #expect(counts.last == 1_000)
    #expect(reports.all.allSatisfy { $0.expectedCount == 1_000 && $0.rejections.isEmpty })
    let last = try #require(reports.all.last)
    #expect(last.fraction == 1 && last.remaining == .zero)
    #expect(last.byteCount == result.byteCount && last.byteCount > 40_000)
    #expect(last.documentsPerSecond > 0 && last.bytesPerSecond > last.documentsPerSecond)
    let half = reports.all[counts.count / 2]
    #expect(
      half.fraction.map { 0.2...0.8 ~= $0 } == true && half.remaining.map { $0 > .zero } == true)
  }

  private struct Guessed: Sequence, Sendable {
    var underestimatedCount: Int { 10 }
    func makeIterator() -> some IteratorProtocol<Note> { notes(100).makeIterator() }
  }

  @Test("the least number of a sequence is not taken for its number")
  func underestimated() async throws {
    let index = SearchIndex<Note>.inMemory()
    let result = try await index.importAll(Guessed())
    #expect(result.documentCount == 100 && result.expectedCount == nil)
    let unique = try await index.importAll(["a": Note(id: "a")].values)
    #expect(unique.expectedCount == 1)
  }

  @Test("nothing to import is no error, and a document replaces the one with its key")
  func edges() async throws {
    let index = SearchIndex<Note>.inMemory()
    #expect(try await index.importAll([]).documentCount == 0)
    try await index.importAll(Self.notes(3))
    let again = [Note(id: "n1", text: "other"), Note(id: "n1", text: "last"), Note(id: "x")]
    try await index.importAll(again)
    #expect(index.statistics.documentCount == 4)
    #expect(try await index.search("last").hits.map(\.id) == ["n1"])
  }

  private struct Interruption: Error {}

  /// Cancels a task as soon as both it and the request are there.
  private final class Cancellation: Sendable {
    private let state = Mutex<(task: Task<ImportProgress, any Error>?, isRequested: Bool)>(
      (nil, false))

    func request() {
      state.withLock {
        $0.isRequested = true
        $0.task?.cancel()
      }
    }

    func set(_ task: Task<ImportProgress, any Error>) {
      state.withLock {
        $0.task = task
        if $0.isRequested { task.cancel() }
      }
    }
  }

  /// Makes documents, and fails or cancels its task after some of them.
  private struct Source: AsyncSequence, AsyncIteratorProtocol, Sendable {
    var count: Int
    var end: Int
    var cancels = false
    let cancellation = Cancellation()
    var number = 0

    func makeAsyncIterator() -> Source { self }

    mutating func next() async throws -> Note? {
      guard number < count else { return nil }
      if number == end {
        guard cancels else { throw Interruption() }
        cancellation.request()
        while !Task.isCancelled { await Task.yield() }
      }
      number += 1
      return Note(id: "n\(number - 1)")
    }
  }

  @Test(
    "an import that ends early leaves whole batches, and goes on where it was",
    arguments: 0..<(12 * TestSeed.factor))
  func resuming(round: Int) async throws {
    var random = SeededRandom(seed: TestSeed.value &+ UInt64(round))
    let folder = try TemporaryFolder()
    var options = ImportOptions { $0.bookmark = "import" }
    options.batchByteCount = random.int(in: 1..<6_000)
    let count = random.int(in: 1..<300)
    var done = 0
    for _ in 0..<random.int(in: 1..<4) {
      let index = try await SearchIndex<Note>.open(path: folder.path)
      let reports = Reports()
      let source = Source(
        count: count, end: random.int(in: 0..<count), cancels: random.oneIn(2))
      let task = Task {
        try await index.importAll(from: source, options: options, progress: reports.add)
      }
      source.cancellation.set(task)
      let result = await task.result
      #expect(throws: (any Error).self) { try result.get() }
      if case .failure(let error) = result {
        #expect(source.cancels ? error is CancellationError : error is Interruption)
      }
      let last = reports.all.last
      done = last.map { $0.documentCount + $0.resumedCount } ?? done
      #expect(index.statistics.documentCount == done)
      try await index.close()
    }
    let index = try await SearchIndex<Note>.open(path: folder.path)
    let result = try await index.importAll(Self.notes(count), options: options)
    #expect(result.resumedCount == done && result.documentCount == count - done)
    #expect(Set(try await index.snapshot().keys()) == Set(Self.notes(count).map(\.id)))
    #expect(index.bookmark("import") == nil)
    try await index.close()
  }

  @Test("a rejected document ends the import, or is left out and noted")
  func rejections() async throws {
    let index = SearchIndex<Note>.inMemory()
    let long = String(repeating: "k", count: 1_025)
    var notes = Self.notes(300)
    for place in [0, 150, 299] { notes.insert(Note(id: place == 150 ? long : ""), at: place) }
    let error = await #expect(throws: SearchError.self) {
      try await index.importAll(Array(notes.dropFirst()), options: Self.smallBatches)
    }
    #expect(error?.code == .documentRejected)
    #expect(index.statistics.documentCount > 0)
    #expect(index.statistics.documentCount < 150)
    let options = ImportOptions {
      $0.batchByteCount = 500
      $0.rejection = .skip
      $0.bookmark = "import"
    }
    let result = try await index.importAll(notes, options: options)
    #expect(result.documentCount == 300 && result.rejectedCount == 3)
    #expect(result.rejections.map(\.index) == [0, 150, 299])
    #expect(result.rejections.allSatisfy { $0.error.code == .documentRejected })
    #expect(index.statistics.documentCount == 300)
    let many = Array(repeating: Note(id: ""), count: 250)
    let rejected = try await index.importAll(many, options: options)
    #expect(rejected.rejectedCount == 250 && rejected.rejections.count == 100)
  }

  @Test("an import that goes on leaves out also the documents that were rejected before")
  func resumingAfterRejections() async throws {
    let index = SearchIndex<Note>.inMemory()
    let options = ImportOptions {
      $0.bookmark = "import"
      $0.batchByteCount = 1
      $0.rejection = .skip
    }
    let notes = Self.notes(6).flatMap { [Note(id: ""), $0] }
    let source = AsyncThrowingStream<Note, any Error> { stream in
      for note in notes[..<8] { stream.yield(note) }
      stream.finish(throwing: Interruption())
    }
    await #expect(throws: Interruption.self) {
      try await index.importAll(from: source, options: options)
    }
    #expect(index.statistics.documentCount == 4)
    let result = try await index.importAll(notes, options: options)
    #expect(result.resumedCount == 8 && result.documentCount == 2 && result.rejectedCount == 2)
    #expect(Set(try await index.snapshot().keys()) == Set(Self.notes(6).map(\.id)))
  }

  @Test(
    "an import of fewer documents than were taken before is an error, and says where it stopped")
  func fewer() async throws {
    let index = SearchIndex<Note>.inMemory()
    let options = ImportOptions {
      $0.bookmark = "import"
      $0.batchByteCount = 1
    }
    let source = Source(count: 50, end: 40)
    await #expect(throws: Interruption.self) {
      try await index.importAll(from: source, options: options)
    }
    let bookmark = index.bookmark("import")
    let error = await #expect(throws: SearchError.self) {
      try await index.importAll(Self.notes(5), options: options)
    }
    #expect(error?.code == .unsuitableValue && error?.message.contains("only 5") == true)
    #expect(index.bookmark("import") == bookmark && bookmark != nil)
    let rejected = await #expect(throws: SearchError.self) {
      try await index.importAll(Self.notes(3) + [Note(id: "")])
    }
    #expect(rejected?.message.contains("document 3") == true)
  }

  @Test("a stream that ends because its task is cancelled is no whole import", arguments: [0, 6])
  func cancelledStream(count: Int) async throws {
    let index = SearchIndex<Note>.inMemory()
    let options = ImportOptions {
      $0.bookmark = "import"
      $0.batchByteCount = 1
    }
    let (stream, source) = AsyncStream.makeStream(of: Note.self)
    if count > 0 {
      // An earlier import that was interrupted, whose documents are skipped.
      await #expect(throws: SearchError.self) {
        try await index.importAll(Self.notes(count) + [Note(id: "")], options: options)
      }
    }
    let bookmark = index.bookmark("import")
    for note in Self.notes(max(1, count / 2)) { source.yield(note) }
    let task = Task { try await index.importAll(from: stream, options: options) }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(count == 0 || bookmark != nil && index.bookmark("import") == bookmark)
    // The next one goes on.
    let progress = try await index.importAll(Self.notes(9), options: options)
    #expect(progress.resumedCount >= count && index.statistics.documentCount == 9)
    try await index.close()
  }

  @Test("a closed index, and a bookmark of something else, are errors")
  func errors() async throws {
    let index = SearchIndex<Note>.inMemory()
    let foreign: [UInt8] = UInt64(1_234).keyBytes
    try await index.write { try $0.setBookmark("mine", foreign) }
    let error = await #expect(throws: SearchError.self) {
      try await index.importAll(Self.notes(3), options: ImportOptions { $0.bookmark = "mine" })
    }
    #expect(error?.code == .unsuitableValue)
    #expect(index.bookmark("mine") == foreign && index.statistics.documentCount == 0)
    try await index.close()
    let closed = await #expect(throws: SearchError.self) {
      try await index.importAll(Self.notes(3))
    }
    #expect(closed?.code == .closed)
  }

  @Test("an import during which all is deleted begins anew")
  func deletedMeanwhile() async throws {
    let index = SearchIndex<Note>.inMemory()
    var options = Self.smallBatches
    options.bookmark = "import"
    let reports = Atomic(0)
    await #expect(throws: SearchError.self) {
      try await index.importAll(
        Self.notes(300) + [Note(id: "")] + Self.notes(400), options: options
      ) { _ in
        guard reports.add(1, ordering: .relaxed).newValue == 2 else { return }
        #expect(throws: Never.self) { try index.writeSync { $0.deleteAll() } }
      }
    }
    #expect(index.bookmark("import") == nil && index.statistics.documentCount < 300)
    let whole = try await index.importAll(Self.notes(400), options: options)
    #expect(whole.resumedCount == 0 && index.statistics.documentCount == 400)
    // The next one is as any other.
    await #expect(throws: SearchError.self) {
      try await index.importAll(Self.notes(300) + [Note(id: "")], options: options)
    }
    #expect(index.bookmark("import") != nil)
  }

  @Test("an import that was interrupted begins anew once all is deleted, or damage is left out")
  func begunAnew() async throws {
    let folder = try TemporaryFolder()
    var options = Self.smallBatches
    options.bookmark = "import"
    func interrupt(_ index: SearchIndex<Note>) async throws {
      await #expect(throws: SearchError.self) {
        try await index.importAll(
          Self.notes(300) + [Note(id: "")] + Self.notes(400), options: options)
      }
      #expect(index.bookmark("import") != nil && index.statistics.documentCount > 100)
    }
    do {
      let index = try SearchIndex<Note>(path: folder.path)
      try await interrupt(index)
      try await index.write { batch in
        try batch.setBookmark("own", [1])
        batch.deleteAll()
      }
      #expect(index.bookmark("own") == [1])
      let whole = try await index.importAll(Self.notes(400), options: options)
      #expect(whole.resumedCount == 0 && index.statistics.documentCount == 400)
      for deletesByQuery in [false, true] {
        try await index.write { $0.deleteAll() }
        try await interrupt(index)
        try await index.write { batch in
          if deletesByQuery {
            try batch.delete(where: .all([]))
          } else {
            batch.delete(contentsOf: Self.notes(400).map(\.id))
          }
        }
        let again = try await index.importAll(Self.notes(400), options: options)
        #expect(again.resumedCount == 0 && index.statistics.documentCount == 400)
      }
      try await index.write { $0.deleteAll() }
      try await interrupt(index)
      try await index.close()
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasPrefix("seg-") {
      try Data([1, 2, 3]).write(to: URL(fileURLWithPath: folder.path + "/" + name))
    }
    let index = try SearchIndex<Note>(
      path: folder.path, options: IndexOptions(onCorruption: .salvage))
    #expect(index.statistics.documentCount == 0)
    let whole = try await index.importAll(Self.notes(400), options: options)
    #expect(whole.resumedCount == 0 && index.statistics.documentCount == 400)
    try await index.close()
  }
}
