import Foundation
import MartletTestSupport
import MartletToolSupport
import Testing

import Martlet

/// Keywords found by letters in their middle, with a limit in number and in time: 100,000 objects
/// at full size.
@Suite("Example: keywords by their letters")
struct ObjectKeywordsTests {
  @Test("*berry finds strawberry and blackberry, ten at most")
  func substrings() async throws {
    let figures = ExampleFigures("keywords")
    var words = try ExampleWords()
    let berries = ["strawberry", "blackberry", "BÉRRY", "berrylike"]
    let objects = (0..<ExampleSize.count(2_000, full: 100_000)).map { id in
      var keywords = words.run(5).split(separator: " ").map(String.init)
      if words.random.oneIn(100) { keywords.append(berries[words.random.int(in: 0..<4)]) }
      return ObjectKeywords(id: "x-store://object/\(id)", keywords: keywords)
    }
    let app = KeywordIndex(.inMemory(), timeLimit: .seconds(3_600))
    let watch = Stopwatch()
    try await app.index.importAll(objects)
    let texts = objects.map { $0.keywords.joined(separator: " ") }
    figures.built(
      objects.count, "object", bytes: texts.reduce(0) { $0 + $1.utf8.count }, in: watch)
    let scan = NaiveScan(texts)
    for typed in ["*berry", "*berr*", "berry"] {
      let letters = typed.filter(\.isLetter)
      let (scanTime, _) = Stopwatch.time { scan.count(containing: [letters]) }
      let watch = Stopwatch()
      let hits = try await app.objects(typed)
      figures.compare(typed, scan: scanTime, index: watch.seconds, hits: hits.count)
      #expect(!hits.isEmpty && hits.count <= 10)
    }
    let ends = objects.filter { object in
      object.keywords.contains {
        let word = $0.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        return word.split { !$0.isLetter }.contains { $0.hasSuffix("berry") }
      }
    }
    let count = try await app.index.snapshot().count(.matching("*berry"))
    #expect(count == ends.count && count > 0)
  }

  @Test("new keywords replace the old ones, and scores are there for those who trust them")
  func replacing() async throws {
    let app = KeywordIndex(.inMemory(), timeLimit: .seconds(3_600))
    try await app.setKeywords(["strawberry", "red"], for: "a")
    try await app.setKeywords(["blackberry"], for: "b")
    let hits = try await app.objects("*berry")
    #expect(Set(hits.map(\.id)) == ["a", "b"] && hits.allSatisfy { $0.score > 0 })
    try await app.setKeywords(["cherry"], for: "a")
    #expect(try await app.objects("*berry").map(\.id) == ["b"])
    #expect(try await app.objects("*erry").map(\.id).sorted() == ["a", "b"])
  }

  @Test("a new search cancels the one before, from any thread")
  func cancelling() async throws {
    let app = KeywordIndex(.inMemory(), timeLimit: .seconds(3_600))
    try await app.index.write { batch in
      for id in 0..<500 { try batch.put(ObjectKeywords(id: "\(id)", keywords: ["berry\(id)"])) }
    }
    let answers = try await withThrowingTaskGroup { group in
      for number in 0..<100 {
        group.addTask { () -> Int? in
          do {
            return try await app.objects("berry\(number)").count
          } catch is CancellationError {
            return nil
          }
        }
      }
      var answers: [Int?] = []
      for try await answer in group { answers.append(answer) }
      return answers
    }
    #expect(answers.count == 100)
    #expect(answers.allSatisfy { $0 == nil || ($0 ?? 0) > 0 })
    #expect(answers.contains { $0 != nil }, "the last search is not cancelled")
    #expect(try await app.objects("berry7").count > 1)
  }
}
