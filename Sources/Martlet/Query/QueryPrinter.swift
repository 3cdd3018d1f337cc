/// Writes a tree in the strict syntax, so that parsing the text gives the same tree.
///
/// Operators are written out (`a AND b`), so the text means the same however words are combined,
/// and a lenient parser reads it in the same way. Six things have no syntax: a text that a person
/// typed and that is not parsed yet (`[user: "…"]`), keys (`[keys: 2]`), the field of a choice of
/// no values, a number of four digits that a program compares with dates (a text of them is a
/// year), fields whose names are not names in the syntax, and a depth beyond the limit of the
/// parser.
///
/// - Complexity: O(nodes + text), without recursion.
struct QueryPrinter {
  /// The binding strength of the context around a node, which decides whether the node needs
  /// brackets.
  private enum Context {
    case top
    /// Between `AND`s or `OR`s.
    case listed
    /// After a sign.
    case signed
    /// Before a boost.
    case boosted
    /// Before an operator of nearness, and after one.
    case before
    case after

    /// True if several operands need brackets, even if they bind most tightly.
    var isTight: Bool { self == .signed || self == .boosted || self == .after }
  }

  /// An item to be written; the stack of items holds the first one last.
  private enum Work {
    case text(String)
    case subtree(root: Int, Context)
  }

  private let nodes: [QueryNode]
  private let starts: [Int]
  private let isField: (String) -> Bool
  private var work: [Work] = []
  private var output = ""

  /// - Parameter isField: Returns true if a parser will read this name before a colon as a field.
  init(_ query: Query, isField: @escaping (String) -> Bool = { _ in true }) {
    nodes = query.nodes
    starts = query.nodes.subtreeStarts()
    self.isField = isField
  }

  /// Returns the text.
  consuming func print() -> String {
    work = [.subtree(root: nodes.count - 1, .top)]
    while let next = work.popLast() {
      switch next {
      case .text(let text): output += text
      case .subtree(let root, let context): write(root, at: context)
      }
    }
    return output
  }

  private mutating func write(_ root: Int, at context: Context) {
    switch nodes[root] {
    case .all(let count):
      bracket(if: context != .top) { $0.list(root, count: count, separator: " AND ") }
    case .any(atLeast: 1, let count):
      bracket(if: context != .top) { $0.list(root, count: count, separator: " OR ") }
    case .any(let least, let count):
      work.append(.text(")~\(least)"))
      list(root, count: count, separator: " OR ")
      output += "("
    case .near(let distance, let inOrder):
      bracket(if: context.isTight) {
        $0.work.append(.subtree(root: root - 1, .after))
        $0.work.append(.text(inOrder ? " BEFORE/\(distance) " : " NEAR/\(distance) "))
        $0.work.append(.subtree(root: $0.starts[root - 1] - 1, .before))
      }
    case .anchored where nodes[root - 1].childCount == 0:
      output += leaf(nodes[root - 1], sign: "^")
    case .anchored:
      work += [.text(")"), .subtree(root: root - 1, .top)]
      output += "^("
    case .preferring:
      bracket(if: context != .top) { $0.preference(root) }
    case .not:
      bracket(if: context != .top && context != .listed) {
        $0.work.append(.subtree(root: root - 1, .signed))
        $0.work.append(.text("-"))
      }
    case .boost(let factor): scored("^", factor, root, context)
    case .constantScore(let score): scored("^=", score, root, context)
    case .nothing:
      bracket(if: context != .top && context != .listed) { $0.work.append(.text("-*")) }
    default: output += leaf(nodes[root])
    }
  }

  /// Plans the items of `content`, in brackets if needed.
  private mutating func bracket(
    if isNeeded: Bool,
    _ content: (inout QueryPrinter) -> Void
  ) {
    if isNeeded { work.append(.text(")")) }
    content(&self)
    if isNeeded { work.append(.text("(")) }
  }

