import Testing

@testable import Martlet

@Suite("Members that are not stored")
struct StoredMembersTests {
  private func rest(_ json: String, _ names: String...) throws -> String {
    let stored = try StoredMembers(leavingOut: names).rest(ofEncoded: Array(json.utf8))
    return String(decoding: stored, as: UTF8.self)
  }

  @Test("members go by name, only from the outermost object")
  func outermost() throws {
    #expect(
      try rest(#"{"a":1,"b":{"a":2},"c":[{"a":3}]}"#, "a") == #"{"b":{"a":2},"c":[{"a":3}]}"#)
    #expect(try rest(#"{"a":1,"b":2,"c":3}"#, "c", "a") == #"{"b":2}"#)
    #expect(try rest(#"{"a":1}"#, "a") == "{}")
    #expect(try rest(#"{"a":1,"b":2, }"#, "a") == #"{"b":2}"#, "as stored by earlier versions")
    #expect(try rest(#"{"a\"b":1,"c/":"\\"}"#, #"a"b"#) == #"{"c/":"\\"}"#)
  }

  @Test("an object without such members, and what is no object, stays as it was written")
  func untouched() throws {
    for json in ["{ }", #"{ "b" : 1.50 }"#, #"{"b":{"a":1e2}}"#, "[1]", #""a""#] {
      #expect(try rest(json, "a") == json)
    }
    #expect(try rest("no JSON at all") == "no JSON at all", "nothing is decoded without names")
  }

  @Test("what is stored keeps every digit and sign")
  func exact() throws {
    for kept in [
      #""n":[18446744073709551615, {"a" : 1e400}]"#, #""n":0.1234567890123456789"#,
      #""n" : "\u0061,}]\"" , "m":[[],{}]"#, #""n":-1E-7,"o":null"#,
    ] {
      #expect(
        try rest(#"{"a":"long, \"}", "# + kept + "}", "a") == "{" + kept.trimmed + "}", "\(kept)")
      #expect(try rest("{ " + kept + #","a": {"b":[1,"]"]}}"#, "a") == "{" + kept.trimmed + "}")
    }
  }

  @Test("what is no JSON is refused if a member has to go")
  func damaged() throws {
    for json in [
      #"{"a":1"#, #"{"a"}"#, #"{"a":1}}"#, #"{"a":1 "b":2}"#, #"{"a":}"#, #"{"a":"x}"#,
      #"{"a":1,,}"#, #"{,"a":1}"#,
    ] {
      let error = #expect(throws: SearchError.self) { try rest(json, "a") }
      #expect(error?.code == .documentRejected, "\(json)")
    }
  }

  /// Numbers that a `Double` changes.
  private static let numbers = #""n":1.50,"m":[100000000000000000001,0.1234567890123456789]"#

  @Test("a member of a record goes however its name is written, and the others keep their digits")
  func records() throws {
    let codec = DocumentCodec(try RecordSchema(fields: [.text("body", stored: false)]).schema())
    let json = Array(" {\"id\":\"1\",\"\\u0062ody\":\"long\",\(Self.numbers)}".utf8)
    let input = try codec.input(Record(json: json, keyField: "id"))
    #expect(String(decoding: input.stored, as: UTF8.self) == "{\"id\":\"1\",\(Self.numbers)}")
    #expect(input.values.count == 1)
    let other = Array(#"{"id":"1", "n":1.50}"#.utf8)
    #expect(try codec.input(Record(json: other, keyField: "id")).stored == other)
  }
}

extension String {
  /// The members without the spaces around the comma between them.
  fileprivate var trimmed: String { replacing(" , ", with: ",") }
}
