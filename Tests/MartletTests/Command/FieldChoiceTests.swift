import Martlet
import MartletToolSupport
import Testing

@testable import MartletCommand

@Suite("Fields on the command line")
struct FieldChoiceTests {
  private func choice(_ words: [String]) throws -> FieldChoice {
    try FieldChoice(IndexCommand.command.syntax.parse(["dir"] + words))
  }

  @Test("fields have kinds, and text fields weights")
  func fields() throws {
    let choice = try choice(
      "--key k --text title:3 --text a:b:0.5 --text body --keyword tag --number year --date at"
        .split(separator: " ").map(String.init))
    #expect(choice.key == "k")
    #expect(
      choice.texts == [
        .init(name: "title", weight: 3), .init(name: "a:b", weight: 0.5),
        .init(name: "body", weight: 1),
      ])
    #expect(choice.schema.fields.map(\.name) == ["title", "a:b", "body", "tag", "year", "at"])
    #expect(choice.schema.fields.map(\.kind) == [.text, .text, .text, .keyword, .number, .date])
    #expect(choice.schema.fields.map(\.weight) == [3, 0.5, 1, 1, 1, 1])
  }

  @Test("text fields may be HTML or Markdown")
  func sources() throws {
    let words = "--html a:2 --markdown b --text c".split(separator: " ").map(String.init)
    let fields = try choice(words).schema.fields
    #expect(fields.map(\.name) == ["c", "a", "b"])
    #expect(fields.map(\.source) == ["plain", "html", "markdown"])
    #expect(fields.map(\.weight) == [1, 2, 1])
  }

  @Test(
    "what makes no sense is refused",
    arguments: [
      ["--text", "title:heavy"], ["--text", "title:-1"], ["--text", ":2"],
      ["--text", "a", "--keyword", "a"], ["--number", "a", "--date", "a"], ["--html", "a:x"],
      ["--text", "a", "--html", "a"], ["--language", "klingon"],
    ])
  func refusals(words: [String]) {
    #expect(throws: UsageError.self) { try choice(words) }
  }

  @Test(
    "without fields, all strings of the documents but the key are taken in the documents' order")
  func inferred() throws {
    var choice = FieldChoice(key: "id")
    let documents = [
      #"{"id": "1", "n": 2, "b": "x", "list": ["y"], "empty": []}"#,
      #"{"a": "z", "b": "x", "id": "2", "mixed": ["x", 1], "none": null}"#,
    ]
    choice.takeStrings(of: try documents.map { try Record(json: Array($0.utf8), keyField: "id") })
    #expect(choice.names == ["b", "list", "a"])
  }

  @Test("members are named in the order in which they are written, those within them are not")
  func memberNames() {
    let json = #" {"b\"\u0041" : {"x": [1, "y:"], "z": {}}, "a":"q: \"c\": ", "é": ["b"], "a": 1} "#
    #expect(MemberNames.names(in: Array(json.utf8)) == ["b\"A", "a", "é", "a"])
    #expect(MemberNames.names(in: Array(#"{"a": "unfinished \"#.utf8)) == ["a"])
    #expect(MemberNames.names(in: []) == [])
  }
}
