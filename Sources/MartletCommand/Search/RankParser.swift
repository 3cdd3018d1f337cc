import Foundation
import Martlet
import MartletToolSupport

/// Reads a rank: `relevance * (1 + log1p(views)) * recency(edited, 30)`.
///
///     sum      = product ("+" product)*
///     product  = factor ("*" factor)*
///     factor   = number | "relevance" | "(" sum ")" | function "(" field ("," argument)* ")"
///     function = "field" | "log1p" | "recency", whose first argument is the half-life in days
///     argument = [("missing" | "now") ":"] number
struct RankParser {
  private static let depthLimit = 100
  private static let factorLimit = 500
  private static let functions = ["field", "log1p", "recency"]

  private let text: String
  private let characters: [Character]
  private var offset = 0
  private var depth = 0
  private var factorCount = 0
  /// Returns the field that a person means by a name.
  private let field: (String) -> FieldRef
  /// The time of `recency` without `now`.
  private let now: Date

  private init(_ text: String, now: Date, field: @escaping (String) -> FieldRef) {
    self.text = text
    self.now = now
    self.field = field
    characters = Array(text)
  }

  /// Returns the rank of a text.
  ///
  /// - Parameters:
  ///   - now: The time of `recency` without `now`.
  ///   - field: Returns the field that a person means by a name.
  /// - Throws: An error with the text and a mark under the mistake.
  static func parse(
    _ text: String, now: Date = Date(), field: @escaping (String) -> FieldRef = { FieldRef($0) }
  ) throws(UsageError) -> Rank {
    var parser = RankParser(text, now: now, field: field)
    let rank = try parser.sum()
    guard parser.peek() == nil else { throw parser.mistake("expected + or * or the end") }
    return rank
  }

  private mutating func sum() throws(UsageError) -> Rank {
    var rank = try product()
    while take("+") { rank = rank + (try product()) }
    return rank
  }

  private mutating func product() throws(UsageError) -> Rank {
    var rank = try factor()
    while take("*") { rank = rank * (try factor()) }
    return rank
  }

  private mutating func factor() throws(UsageError) -> Rank {
    factorCount += 1
    guard factorCount <= Self.factorLimit else {
      throw mistake("more than \(Self.factorLimit) numbers and names")
    }
    if take("(") {
      depth += 1
      guard depth <= Self.depthLimit else {
        offset -= 1
        throw mistake("more than \(Self.depthLimit) brackets")
      }
      let rank = try sum()
      try require(")")
      depth -= 1
      return rank
    }
    guard let first = peek() else { throw mistake("expected a number, relevance or a function") }
    if !first.isLetter { return .constant(try number("a number, relevance or a function")) }
    let start = offset
    let name = word { $0.isLetter || $0.isNumber }
    if name == "relevance" { return .relevance }
    guard Self.functions.contains(name) else {
      offset = start
      let names = Self.functions + ["relevance"]
      let suggestion = Spelling.suggestion(name, among: names)
      throw mistake(
        "\"\(name)\" is not part of a rank"
          + (suggestion.isEmpty ? "; a field is written field(\(name))" : suggestion))
    }
    return try function(name)
  }

  /// Reads what follows the name of a function.
  private mutating func function(_ name: String) throws(UsageError) -> Rank {
    try require("(")
    let field = field(word { $0 != "," && $0 != ")" }.trimmingCharacters(in: .whitespaces))
    guard !field.name.isEmpty else { throw mistake("expected the name of a field") }
    let arguments = try arguments(isRecency: name == "recency")
    let missing = arguments["missing"] ?? 0
    switch name {
    case "field": return .field(field, missing: missing)
    case "log1p": return .log1p(field, missing: missing)
    default:
      guard let days = arguments["days"], days > 0 else {
        // Before the bracket, which was taken.
        offset -= 1
        throw mistake("expected a half-life in days, as in recency(\(field), 30)")
      }
      let now = arguments["now"].map { Date(timeIntervalSince1970: $0) } ?? now
      return .recency(field, halfLife: .days(days), now: now, missing: missing)
    }
  }

  /// Reads the arguments after the first one, and the bracket that ends them; a number without a
  /// name is called `days`.
  private mutating func arguments(isRecency: Bool) throws(UsageError) -> [String: Double] {
    var arguments: [String: Double] = [:]
    while take(",") {
      _ = peek()
      let start = offset
      let label = word { $0.isLetter }
      if label.isEmpty, isRecency, arguments["days"] == nil {
        arguments["days"] = try number("days")
        continue
      }
      guard label == "missing" || label == "now" && isRecency, arguments[label] == nil else {
        offset = start
        throw mistake("expected missing:" + (isRecency ? " or now:" : ""))
      }
      try require(":")
      arguments[label] = try number("a number")
    }
    try require(")")
    return arguments
  }

  /// Reads a finite number.
  private mutating func number(_ expected: String) throws(UsageError) -> Double {
    _ = peek()
    let start = offset
    var last: Character = " "
    let digits = word { character in
      defer { last = character }
      let isSign = character == "-" || character == "+"
      if isSign { return last == " " || last == "e" || last == "E" }
      return character.isNumber || character == "." || character == "e" || character == "E"
    }
    guard let number = Double(digits), number.isFinite else {
      offset = start
      throw mistake("expected \(expected)")
    }
    return number
  }

  /// Returns the next character that is not a space, without taking it.
  private mutating func peek() -> Character? {
    while offset < characters.count, characters[offset].isWhitespace { offset += 1 }
    return offset < characters.count ? characters[offset] : nil
  }

  private mutating func take(_ character: Character) -> Bool {
    guard peek() == character else { return false }
    offset += 1
    return true
  }

  private mutating func require(_ character: Character) throws(UsageError) {
    guard take(character) else { throw mistake("expected \(character)") }
  }

  /// Takes characters for as long as `holds` is true.
  private mutating func word(_ holds: (Character) -> Bool) -> String {
    let start = offset
    while offset < characters.count, holds(characters[offset]) { offset += 1 }
    return String(characters[start..<offset])
  }

  /// Returns an error that points at the next character.
  private func mistake(_ message: String) -> UsageError {
    let before = String(characters.prefix(offset))
    let mark = String(repeating: " ", count: before.terminalWidth) + "^"
    return UsageError("--rank: \(message)\n  \(text)\n  \(mark)")
  }
}
