import Testing

@testable import Martlet

@Suite("Image builder")
struct ImageBuilderTests {
  /// Says the same word again, at an earlier place.
  private struct Echo: TokenFilter {
    let name = "echo"

    func apply(_ token: Token, for use: TokenUse, _ emit: (Token) -> Void) {
      for position in [3, 1, 0] {
        emit(Token(text: token.text, range: token.range, position: position))
      }
    }
  }

  @Test("positions rise, whatever order a filter gives them in")
  func anyOrder() throws {
    let schema = IndexSchema([
      (
        FieldDefinition(name: "text", kind: .text),
        .custom(name: "echo", WhitespaceTokenizer(), [Echo()])
      )
    ])
    let builder = ImageBuilder(schema: schema, segmentID: SegmentID(high: 0, low: 1))
    let text = Array(repeating: "word", count: 100).joined(separator: " ")
    for number in 0..<3 {
      let value = InputDocument.Value(field: FieldID(0), content: .text(text))
      try builder.add(InputDocument(key: [UInt8(number)], values: [value], stored: []))
    }
    let errors = SegmentChecker.check(
      try builder.finish(), file: "seg", definitions: schema.definitions)
    #expect(errors == [])
  }
}
