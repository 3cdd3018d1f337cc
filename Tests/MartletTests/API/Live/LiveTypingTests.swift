import MartletTestSupport
import Synchronization
import Testing

@testable import Martlet

/// Texts that are typed at random, searched for in a real index under a virtual clock.
@Suite("Live results, typed at random")
struct LiveTypingTests {
  private typealias Index = SearchIndex<VictimDocument>

  /// What a consumer was given of a history.
  private final class Answers: Sendable {
    private let state = Mutex((texts: [String](), isOver: false))

    var isOver: Bool { state.withLock { $0.isOver } }
    var texts: [String] { state.withLock { $0.texts } }

    func add(_ text: String) { state.withLock { $0.texts.append(text) } }
    func end() { state.withLock { $0.isOver = true } }
  }

  /// Types a history into live results of the index. Returns the interpretations of the answers.
  private func play(_ history: LiveHistory, _ index: Index) async throws -> [String] {
    let clock = VirtualClock()
    let answers = Answers()
    let texts = TypedTexts(keystrokes: history.keystrokes, clock: clock) { _ in }
    let live = index.live(texts, debounce: LiveHistory.debounce, clock: clock)
    let consumer = Task {
      defer { answers.end() }
      var random = SeededRandom(seed: history.seed &+ 1)
      for try await results in live {
        answers.add(results.interpreted)
        if random.oneIn(2) { try await clock.sleep(for: .milliseconds(random.int(in: 1..<120))) }
      }
    }
    while !answers.isOver {
      for _ in 0..<4 { await Task.yield() }
      clock.advance()
    }
    try await consumer.value
    return answers.texts
  }

  @Test("the last answer is that of the last text, and none goes back")
  func histories() async throws {
    let index = Index.inMemory()
    try await index.write { batch in
      for number in 0..<50 { try batch.put(VictimDocument(key: "\(number)", version: number)) }
    }
    let count = 200 * TestSeed.factor
    var (answerCount, typedCount) = (0, 0)
    for number in 0..<count {
      let history = LiveHistory(seed: TestSeed.value &* 1_000_003 &+ UInt64(number))
      let texts = history.keystrokes.map(\.text)
      let expected = try texts.map { try interpretation(of: $0, index) }
      let answers = try await play(history, index)
      let place: Comment = "history \(number), MARTLET_SEED=\(TestSeed.value)"
      #expect(answers.last == expected.last, place)
      // Only empty texts are typed twice, so each other answer has its one place.
      let places = answers.compactMap { expected.lastIndex(of: $0) }
      #expect(places.count == answers.count, place)
      let unique = places.filter { !texts[$0].isEmpty }
      #expect(unique == unique.sorted() && Set(unique).count == unique.count, place)
      (answerCount, typedCount) = (answerCount + answers.count, typedCount + texts.count)
    }
    print(
      "live: \(count) histories in an index, MARTLET_SEED=\(TestSeed.value), \(typedCount) texts, "
        + "\(answerCount) answers")
    #expect(answerCount < typedCount)
  }

  private func interpretation(of text: String, _ index: Index) throws -> String {
    try index.searchSync(SearchRequest(text)).interpreted
  }
}
