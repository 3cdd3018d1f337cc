import Martlet
import MartletTestSupport
import MartletToolSupport
import Testing

@testable import MartletBench

@Suite("Measuring building and growth")
struct GrowthTests {
  @Test("what a write did besides adding is what it took longer than others for as much text")
  func phases() {
    var phases = BuildPhases()
    phases.take([
      .init(bytes: 100, seconds: 1, effect: .nothing),
      .init(bytes: 300, seconds: 3, effect: .nothing),
      .init(bytes: 100, seconds: 5, effect: .merge),
      .init(bytes: 50, seconds: 2, effect: .checkpoint),
      .init(bytes: 100, seconds: 0.5, effect: .merge),
    ])
    #expect(phases.adding == 1 + 3 + 1 + 0.5 + 0.5)
    #expect(phases.merging == 4)
    #expect(phases.spilling == 1.5)
    var undivided = BuildPhases()
    undivided.take([
      .init(bytes: 100, seconds: 5, effect: .merge), .init(bytes: 0, seconds: 1, effect: .merge),
    ])
    #expect(undivided == BuildPhases(adding: 6))
  }

  @Test("a corpus of any size begins with the smaller ones, and its words follow Zipf's law")
  func texts() {
    let texts = ScaleTexts()
    #expect(texts.text(5) == ScaleTexts().text(5))
    #expect(texts.text(5) != texts.text(6))
    var counts: [Substring: Int] = [:]
    for number in 0..<2_000 {
      let words = texts.text(number).split(separator: " ")
      #expect((20...80).contains(words.count))
      for word in words { counts[word, default: 0] += 1 }
    }
    // The shares of the ranks 1 and 10 are the logarithms of 2 and of 1.1.
    let ratio = Double(counts["ba", default: 0]) / Double(counts["ci", default: 1])
    #expect(ratio > 5.8 && ratio < 9, "\(ratio)")
    #expect(counts.count > 10_000)
  }

  @Test("documents of a file are made of its sentences")
  func sentences() throws {
    let words = (0..<50).map { "wordnumber\($0)" }.joined(separator: " ")
    let texts = try ScaleTexts(of: ["One two. Three four!", words])
    let found = (0..<100).map(texts.text)
    #expect(found.contains { $0.contains("Three four") })
    #expect(found.contains { $0.contains("wordnumber40 wordnumber41") })
    #expect(!found.contains { $0.contains("wordnumber39 wordnumber40") })
    #expect(throws: ToolFailure.self) { try ScaleTexts(of: ["", "..."]) }
  }

  @Test("the queries are the same for the same texts; texts without words give none")
  func queries() {
    let texts = (0..<200).map(ScaleTexts().text)
    let queries = ScaleQueries(texts: texts, count: 8)
    #expect(queries.kinds.map(\.name) == ["term", "AND", "OR", "phrase", "prefix", "count"])
    #expect(queries.kinds.allSatisfy { $0.queries.count == 8 })
    let again = ScaleQueries(texts: texts, count: 8)
    #expect(queries.kinds.map(\.queries) == again.kinds.map(\.queries))
    let phrases = queries.kinds[3].queries.map { $0.dropFirst().dropLast() }
    #expect(phrases.allSatisfy { phrase in texts.contains { $0.contains(phrase) } })
    #expect(ScaleQueries(texts: ["", "one"], count: 8).kinds.isEmpty)
    #expect(ScaleQueries(texts: [], count: 8).kinds.isEmpty)
  }

  @Test("the table shows how many times the size before each figure is")
  func table() {
    func row(_ count: Int, _ seconds: Double) -> ScaleTable.Row {
      .init(
        documentCount: count, textBytes: 100 * count, buildSeconds: seconds, indexBytes: count,
        ownMemory: 2_000_000, times: [seconds / 1_000])
    }
    let table = ScaleTable(kinds: [("term", "less")], rows: [row(100, 0.001), row(1_000, 0.01)])
    #expect(
      table.text == """
        documents     text  built in   files  memory     term
        ─────────────────────────────────────────────────────
              100  10.0 kB    1.0 ms   100 B  2.0 MB   1.0 µs
              ×10    ×10.0     ×10.0   ×10.0    ×1.0    ×10.0
            1,000   100 kB   10.0 ms  1.0 kB  2.0 MB  10.0 µs

        Lists grow as the number of documents n.
        term  n^1.00 at the end: less
        """)
    #expect(ScaleTable(kinds: [("term", "less")], rows: [row(1, 1)]).exponent(0) == nil)
    #expect(ScaleCommand.sizes(upTo: 10_000) == [1_000, 10_000])
    #expect(ScaleCommand.sizes(upTo: 50) == [50])
  }

  @Test("packed lists give what plain loops give; a difference is a failure")
  func lists() throws {
    let norms = [UInt8](repeating: 40, count: 5_000)
    for rarity in [1, 3, 40, 5_000] {
      let list = try MadeList.ofRarity(rarity, seed: 3, norms: ByteView(copying: norms))
      let other = try MadeList.ofRarity(5, seed: 4, norms: ByteView(copying: norms))
      #expect(try list.packed.sumOfDocuments() == PlainList.sum(list.plain.documents))
      #expect(try list.packed.sumOfFrequencies() == PlainList.sum(list.plain.frequencies))
      let common = list.plain.countOfCommon(with: other.plain)
      #expect(try list.packed.countOfCommon(with: other.packed) == common)
      // Some of them are the last documents of units.
      let targets = (0..<700).map { UInt32($0 * 7) }
      #expect(try list.packed.sumOfSought(targets) == list.plain.sumOfSought(targets))
      let worths = list.packed.worths
      let scored = list.plain.count(scoringAbove: 0.8, norms: norms, worths: worths)
      #expect(try list.packed.count(scoringAbove: 0.8) == scored)
    }
    #expect(throws: ToolFailure("x: expected 2 as from a plain loop, found 1")) {
      try MicroTiming("x", count: 1, .init(rounds: 1, seconds: 0)) {
        1
      } loop: {
        2
      }
    }
  }
}
