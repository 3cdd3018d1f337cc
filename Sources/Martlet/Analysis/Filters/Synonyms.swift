/// Words that a query finds in addition to others.
///
/// Synonyms apply to queries only, so they may be changed at any time without building the index
/// again, and phrases keep their positions. Words in quotes have no synonyms, and an unfinished
/// word those of the same word finished.
///
///     var synonyms = Synonyms()
///     synonyms.add(["tv", "television"])                    // each finds the other
///     synonyms.add(["usa", "united states of america"])     // several words are a phrase
///     synonyms.add("dog", finds: ["poodle"])                // and not the other way round
public struct Synonyms: Sendable, Hashable {
  /// The texts, each with the others that it finds, in the order in which they were added.
  private(set) var rules: [(text: String, finds: [String])] = []

  /// Creates a list without synonyms.
  public init() {}

  /// Creates synonyms from the notation of Solr and Elasticsearch, one rule per line.
  ///
  /// `tv, television` find each other. With `dog => poodle, terrier`, a query for the left side
  /// finds the right sides too, but not the other way round. A line that begins with `#` is a
  /// comment. A backslash makes the next character a part of a text: `a\,b`. Unlike there, the left
  /// side of an arrow still finds itself.
  ///
  /// - Throws: `rulesUnreadable` at the first line of another form, with its number.
  public init(rules text: String) throws(SearchError) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let rule = line.trimmingSpaces
      guard !rule.isEmpty, rule.first != "#", let problem = add(rule: rule) else { continue }
      throw SearchError(
        .rulesUnreadable, "line \(index + 1) of the rules \(problem), found \"\(rule.prefix(60))\"")
    }
  }

  /// Adds the rule of a line. Returns the problem if it is not a rule.
  private mutating func add(rule: String) -> String? {
    let sides = Self.parts(of: rule[...], between: "=>").map(Self.texts)
    switch sides.count {
    case 1:
      guard sides[0].count > 1 else {
        return "needs two texts with a comma or an arrow (=>) between them"
      }
      add(sides[0])
    case 2:
      guard !sides[0].isEmpty, !sides[1].isEmpty else {
        return "needs a text on each side of its arrow (=>)"
      }
      for text in sides[0] { add(text, finds: sides[1]) }
    default: return "may have one arrow (=>)"
    }
    return nil
  }

  /// Makes each of `texts`, of one or several words, find all of them.
  public mutating func add(_ texts: [String]) {
    for (index, text) in texts.enumerated() {
      var others = texts
      others.remove(at: index)
      add(text, finds: others)
    }
  }

  /// Makes `text`, of one or several words, find each of `others` in addition to itself.
  public mutating func add(_ text: String, finds others: [String]) {
    guard !others.isEmpty else { return }
    rules.append((text, others))
  }

  private static func texts(_ list: Substring) -> [String] {
    parts(of: list, between: ",").map { unescaped($0.trimmingSpaces) }.filter { !$0.isEmpty }
  }

  /// Returns the parts of `text` between separators that do not follow a backslash.
  private static func parts(of text: Substring, between separator: String) -> [Substring] {
    var parts: [Substring] = []
    var (start, rest) = (text.startIndex, text)
    while !rest.isEmpty {
      if rest.hasPrefix(separator) {
        parts.append(text[start..<rest.startIndex])
        rest.removeFirst(separator.count)
        start = rest.startIndex
      } else {
        let isEscape = rest.removeFirst() == "\\"
        if isEscape { _ = rest.popFirst() }
      }
    }
    return parts + [text[start...]]
  }

  /// Returns `text` without the backslashes that precede a character.
  private static func unescaped(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      result.append(character == "\\" ? rest.popFirst() ?? character : character)
    }
    return result
  }

  public static func == (left: Synonyms, right: Synonyms) -> Bool {
    left.rules.elementsEqual(right.rules) { $0 == $1 }
  }

  public func hash(into hasher: inout Hasher) {
    for rule in rules {
      hasher.combine(rule.text)
      hasher.combine(rule.finds)
    }
  }
}

extension Substring {
  /// The text without white space at its ends.
  fileprivate var trimmingSpaces: String {
    var rest = self
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
