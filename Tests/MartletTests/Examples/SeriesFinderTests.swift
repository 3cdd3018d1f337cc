import Foundation
import MartletTestSupport
import MartletToolSupport
import Synchronization
import Testing

import Martlet

/// Series and episodes by name: 6,330 series and 336,322 episodes at full size.
@Suite("Example: series and episodes")
@MainActor
struct SeriesFinderTests {
  private let folder: TemporaryFolder
  private let store: [ShowName]

  init() throws {
    folder = try TemporaryFolder()
    var words = try ExampleWords()
    let seriesCount = ExampleSize.count(63, full: 6_330)
    let episodeCount = ExampleSize.count(3_363, full: 336_322)
    var store = (0..<seriesCount).map { number in
      ShowName(
        id: "s\(number)", seriesID: "s\(number)", name: words.name("Éléphants", oneIn: 100))
    }
    for number in 0..<episodeCount {
      let series = words.random.int(in: 0..<seriesCount)
      store.append(
        ShowName(
          id: "s\(series)e\(number)", seriesID: "s\(series)",
          name: words.name("Elephant", oneIn: 500)))
    }
    self.store = store
  }

  private func finder(
    _ store: [ShowName], _ reports: Reports = Reports()
  ) async throws -> SeriesFinder {
    try await SeriesFinder(
      folder: URL(fileURLWithPath: folder.path(of: "names")), store: store, progress: reports.add)
  }

  private final class Reports: Sendable {
    private let fractions = Mutex<[Double]>([])
    var all: [Double] { fractions.withLock { $0 } }
    func add(_ progress: ImportProgress) {
      fractions.withLock { $0.append(progress.fraction ?? -1) }
    }
  }

  private func type(_ text: String, in finder: SeriesFinder) async throws {
    finder.series.text = text
    await Waiting.until { !finder.series.isSearching }
  }

  @Test("a row for each series while a name is typed, and the episodes of one")
  func screens() async throws {
    let figures = ExampleFigures("series")
    let reports = Reports()
    let bytes = store.reduce(0) { $0 + $1.name.utf8.count }
    var watch = Stopwatch()
    let finder = try await finder(store, reports)
    figures.built(store.count, "name", bytes: bytes, in: watch)
    #expect(reports.all.last == 1)
    let scan = NaiveScan(store.map(\.name))
    for count in 1..."elephant".count {
      let text = String("elephant".prefix(count))
      let (scanTime, _) = Stopwatch.time { scan.count(containing: [text]) }
      watch = Stopwatch()
      let request = SearchRequest(text) { $0.collapse = Collapse(by: "series") }
      let hits = try await finder.index.search(request).hits.count
      figures.compare(text, scan: scanTime, index: watch.seconds, hits: hits)
      finder.series.text = text
    }
    try await type("elephant", in: finder)
    let named = store.filter { show in
      show.name.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
        .split { !$0.isLetter }.contains { $0.hasPrefix("elephant") }
    }
    let expected = Set(named.map(\.seriesID))
    let shown = try finder.series.hits.map { try $0.document().seriesID }
    #expect(!shown.isEmpty && Set(shown).count == shown.count, "a series has one row")
    #expect(finder.series.results?.groupCount == expected.count)
    #expect(Set(shown).isSubset(of: expected))
    let first = try #require(shown.first)
    let episodes = try await finder.episodes(of: first)
    #expect(Set(episodes) == Set(named.filter { $0.seriesID == first }))
    try await type("green el", in: finder)
    for hit in finder.series.hits where finder.series.results?.matched == .all {
      let name = try hit.document().name.lowercased()
      #expect(name.contains("green") && name.contains("el"))
    }
  }

  @Test("a second launch reads nothing again, and what the store saves is found")
  func launches() async throws {
    let some = Array(store.prefix(400))
    let first = try await finder(some)
    #expect(first.index.statistics.documentCount == some.count)
    try await first.index.close()
    let second = try await finder([])
    #expect(second.index.statistics.documentCount == some.count)
    try await second.storeDidSave(
      inserted: [ShowName(id: "new", seriesID: "s0", name: "Quokka")],
      updated: [ShowName(id: some[0].id, seriesID: "s0", name: "Renamed quokkas")],
      deleted: [some[1].id])
    try await type("quokka", in: second)
    #expect(second.series.results?.groupCount == 1)
    #expect(Set(try await second.episodes(of: "s0").map(\.id)) == ["new", some[0].id])
    #expect(try !second.index.contains(some[1].id))
    try await second.index.close()
  }
}
