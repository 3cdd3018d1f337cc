import MartletTestSupport
import Testing

@testable import Martlet

@Suite("A live search, typed at random")
struct LiveHistoryTests {
  /// What is wrong with an outcome of a history.
  private func problems(_ history: LiveHistory, _ record: LiveHistory.Record) -> [String] {
    var problems: [String] = []
    if record.arrived.count != record.typed.count { problems.append("texts do not arrive") }
    let numbers = record.answers.map { answer in
      record.typed.lastIndex { $0.text == answer } ?? -1
    }
    if record.typed.count != history.keystrokes.count { problems.append("texts are lost") }
    if numbers.contains(-1) { problems.append("an answer to nothing typed") }
    // Only empty texts are typed twice; the last of them is taken.
    let unique = zip(record.answers, numbers).filter { !$0.0.isEmpty }.map(\.1)
    if unique != unique.sorted() || Set(unique).count != unique.count {
      problems.append("the answers go back: \(numbers)")
    }
    let stale = record.overtaken.intersection(record.answers)
    if !stale.isEmpty { problems.append("answers to texts that were overtaken: \(stale)") }
    if record.failureCount > 0 { problems.append("a cancelled search is told") }
    if record.answers.last != history.keystrokes.last?.text {
      problems.append("the last answer is not that of the last text")
    }
    for search in record.searches where (1...2).contains(search.text.count) {
      guard let typed = record.typed.first(where: { $0.text == search.text }) else { continue }
      if typed.time.duration(to: search.start) < LiveHistory.debounce {
        problems.append("\(search.text) is searched for without a wait")
      }
    }
    return problems
  }

  @Test("the last answer is that of the last text, none goes back, and short texts wait")
  func histories() async {
    let count = 10_000 * TestSeed.factor
    var (answerCount, searchCount, typedCount, overtakenCount) = (0, 0, 0, 0)
    for number in 0..<count {
      let seed = TestSeed.value &* 1_000_003 &+ UInt64(number)
      let history = LiveHistory(seed: seed)
      let record = await history.play()
      for problem in problems(history, record) {
        Issue.record("\(problem); history \(number), MARTLET_SEED=\(TestSeed.value)")
      }
      answerCount += record.answers.count
      searchCount += record.searches.count
      typedCount += record.typed.count
      overtakenCount += record.overtaken.count
    }
    print(
      "live: \(count) histories, seed \(TestSeed.value), \(typedCount) texts, \(searchCount) "
        + "searches, \(answerCount) answers, \(overtakenCount) late ones dropped")
    #expect(answerCount < searchCount && searchCount < typedCount && overtakenCount > count / 100)
  }
}
