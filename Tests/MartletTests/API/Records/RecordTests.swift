import Foundation
import MartletTestSupport
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
    #expect(record["b"] == 1000)
    #expect(record["big"] == .number(1.2345678901234568e20))
  }

  @Test("a key may be a whole number, exact over all of Int")
  func numberKey() throws {
    #expect(try Record(json: Array(#"{"id":42}"#.utf8), keyField: "id").key == "42")
    let largest = try Record(json: Array(#"{"id":9223372036854775807}"#.utf8), keyField: "id")
    #expect(largest.key == "9223372036854775807")
  }

  @Test("of two members with one name the first one counts, and both stay in the text")
  func duplicates() throws {
    let json = Array(#"{"id":"1","t":"first","t":"second"}"#.utf8)
    let record = try Record(json: json, keyField: "id")
    #expect(record["t"] == "first")
    #expect(record.json == json)
  }

  @Test(
    "what is no JSON object with a key is rejected",
    arguments: [
      #"{"a":1}"#, #"{"id":null}"#, #"{"id":["a"]}"#, #"["id"]"#, #"{"id":"a""#, "",
      #"{"id":"a"}{}"#, #"{"id":1.5}"#, #"{"id":9223372036854775808}"#, "\u{FEFF}{\"id\":\"a\"}",
      "{\"id\":\"a\"}\0", #"{"id":"a","n":1e400}"#, #"{"id":"a","n":[{"m":-1e400}]}"#,
      #"{"id":"a","t":"\ud83d"}"#,
    ])
  func rejected(text: String) {
    let error = #expect(throws: SearchError.self) {
      _ = try Record(json: Array(text.utf8), keyField: "id")
    }
    #expect(error?.code == .documentRejected)
  }

  @Test(
    "a comma without a value after it is refused, at its place, and one in a string is not",
    arguments: [
      (#"{"id":"a",}"#, 9), ("{\"id\":\"a\", \n}", 9), (#"{"id":"a","n":[1,[2,3,]]}"#, 21),
      (#"{"id":"a","n":{"t":"\\",}}"#, 23), (#"{"id":"x,}","n":"\",]","m":[ ],"o":{,}}"#, 36),
      (#"{"id":"x,}","n":"\",]","m":[ ],"o":"\\"}"#, nil as Int?),
    ])
  func trailingComma(text: String, place: Int?) throws {
    guard let place else {
      return #expect(try Record(json: Array(text.utf8), keyField: "id").key == "x,}")
    }
    let error = #expect(throws: SearchError.self) {
      _ = try Record(json: Array(text.utf8), keyField: "id")
    }
    #expect(error?.code == .documentRejected)
    #expect(error?.message.contains("at byte \(place)") == true, "\(String(describing: error))")
  }

  @Test("a number that no Double holds is named in the complaint")
  func tooLarge() {
    let error = #expect(throws: SearchError.self) {
      _ = try Record(json: Array(#"{"id":"a","n":{"m":1e400}}"#.utf8), keyField: "id")
    }
    #expect(error?.message.contains("1.8e308 (in n.m)") == true, "\(String(describing: error))")
  }

  @Test("bytes that are not UTF-8 are rejected, also other encodings of Unicode")
  func notUTF8() throws {
    let text = #"{"id":"a"}"#
    let utf16 = try #require(text.data(using: .utf16LittleEndian))
    let bytes = [
      Array("{\"id\":\"1\",\"x\":\"\u{1}\"}".utf8).map { $0 == 1 ? 0xFF : $0 }, Array(utf16),
    ]
    for json in bytes {
      let error = #expect(throws: SearchError.self) { _ = try Record(json: json, keyField: "id") }
      #expect(error?.code == .documentRejected)
      #expect(error?.message.contains("not UTF-8") == true)
    }
  }

  @Test("numbers that JSON does not have are stored as null and not searched")
  func noNumbers() throws {
    let record = Record(key: "1", fields: ["a": .number(.nan), "b": .number(.infinity)])
    #expect(String(decoding: record.json, as: UTF8.self) == #"{"a":null,"b":null}"#)
    let codec = DocumentCodec(try RecordSchema(fields: [.number("a"), .text("b")]).schema())
    #expect(try codec.input(record).values.isEmpty)
  }

  @Test("a record is Codable like any document")
  func codable() throws {
    let record = Record(key: "1", fields: fields)
    let data = try JSONEncoder().encode(record)
    // In JSON a whole number has no fraction, so it comes back as an integer.
    var expected = fields
    expected["whole"] = 2
    let read = try JSONDecoder().decode(Record.self, from: data)
    #expect(read.key == "1")
    #expect(read.fields == expected)
  }

  @Test(
    "records of random values come back as they were", arguments: SeededRandom.seeds(count: 200))
  func roundTrip(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let record = Record(key: "1", fields: ["a": .random(depth: 4, using: &random)])
    let read = try Record(key: Array("1".utf8), stored: record.json)
    #expect(read.fields == record.fields, "seed \(seed)")
    #expect(Record(key: "1", fields: read.fields) == record, "seed \(seed)")
  }
}

extension Record.Value {
  /// A value of any kind, containers at most `depth` deep.
  static func random(depth: Int, using random: inout SeededRandom) -> Record.Value {
    switch random.int(in: 0..<(depth > 0 ? 8 : 6)) {
    case 0: return .null
    case 1: return .bool(random.oneIn(2))
    case 2:
      return .integer(Int64(truncatingIfNeeded: random.next() >> UInt64(random.int(in: 0..<64))))
    case 3: return .number(Double(random.int(in: -1_000..<1_000)) / 16 + 0.03125)
    case 4, 5: return .string(text(using: &random))
    case 6:
      return .array(
        (0..<random.int(in: 0..<4)).map { _ in .random(depth: depth - 1, using: &random) })
    default:
      var members: [String: Record.Value] = [:]
      for _ in 0..<random.int(in: 0..<4) {
        members[text(using: &random)] = .random(depth: depth - 1, using: &random)
      }
      return .object(members)
    }
  }

  private static func text(using random: inout SeededRandom) -> String {
    let pieces = [
      "a", "key", "\"", "\\", "/", "\n", "\u{1}", "\u{1F}", "é", "日本", "😀", " ", "{", ",",
    ]
    return (0..<random.int(in: 0..<6)).map { _ in pieces[random.int(in: 0..<pieces.count)] }
      .joined()
  }
}
