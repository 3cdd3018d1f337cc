import MartletTestSupport
import Testing

@testable import Martlet

@Suite("The stretches of a text")
struct TextSpanTests {
  @Test("are brought into order, each once, in steps that are reported before they are taken")
  func normalizing() throws {
    var random = SeededRandom(seed: TestSeed.value)
    for size in [0, 1, 2, 3, 10, 100, 5_000] {
      for range in [5, 20_000] {
        let spans = (0..<size).map { _ in
          TextSpan(
            first: UInt32(random.int(in: 0..<range)), last: UInt32(random.int(in: 0..<range)))
        }
        let inTurn = spans.sorted() + spans.sorted().reversed() + spans.sorted()
        for unordered in [spans, spans.sorted(), spans.sorted().reversed(), inTurn] {
          var (found, steps, largest) = (unordered, 0, 0)
          found.normalize {
            steps += $0
            largest = max(largest, $0)
          }
          #expect(found == Set(unordered).sorted(), "\(size) below \(range)")
          #expect(steps >= unordered.count - 1 && largest <= SearchStop.interval)
        }
      }
    }
  }

  @Test("are not brought into order once a report ends the search")
  func stopping() {
    let spans = (0..<10_000).map { TextSpan(first: UInt32($0 * 7_919 % 10_000), last: 0) }
    var whole = spans
    var count = 0
    whole.normalize { count += $0 }
    #expect(count > 10 * spans.count)
    for last in [1, count / 2, count - 1] {
      var (part, steps) = (spans, 0)
      #expect(throws: CancellationError.self) {
        try part.normalize {
          steps += $0
          if steps >= last { throw CancellationError() }
        }
      }
    }
  }
}
