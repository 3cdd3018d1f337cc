import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

/// Work that grows with the data or the request, and reads few postings.
@Suite("Stopping work beside the postings")
struct SearchStopWorkTests {
  @Test(
    "numbers are ordered as the standard library orders them",
    arguments: SeededRandom.seeds(count: 4))
  func ordering(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for count in [0, 1, 2, 255, 256, 257, 511, 513, 1_000, 4_097] {
      for values in [2, 50, 1 << 40] {
        let keys = (0..<count).map { _ in random.int(in: 0..<values) }
        let ordered = try SearchStop().ordered(count) { keys[$0] < keys[$1] }
        // In equal keys, the number decides.
        let expected = (0..<count).sorted { (keys[$0], $0) < (keys[$1], $1) }
        #expect(ordered == expected, "seed \(seed), \(count) of \(values) values")
      }
    }
  }

  @Test("sorting is left in the middle")
  func leftOrdering() {
    let keys = (0..<20_000).map { $0 &* 7_919 % 20_011 }
    let all = QuestionCount()
    _ = try? SearchStop(isCancelled: { all.add() < 0 }).ordered(keys.count) { keys[$0] < keys[$1] }
    #expect(all.count > 100)
    for last in [1, all.count / 2, all.count] {
      let count = QuestionCount()
      let stop = SearchStop(isCancelled: { count.add() >= last })
      let code = thrownCode { try stop.ordered(keys.count) { keys[$0] < keys[$1] } }
      #expect(code == .cancelled && count.count == last)
    }
  }

  /// An index with 2,000 dates, numbers and tags, a word and a text that all documents have, and
  /// words that one of them has.
  private static func index() throws -> SearchIndex<Memo> {
    let index = SearchIndex<Memo>.inMemory()
    for part in 0..<2 {
      try index.writeSync { batch in
        for number in stride(from: part, to: 2_000, by: 2) {
          try batch.put(
            Memo(
              id: "\(number)", title: "same \(number % 2 == 0 ? "even" : "odd") own\(number)",
              body: Self.long, tags: ["t\(number)"], stars: Double(number),
              at: Date(timeIntervalSince1970: Double(number) * 86_400 * 3)))
        }
      }
    }
    return index
  }

  private static let long = (0..<200).map { "word\($0)" }.joined(separator: " ")

  /// Requests, and how often each asks at least if it asks for every sixteenth posting.
  private static var requests: [(name: String, request: SearchRequest, least: Int)] {
    let one = Query.is("id", "7")
    let ranges = (0..<500).map { Double($0) + 0.25..<Double($0) + 0.5 }
    let rare = (0..<400).map { Query.word("own\($0)") }
    func facet(_ facet: FacetRequest, of query: Query = one) -> SearchRequest {
      SearchRequest(query) { $0.facets = [facet] }
    }
    return [
      ("periods", facet(.dates("at", by: .month), of: .everything), 950),
      ("ranges", facet(.ranges("stars", ranges)), 480),
      ("values", facet(.values("tags", limit: 2_000), of: .everything), 900),
      (
        "rules", SearchRequest(.any([.word("even"), .word("odd")])) { $0.rules = [.words] },
        200
      ),
      ("whole texts", SearchRequest(.is("body", Self.long)), 2_000),
      ("leaders", SearchRequest(.word("same").preferring(.any(rare))), 400),
    ]
  }

  @Test("is asked for in proportion to the work, and ends it")
  func asked() throws {
    let index = try Self.index()
    func answer(_ request: SearchRequest, _ stop: SearchStop) throws -> SearchAnswer {
      var runner = SearchRunner(
        request, over: index.core.state.segments, schema: index.core.schema, ranking: BM25(),
        stop: stop)
      return try runner.run()
    }
    for (name, request, least) in Self.requests {
      let count = QuestionCount()
      let whole = try answer(request, SearchStop(isCancelled: { count.add() < 0 }, interval: 16))
      let asks = count.count
      #expect(asks >= least, "\(name): asked \(asks) times, not \(least)")
      for last in [asks / 2, asks * 3 / 4] {
        let count = QuestionCount()
        let stop = SearchStop(isCancelled: { count.add() >= last }, interval: 16)
        #expect(thrownCode { try answer(request, stop) } == .cancelled, "\(name): at \(last)")
        let over = QuestionCount()
        let late = SearchStop(isOver: { over.add() >= last }, interval: 16)
        let part = try answer(request, late)
        #expect(!part.isComplete && late.isOutOfTime, "\(name): at \(last)")
        for (facet, all) in zip(part.facets, whole.facets) {
          let counts = Dictionary(
            all.values.map { ($0.text, $0.count) }, uniquingKeysWith: { one, _ in one })
          #expect(
            facet.values.allSatisfy { $0.count <= counts[$0.text] ?? 0 }, "\(name): at \(last)")
        }
      }
    }
  }

  @Test("a task that is cancelled once its time is over gets no part of the answer")
  func cancelledLate() throws {
    let index = try Self.index()
    let request = SearchRequest(.any([.word("even"), .word("odd")])) { $0.rules = [.words] }
    var cancelled = 0
    for allowed in stride(from: 0, to: 600, by: 7) {
      let count = QuestionCount()
      // The time is over at a question, and the task is cancelled before the next one.
      let stop = SearchStop(
        isCancelled: { count.count > allowed }, isOver: { count.add() > allowed }, interval: 16)
      var runner = SearchRunner(
        request, over: index.core.state.segments, schema: index.core.schema, ranking: BM25(),
        stop: stop)
      do {
        let answer = try runner.run()
        // Whatever asks no more after the time is over does not know of the cancellation.
        #expect(answer.isComplete == !stop.isOutOfTime)
      } catch {
        #expect(error.code == .cancelled)
        cancelled += 1
      }
    }
    #expect(cancelled > 0)
  }
}