  /// Plans the child of `root`, with `sign` and a number after it.
  private mutating func scored(_ sign: String, _ number: Double, _ root: Int, _ context: Context) {
    bracket(if: context == .boosted) {
      $0.work.append(.text(sign + (Int64(exactly: number).map(String.init) ?? "\(number)")))
      $0.work.append(.subtree(root: root - 1, .boosted))
    }
  }

  /// Plans the `count` children of `root`.
  private mutating func list(_ root: Int, count: Int, separator: String) {
    var child = root - 1
    for index in 0..<count {
      if index > 0 { work.append(.text(separator)) }
      work.append(.subtree(root: child, .listed))
      child = starts[child] - 1
    }
  }

  /// Plans `+first OR second`.
  private mutating func preference(_ root: Int) {
    let second = root - 1
    if case .any(atLeast: 1, let count) = nodes[second] {
      list(second, count: count, separator: " OR ")
    } else {
      work.append(.subtree(root: second, .listed))
    }
    work.append(.text(" OR "))
    work.append(.subtree(root: starts[second] - 1, .signed))
    work.append(.text("+"))
  }

  /// Returns a leaf, with `sign` after its field.
  private func leaf(_ node: QueryNode, sign: String = "") -> String {
    let scope = (node.field.map { $0.name + ":" } ?? "") + sign
    let isScoped = node.field != nil && sign.isEmpty
    switch node {
    case .everything: return "*"
    case .keys(let keys, _): return "[keys: \(keys.count)]"
    case .user(let text, _): return "[user: \(quoted(text))]"
    case .word(let text, _): return scope + run(text, isScoped: isScoped)
    case .misspelt(let text, let isUnfinished, _):
      return scope + run(text, isScoped: isScoped) + (isUnfinished ? "**" : "")
    case .typed(let text, _): return scope + run(text, isScoped: isScoped) + "**"
    case .prefix(let text, _): return scope + run(text, isScoped: isScoped) + "*"
    case .pattern(let pattern, _): return scope + text(of: pattern, isScoped: isScoped)
    case .fuzzy(let text, let edits, _):
      return scope + run(text, isScoped: isScoped) + "~" + (edits.map(String.init) ?? "")
    case .phrase(let text, let lastIsPrefix, _):
      return scope + quoted(text, isPhrase: true) + (lastIsPrefix ? "*" : "")
    case .sloppyPhrase(let text, let slop, let lastIsPrefix, _):
      return scope + quoted(text, isPhrase: true) + "~\(slop)" + (lastIsPrefix ? "*" : "")
    case .synonyms(let words, _):
      return scope + "{" + words.map(text(ofSynonym:)).joined(separator: " ") + "}"
    case .value(let text, _, _): return scope + "=" + value(text)
    case .range(let range, _): return scope + text(of: range)
    default: return ""
    }
  }

  /// Returns a word of a set, in quotes if it is several.
  private func text(ofSynonym word: String) -> String {
    if word.unicodeScalars.contains(where: QueryAlphabet.isSpace) { return quoted(word) }
    // Between two words, it would make a range of them.
    if word == "TO" { return "\\TO" }
    return escaped(word, isScoped: false, isFirst: true)
  }

  /// Returns a pattern, in which spaces and signs that stand for themselves have a backslash. A
  /// star comes before question marks at the beginning, where a person's would be no wildcards.
  private func text(of pattern: WildcardPattern, isScoped: Bool) -> String {
    var result = ""
    var parts = pattern.elements[...]
    if let star = parts.firstIndex(where: { $0 != .one }), parts[star] == .any {
      parts = [.any] + parts[..<star] + parts[(star + 1)...]
    }
    for part in parts {
      switch part {
      case .one: result += "?"
      case .any: result += "*"
      case .text(let bytes):
        let text = String(decoding: bytes, as: UTF8.self)
        result += escaped(text, isScoped: isScoped, isFirst: result.isEmpty)
      }
    }
    return result
  }

