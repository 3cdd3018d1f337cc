import Foundation
import MartletTestSupport
import Testing

@testable import Martlet

@Suite("JSON reader")
struct JSONReaderTests {
  @Test(
    "JSON is read as the values it says",
    arguments: [
      ("null", .null), (" true ", true), ("false", false), ("0", 0), ("-0", .number(-0.0)),
      ("12", 12), ("-7", -7), ("1.0", 1.0), ("1e2", 100.0), ("-2.5E-1", -0.25),
      ("9223372036854775807", .integer(.max)), ("9223372036854775808", .number(0x1p63)),
      ("1e999", .number(.infinity)), ("\"\"", ""), ("\"a\\n\\u0041\\/\\\"\"", "a\nA/\""),
      ("\"\\ud83d\\ude00 \\ud83d \\ude00x\"", "😀 \u{FFFD} \u{FFFD}x"), ("\"é😀\"", "é😀"),
      ("[]", []), ("[1,[2,[]],{}]", [1, [2, []], [:]]), ("{}", [:]),
      (" { \"a\" : 1 , \"b\" : { \"c\" : [ null ] } } ", ["a": 1, "b": ["c": [.null]]]),
      ("{\"a\":1,\"a\":2}", ["a": 2]),
    ] as [(String, Record.Value)])
  func reads(text: String, value: Record.Value) throws {
    let read = try Record.Value(json: Array(text.utf8))
    #expect(read == value)
    if case .number(let left) = read, case .number(let right) = value {
      #expect(left.sign == right.sign)
    }
  }

  @Test(
    "what is no JSON is refused, with its place",
    arguments: [
      ("", 0), (" ", 1), ("tru", 0), ("nul", 0), ("01", 1), ("-", 1), ("1.", 2), ("1e", 2),
      (".5", 0), ("+1", 0), ("\"a", 2), ("\"\\x\"", 2), ("\"\\u12g4\"", 5), ("\"\n\"", 1),
      ("[1,]", 3), ("[1 2]", 3), ("[", 1), ("]", 0), ("{\"a\"}", 4), ("{\"a\":}", 5),
      ("{a:1}", 1), ("{\"a\":1,}", 7), ("[1}", 2), ("{\"a\":1]", 6), ("1 2", 2), ("{}}", 2),
    ])
  func refuses(text: String, offset: Int) {
    let fault = #expect(throws: JSONReader.Fault.self) {
      _ = try Record.Value(json: Array(text.utf8))
    }
    #expect(fault?.offset == offset, "\(text): \(String(describing: fault))")
  }

  @Test("brackets within brackets are limited, and a million of them are no harm")
  func depth() throws {
    func nested(_ count: Int) -> [UInt8] {
      Array(String(repeating: "[", count: count).utf8)
        + Array(String(repeating: "]", count: count).utf8)
    }
    _ = try Record.Value(json: nested(JSONReader.depthLimit))
    for count in [JSONReader.depthLimit + 1, 1_000_000] {
      let fault = #expect(throws: JSONReader.Fault.self) {
        _ = try Record.Value(json: nested(count))
      }
      #expect(fault?.offset == JSONReader.depthLimit)
    }
  }

  @Test("a value that is written comes back", arguments: SeededRandom.seeds(count: 200))
  func roundTrip(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let value = Record.Value.random(depth: 4, using: &random)
    var bytes: [UInt8] = []
    value.appendJSON(to: &bytes)
    #expect(try Record.Value(json: bytes) == value, "seed \(seed)")
    let options = JSONSerialization.ReadingOptions.fragmentsAllowed
    #expect(throws: Never.self, "seed \(seed)") {
      _ = try JSONSerialization.jsonObject(with: Data(bytes), options: options)
    }
  }

  @Test(
    "damaged text is refused exactly when Foundation refuses it",
    arguments: SeededRandom.seeds(count: 300))
  func damage(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var bytes: [UInt8] = []
    Record.Value.random(depth: 3, using: &random).appendJSON(to: &bytes)
    let alphabet = Array("{}[]\",:\\u019.eE+-tfn \n".utf8)
    for _ in 0...random.int(in: 0..<3) {
      let place = random.int(in: 0..<bytes.count)
      bytes[place] = alphabet[random.int(in: 0..<alphabet.count)]
    }
    let expected = try? JSONDecoder().decode(Record.Value.self, from: Data(bytes))
    let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
    let read = isUTF8 ? try? Record.Value(json: bytes) : nil
    let text = String(decoding: bytes, as: UTF8.self)
    // Numbers too large for a Double, and halves of surrogate pairs, are read here.
    if expected != nil || !(text.contains("\\u") || text.contains("e") || text.contains("E")) {
      #expect((read == nil) == (expected == nil), "seed \(seed): \(text)")
    }
  }
}

extension Record.Value {
  /// A value of any kind, containers at most `depth` deep.
  static func random(depth: Int, using random: inout SeededRandom) -> Record.Value {
    switch random.int(in: 0..<(depth > 0 ? 8 : 6)) {
    case 0: return .null
    case 1: return .bool(random.oneIn(2))
    case 2:
      return .integer(Int(truncatingIfNeeded: random.next() >> UInt64(random.int(in: 0..<64))))
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
