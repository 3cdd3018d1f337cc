import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Candidate buffer")
struct CandidateBufferTests {
  private struct Candidate: Equatable {
    var document: UInt32
    var score: Double
  }

  private func candidates(_ buffer: CandidateBuffer) -> [Candidate] {
    (0..<buffer.count).map {
      unsafe Candidate(document: buffer.documents[$0], score: buffer.scores[$0])
    }
  }

  private func fill(_ buffer: CandidateBuffer, _ random: inout SeededRandom) -> [Candidate] {
    buffer.removeAll()
    var document: UInt32 = 0
    return (0..<random.int(in: 0..<ScoreWindow.size + 1)).map { _ in
      document += UInt32(random.int(in: 1..<4))
      let candidate = Candidate(document: document, score: Double(random.int(in: 0..<9)))
      buffer.append(candidate.document, candidate.score)
      return candidate
    }
  }

  @Test("keeps what is above a limit, in order", arguments: 0..<10)
  func above(round: Int) {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let buffer = CandidateBuffer()
    let all = fill(buffer, &random)
    #expect(candidates(buffer) == all)
    let limit = Double(random.int(in: -1..<9))
    buffer.filter(above: limit)
    #expect(candidates(buffer) == all.filter { $0.score > limit }, "seed \(seed)")
    let others = CandidateBuffer()
    for candidate in all { others.append(candidate.document, candidate.score) }
    others.filter(upTo: limit)
    #expect(candidates(others) == all.filter { $0.score <= limit }, "seed \(seed)")
    buffer.truncate(to: buffer.count / 2)
    #expect(candidates(buffer) == Array(all.filter { $0.score > limit }.prefix(buffer.count)))
  }

  @Test("keeps what is live", arguments: 0..<10)
  func live(round: Int) {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let buffer = CandidateBuffer()
    let all = fill(buffer, &random)
    let documentCount = Int(all.last?.document ?? 0) + 1
    let whole = LiveDocuments(documentCount: documentCount)
    buffer.filterLive(whole)
    #expect(candidates(buffer) == all, "seed \(seed)")
    let live = whole.deleting((0..<documentCount).filter { _ in random.oneIn(3) }.map(UInt32.init))
    buffer.filterLive(live)
    #expect(candidates(buffer) == all.filter { live.isLive($0.document) }, "seed \(seed)")
  }

  @Test("offers its documents behind those of the segments before")
  func offer() {
    let buffer = CandidateBuffer()
    for (document, score) in [(2 as DocumentID, 1.5), (5, 3), (6, 0.5)] {
      buffer.append(document, score)
    }
    let top = TopDocuments(capacity: 2)
    buffer.offer(to: top, base: 100)
    #expect(
      top.sorted() == [
        TopDocuments.Entry(document: 105, score: 3), TopDocuments.Entry(document: 102, score: 1.5),
      ])
  }
}
