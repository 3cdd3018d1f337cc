import Testing

@testable import MartletToolSupport

@Suite("JSON lines")
struct JSONParserTests {
  private func parse(_ text: String) throws(JSONError) -> JSONValue {
    try JSONParser.parse(Array(text.utf8))
  }

  @Test(
    "values are read as the text says",
    arguments: [
      ("null", JSONValue.null), (" true ", .bool(true)), ("false", .bool(false)),
      ("-12.5e+2", .number(-1250)), ("0", .number(0)), ("\"\"", .string("")),
      ("\"a\\\"\\\\\\/\\b\\f\\n\\r\\tb\"", .string("a\"\\/\u{8}\u{C}\n\r\tb")),
      ("\"\\u00e9\\ud83d\\ude00\"", .string("é😀")), ("\"\\ud83d!\"", .string("\u{FFFD}!")),
      ("\"\\ud83d\\u0041\"", .string("\u{FFFD}A")),
      ("[]", .array([])), ("{}", .object([])), ("[[],{}]", .array([.array([]), .object([])])),
      (
        "{\"a\": [1, {\"b\": null}], \"c\": \"d\"}",
        .object([
          JSONMember("a", .array([.number(1), .object([JSONMember("b", .null)])])),
          JSONMember("c", .string("d")),
        ])
      ),
    ])
  func values(text: String, value: JSONValue) throws {
    #expect(try parse(text) == value)
  }

  @Test(
    "what is not JSON is refused with the place",
    arguments: [
      ("", "expected a value, found the end of the text", 0),
      ("[1,]", "expected a value, found \"]\"", 3),
      ("{\"a\" 1}", "expected \":\", found \"1\"", 5),
      ("{\"a\":1", "expected \",\" or \"}\", found the end of the text", 6),
      ("{a:1}", "expected a name in quotes, found \"a\"", 1),
      ("[1}", "expected \",\" or \"]\", found \"}\"", 2),
      ("1 2", "expected the end of the text, found \"2\"", 2),
      ("nul", "expected \"null\", found the end of the text", 3),
      ("01", "a number begins with 0", 0), ("1.", "expected a digit, found the end of the text", 2),
      ("-", "expected a value, found \"-\"", 0),
      ("\"ab", "expected the string's end, found the end of the text", 3),
      ("\"\\x\"", "expected an escape, found \"x\"", 2),
      ("\"\\u12g4\"", "expected a hexadecimal digit, found \"g\"", 5),
    ])
  func refusals(text: String, message: String, offset: Int) {
    #expect(throws: JSONError(message: message, offset: offset)) { try parse(text) }
  }

  @Test("bytes that are not UTF-8 are refused inside a string")
  func invalidUTF8() {
    let bytes: [UInt8] = [0x22, 0x61, 0xFF, 0x22]
    #expect(throws: JSONError(message: "the string is not UTF-8", offset: 1)) {
      try JSONParser.parse(bytes)
    }
  }

  @Test("nesting has a limit and costs no stack")
  func nesting() throws {
    let depth = JSONParser.maximalDepth
    let fits = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    _ = try parse(fits)
    #expect(throws: JSONError.self) { try parse(String(repeating: "[", count: 1_000_000)) }
  }

  @Test("the last of several members of one name counts")
  func members() throws {
    let value = try parse("{\"a\":1,\"b\":2,\"a\":3}")
    #expect(value["a"] == .number(3))
    #expect(value["z"] == nil)
    #expect(JSONValue.null["a"] == nil)
  }

  @Test("a quoted text reads back as itself")
  func quoting() throws {
    let text = "\"\\\n\r\t\u{1}\u{1F} é 😀 /"
    #expect(try parse(JSONValue.quoted(text)) == .string(text))
  }
}
