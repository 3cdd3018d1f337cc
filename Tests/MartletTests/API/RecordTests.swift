import Foundation
import Testing

@testable import Martlet

@Suite("Record")
struct RecordTests {
  private let fields: [String: Record.Value] = [
    "title": "Swifts \"never\" land", "year": 1758, "weight": 42.5, "whole": 2.0, "flies": true,
    "nothing": nil, "names": ["Apus", "apus"], "place": ["city": "Bonn", "at": [50.7, 7.1]],
  ]

  @Test("fields come back without loss, each as the kind it was")
  func fieldsComeBack() throws {
    let record = Record(key: "1", fields: fields)
    #expect(record.fields == fields)
    for (name, value) in fields { #expect(record[name] == value) }
    #expect(record["none"] == nil)
    #expect(record["whole"] == .number(2))
    #expect(record["year"] == .integer(1_758))
  }

  @Test("the JSON text is kept as it was written")
  func jsonIsKept() throws {
    let json = Array(
      #"{ "id" : "k", "n": 1.50, "b": 1e3, "a": "\u00e9", "big": 123456789012345678901 }"#.utf8)
    let record = try Record(json: json, keyField: "id")
    #expect(record.key == "k")
    #expect(record.json == json)
    #expect(record["a"] == "é")
    #expect(record["n"] == 1.5)
    #expect(record["b"] == 1000.0)
  }

  @Test("a key may be a number, and is then as it was written")
  func numberKey() throws {
    #expect(try Record(json: Array(#"{"id":42}"#.utf8), keyField: "id").key == "42")
    #expect(try Record(json: Array(#"{"id":1.50}"#.utf8), keyField: "id").key == "1.50")
    #expect(try Record(json: Array(#"{"id":1,"id":2}"#.utf8), keyField: "id").key == "2")
  }

  @Test(
    "what is no JSON object with a key is rejected",
    arguments: [
      #"{"a":1}"#, #"{"id":null}"#, #"{"id":["a"]}"#, #"["id"]"#, #"{"id":"a""#, "",
      #"{"id":"a"}{}"#,
    ])
  func rejected(text: String) {
    let error = #expect(throws: SearchError.self) {
      _ = try Record(json: Array(text.utf8), keyField: "id")
    }
    #expect(error?.code == .documentRejected)
  }

  @Test("bytes that are not UTF-8 are rejected")
  func notUTF8() {
    let error = #expect(throws: SearchError.self) {
      _ = try Record(json: Array("{\"id\":\"".utf8) + [0xFF] + Array("\"}".utf8), keyField: "id")
    }
    #expect(error?.code == .documentRejected)
  }

  @Test("numbers that JSON does not have become null")
  func noNumbers() {
    let record = Record(key: "1", fields: ["a": .number(.nan), "b": .number(.infinity)])
    #expect(record.fields == ["a": .null, "b": .null])
  }

  @Test("a record is Codable like any document")
  func codable() throws {
    let record = Record(key: "1", fields: fields)
    let data = try JSONEncoder().encode(record)
    // Foundation writes whole numbers without a fraction, so they come back as integers.
    var expected = fields
    expected["whole"] = 2
    let read = try JSONDecoder().decode(Record.self, from: data)
    #expect(read.key == "1")
    #expect(read.fields == expected)
  }
}
