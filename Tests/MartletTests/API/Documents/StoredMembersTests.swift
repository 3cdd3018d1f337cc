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
    #expect(try rest(#"{"a\"b":1,"c/":"\\"}"#, #"a"b"#) == #"{"c/":"\\"}"#)
  }

  @Test("an object without such members, and what is no object, stays as it was written")
  func untouched() throws {
    for json in ["{ }", #"{ "b" : 1.50 }"#, #"{"b":{"a":1e2}}"#, "[1]", #""a""#] {
      #expect(try rest(json, "a") == json)
    }
    #expect(try rest("no JSON at all") == "no JSON at all", "nothing is decoded without names")
  }

  @Test("a whole number that would be rounded is refused, unless nothing is left out")
  func large() throws {
    let json = #"{"a":"long","n":[18446744073709551615]}"#
    let error = #expect(throws: SearchError.self) { try rest(json, "a") }
    #expect(error?.code == .documentRejected)
    #expect(try rest(json, "b") == json)
    #expect(
      try rest(#"{"a":1,"n":9223372036854775807}"#, "a") == #"{"n":9223372036854775807}"#)
  }

  @Test("a member of a record goes however its name is written")
  func records() throws {
    let codec = DocumentCodec(try RecordSchema(fields: [.text("body", stored: false)]).schema())
    let json = Array(#"{"id":"1","\u0062ody":"long","n":1.50}"#.utf8)
    let input = try codec.input(Record(json: json, keyField: "id"))
    #expect(String(decoding: input.stored, as: UTF8.self) == #"{"id":"1","n":1.5}"#)
    #expect(input.values.count == 1)
    let other = Array(#"{"id":"1", "n":1.50}"#.utf8)
    #expect(try codec.input(Record(json: other, keyField: "id")).stored == other)
  }
}