  /// Returns a range with one bound as a comparison, and any other in brackets.
  private func text(of range: ValueRange) -> String {
    switch (range.lower, range.upper) {
    case (let lower?, nil): (lower.isIncluded ? ">=" : ">") + value(lower.text)
    case (nil, let upper?): (upper.isIncluded ? "<=" : "<") + value(upper.text)
    case (let lower, let upper):
      (lower?.isIncluded == false ? "{" : "[") + (lower.map { value($0.text) } ?? "*") + " TO "
        + (upper.map { value($0.text) } ?? "*") + (upper?.isIncluded == false ? "}" : "]")
    }
  }

  /// Returns the text in quotes. The last word of a phrase would be a pattern if its wildcards had
  /// no backslash.
  private func quoted(_ text: String, isPhrase: Bool = false) -> String {
    let plain = quoted(text) { $0 == "\"" || $0 == "\\" }
    var scanner = QueryScanner(Array(plain.unicodeScalars), isStrict: true)
    guard isPhrase, scanner.phrase().pattern != nil else { return plain }
    return quoted(text) { "\"\\*?".unicodeScalars.contains($0) }
  }

  private func quoted(_ text: String, escaping isEscaped: (Unicode.Scalar) -> Bool) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if isEscaped(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }

  /// Returns the text, in quotes unless it has only letters, digits and the signs of numbers and
  /// dates.
  private func value(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      QueryAlphabet.isNamePart($0) || $0 == ":"
    }
    return isPlain && !text.isEmpty ? text : quoted(text)
  }

  /// Returns the text with a backslash before each character that would otherwise have a special
  /// meaning.
  private func run(_ text: String, isScoped: Bool) -> String {
    let isOperator = !isScoped && QueryAlphabet.reservedWord(text) != nil
    return (isOperator ? "\\" : "") + escaped(text, isScoped: isScoped, isFirst: true)
  }

  /// Returns a text or, unless `isFirst`, a part of one after a wildcard.
  private func escaped(_ text: String, isScoped: Bool, isFirst: Bool) -> String {
    let scalars = Array(text.unicodeScalars)
    let colon = isScoped || !isFirst ? nil : scopeColon(scalars)
    var result = ""
    for index in scalars.indices {
      if index == colon || needsEscape(scalars, index, isScoped: isScoped) { result += "\\" }
      result.unicodeScalars.append(scalars[index])
    }
    return result
  }

  /// Returns the index of the colon that would make the beginning of the text a field.
  private func scopeColon(_ scalars: [Unicode.Scalar]) -> Int? {
    guard let first = scalars.first, QueryAlphabet.isNameStart(first),
      let end = scalars.firstIndex(where: { !QueryAlphabet.isNamePart($0) }), scalars[end] == ":"
    else { return nil }
    var name = ""
    name.unicodeScalars.append(contentsOf: scalars[..<end])
    return isField(name) ? end : nil
  }

  private func needsEscape(_ scalars: [Unicode.Scalar], _ index: Int, isScoped: Bool) -> Bool {
    let scalar = scalars[index]
    let previous = index > 0 ? scalars[index - 1] : nil
    switch scalar {
    case "&":
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      return previous == nil || !(next.map(QueryAlphabet.isLetterOrDigit) ?? false)
    case "+", "-": return previous == nil && !isScoped
    case "=", "<", ">": return previous == nil && isScoped
    // Two dots between values are reserved for ranges.
    case ".": return previous == "." && isScoped
    default:
      return QueryAlphabet.isSign(scalar) || QueryAlphabet.isQuote(scalar)
        || QueryAlphabet.isGuillemet(scalar) || QueryAlphabet.isBracket(scalar)
        || QueryAlphabet.isSpace(scalar)
    }
  }
}

extension Query: CustomStringConvertible {
  /// The query in the strict syntax: `init(parsing: query.description)` gives the same query,
  /// unless it has keys (``keys(_:)``), a text that a person typed, or another of the few parts
  /// that the syntax does not have; see <doc:QueryLanguage>.
  public var description: String { QueryPrinter(self).print() }
}
