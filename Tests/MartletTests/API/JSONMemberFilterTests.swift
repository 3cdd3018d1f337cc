import MartletTestSupport
import Testing

@testable import Martlet

@Suite("JSON member filter")
struct JSONMemberFilterTests {
  private func filter(_ json: String, _ names: String...) -> String {
    String(decoding: JSONMemberFilter(removing: names).filter(Array(json.utf8)), as: UTF8.self)
  }

  @Test("members go by name, only from the outermost object")
  func outermost() {
    #expect(filter(#"{"a":1,"b":{"a":2},"c":[{"a":3}]}"#, "a") == #"{"b":{"a":2},"c":[{"a":3}]}"#)
    #expect(filter(#"{"a":1,"b":2,"c":3}"#, "b") == #"{"a":1,"c":3}"#)
    #expect(filter(#"{"a":1,"b":2,"c":3}"#, "c", "a") == #"{"b":2}"#)
    #expect(filter(#"{"a":1}"#, "a") == "{}")
    #expect(filter(#"{"a":1,"a":2,"b":3}"#, "a") == #"{"b":3}"#)
  }

  @Test("signs within strings and names are no structure")
  func strings() {
    #expect(filter(#"{"a":"},{\"b\":1","b":2}"#, "b") == #"{"a":"},{\"b\":1"}"#)
    #expect(filter(#"{"a\"b":1,"c":2}"#, #"a"b"#) == #"{"c":2}"#)
    #expect(filter(#"{"\u0061":1,"c":2}"#, "a") == #"{"c":2}"#)
  }

  @Test("white space between members goes with them; that within values stays")
  func space() {
    #expect(filter("{ \"a\" : 1 , \"b\" : [ 1, 2 ] }", "a") == "{\"b\" : [ 1, 2 ]}")
  }

  @Test("what is no object, or no JSON, stays as it is")
  func others() {
    for text in ["[1]", "\"a\"", "", "{\"a\":", "{\"a\":1}x", "{}"] {
      #expect(filter(text, "a") == text)
    }
    #expect(filter("{ }") == "{ }", "nothing is done without names")
  }

  @Test("what stays is what decoding would keep", arguments: SeededRandom.seeds(count: 100))
  func differential(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var members: [String: Record.Value] = [:]
    for name in ["a", "b", "c", "d\"", "é"] where !random.oneIn(3) {
      members[name] = .random(depth: 3, using: &random)
    }
    var json: [UInt8] = []
    Record.Value.object(members).appendJSON(to: &json)
    let kept = JSONMemberFilter(removing: ["b", "d\"", "é"]).filter(json)
    let expected = members.filter { !["b", "d\"", "é"].contains($0.key) }
    #expect(try Record.Value(json: kept) == .object(expected), "seed \(seed)")
  }
}
