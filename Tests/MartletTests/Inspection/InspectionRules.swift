import Foundation

/// The rules of the checker, found in its source as the messages that it has for them.
///
/// A message is a string with a space in it, or several that are added up; what is interpolated or
/// added by name may be any text. Knows as much of Swift as the checker's sources need.
struct InspectionRules {
  /// A message with the file and the line that it begins in.
  struct Rule: Hashable, CustomStringConvertible {
    var file: String
    var line: Int
    /// The texts of the message that are always the same, between those that are not.
    var texts: [String]

    var description: String { "\(file):\(line): \(texts.joined(separator: "…"))" }

    /// Returns true if `message` is this one, alone or at the end of another one.
    func matches(_ message: String) -> Bool {
      let pattern = texts.map(NSRegularExpression.escapedPattern).joined(separator: ".+")
      return message.range(of: "(^|: )\(pattern)$", options: .regularExpression) != nil
    }
  }

  private(set) var rules: [Rule] = []

  private let file: String
  private var rest: Substring
  private var line = 1

  init(file: String, _ source: String) {
    self.file = file
    rest = source[...]
    while let character = rest.first {
      if rest.hasPrefix("//") {
        skip { $0 != "\n" }
      } else if character == "\"" {
        addRule()
      } else {
        advance()
      }
    }
  }

  private mutating func advance() {
    if rest.removeFirst() == "\n" { line += 1 }
  }

  private mutating func skip(while condition: (Character) -> Bool) {
    while let character = rest.first, condition(character) { advance() }
  }

  /// Takes the message at the start of what is left.
  private mutating func addRule() {
    var rule = Rule(file: file, line: line, texts: takeString())
    while true {
      skip(while: \.isWhitespace)
      guard rest.hasPrefix("+ ") else { break }
      advance()
      skip(while: \.isWhitespace)
      var next = ["", ""]
      if rest.first == "\"" { next = takeString() } else { skip { !"+,)\n".contains($0) } }
      rule.texts[rule.texts.count - 1] += next[0]
      rule.texts += next.dropFirst()
    }
    if rule.texts.contains(where: { $0.contains(" ") }) { rules.append(rule) }
  }

  /// Takes a string; returns the texts before, between and after what is interpolated.
  private mutating func takeString() -> [String] {
    var texts = [""]
    advance()
    while let character = rest.first, character != "\"" {
      if rest.hasPrefix("\\(") {
        advance()
        takeParentheses()
        texts.append("")
      } else {
        texts[texts.count - 1].append(character)
        advance()
      }
    }
    if !rest.isEmpty { advance() }
    return texts
  }

  private mutating func takeParentheses() {
    var depth = 0
    repeat {
      if rest.first == "(" { depth += 1 }
      if rest.first == ")" { depth -= 1 }
      advance()
    } while depth > 0 && !rest.isEmpty
  }
}
