import MartletTestSupport
import Testing

@testable import Martlet

/// Work on one document that takes long, and whose task is cancelled on the way.
@Suite("Cancelled work on one document")
struct CancelledExplanationTests {
  private static func index(_ title: String) throws -> SearchIndex<Memo> {
    let index = SearchIndex<Memo>.inMemory()
    try index.writeSync { try $0.put(Memo(id: "1", title: title)) }
    return index
  }

  @Test("an explanation asks within a document whether to end")
  func explanation() throws {
    let many = Array(repeating: "a", count: 20_000).joined(separator: " ")
    for text in ["title:(a NEAR/99 a NEAR/99 a NEAR/99 a)", "title:\"a a a a\"~99"] {
      let request = SearchRequest(try Query(parsing: text))
      for last in [1, 5] {
        // An index that was searched before may know the lists.
        let index = try Self.index(many)
        let questions = QuestionCount()
        let code = thrownCode {
          try index.core.explanation(
            ofKey: "1".keyBytes, request, in: index.core.state, index.core.schema,
            isCancelled: { questions.add() > last })
        }
        #expect(code == .cancelled, "\(text), question \(last)")
      }
    }
  }

  @Test("the choice of the words that tell a text asks between them")
  func tellingWords() throws {
    let text = (0..<5_000).map { "word\($0)" }.joined(separator: " ")
    let index = try Self.index(text)
    let fields = index.core.schema.textFields.map { ($0, [text]) }
    for last in [1, 50] {
      let questions = QuestionCount()
      let stop = SearchStop(isCancelled: { questions.add() > last })
      let code = thrownCode {
        try index.core.tellingWords(
          of: fields, areTyped: true, limit: 10, in: index.core.state, stop)
      }
      #expect(code == .cancelled, "question \(last)")
    }
  }
}
