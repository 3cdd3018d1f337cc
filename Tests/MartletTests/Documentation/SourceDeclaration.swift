/// A declaration in a Swift file, outside function bodies.
struct SourceDeclaration: Hashable {
  /// The names of the enclosing types and of the declaration, as in a symbol link: `Hit`,
  /// `document()`.
  var path: [String]
  /// The line of its keyword, counted from 1.
  var line: Int
  var isPublic: Bool
  var isType: Bool
}

/// A type or an extension, with the lines between its braces.
struct SourceScope: Hashable {
  var path: [String]
  var lines: ClosedRange<Int>
}

/// Finds the declarations of one file by their keywords and braces.
///
/// - Complexity: O(tokens).
struct DeclarationScanner {
  private static let typeKeywords: Set = [
    "struct", "class", "enum", "actor", "protocol", "extension",
  ]
  private static let modifiers: Set = [
    "public", "package", "internal", "private", "fileprivate", "static", "final", "indirect",
    "mutating", "nonmutating", "consuming", "borrowing", "convenience", "prefix", "override", "(",
    ")", "set", "nonisolated", "lazy", "weak",
  ]

  private struct Open {
    /// The path of a type; nil for the braces of anything else.
    var path: [String]?
    var line: Int
    /// The keyword of a public type whose members are public without a word of their own.
    var publicKeyword: String?
  }

  private(set) var declarations: [SourceDeclaration] = []
  private(set) var scopes: [SourceScope] = []
  private let tokens: [SwiftSource.Token]
  private var open: [Open] = []
  /// The type whose opening brace comes next.
  private var announced: Open?

  init(_ source: SwiftSource) {
    tokens = source.tokens
    for index in tokens.indices { read(index) }
  }

  private func text(_ index: Int) -> String { index < tokens.count ? tokens[index].text : "" }

  private mutating func read(_ index: Int) {
    switch tokens[index].text {
    case "{":
      open.append(announced ?? Open(path: nil, line: tokens[index].line))
      announced = nil
    case "}":
      guard let closed = open.popLast(), let path = closed.path else { return }
      scopes.append(SourceScope(path: path, lines: closed.line...tokens[index].line))
    default:
      let isOutside = open.last.map { $0.path != nil } ?? true
      guard isOutside, index == 0 || tokens[index - 1].text != "." else { return }
      declaration(index)
    }
  }

  private mutating func declaration(_ index: Int) {
    switch tokens[index].text {
    case "func": function(index)
    case "init", "subscript":
      let start = ["?", "!"].contains(text(index + 1)) ? index + 2 : index + 1
      guard ["(", "<"].contains(text(start)) else { return }
      let isSubscript = tokens[index].text == "subscript"
      append(
        tokens[index].text + labels(from: start, areNames: isSubscript).text, at: index)
    case "var", "let", "associatedtype", "typealias":
      append(text(index + 1), at: index, isType: tokens[index].text == "typealias")
    case "case": cases(index)
    case let keyword where Self.typeKeywords.contains(keyword): type(index)
    default: break
    }
  }

  private mutating func type(_ index: Int) {
    guard announced == nil, !["func", "var", "let"].contains(text(index + 1)) else { return }
    let keyword = tokens[index].text
    var names = [text(index + 1)]
    if keyword == "extension" {
      // An extension of an array of something.
      if names == ["["] { names = ["Array"] }
      var next = index + 2
      while text(next) == ".", names != ["Array"] {
        names.append(text(next + 1))
        next += 2
      }
    } else {
      append(names[0], at: index, isType: true)
    }
    announced = Open(
      path: keyword == "extension" ? names : outer + names, line: tokens[index].line,
      publicKeyword: isPublic(index) ? keyword : nil)
  }

  private mutating func function(_ index: Int) {
    var start = index + 1
    var name = text(start)
    let isOperator = name.first.map { !$0.isLetter && $0 != "_" } ?? false
    while isOperator, start + 1 < tokens.count, text(start + 1) != "(", text(start + 1) != "<" {
      start += 1
      name += text(start)
    }
    append(name + labels(from: start + 1, areNames: isOperator).text, at: index)
  }

  private mutating func cases(_ index: Int) {
    var next = index + 1
    while next < tokens.count {
      var name = text(next)
      next += 1
      if text(next) == "(" {
        let values = labels(from: next)
        name += values.text
        next = values.end
      }
      append(name, at: index)
      if text(next) == "=" { next += text(next + 1) == "-" ? 3 : 2 }
      guard text(next) == "," else { return }
      next += 1
    }
  }

  /// Returns the labels of the parameters after `start`, as in `(at:options:)`, and the index
  /// behind them.
  ///
  /// - Parameter areNames: True if a single word before a colon is a name only, as in operators.
  private func labels(from start: Int, areNames: Bool = false) -> (text: String, end: Int) {
    var (depth, isFirst, result, index) = (0, false, "", start)
    // Generic parameters may come first.
    var isInside = false
    while index < tokens.count {
      switch text(index) {
      case "(", "[", "<", "{":
        if isFirst { result += "_:" }
        depth += 1
        if depth == 1 { isInside = text(index) == "(" }
        isFirst = depth == 1 && isInside && text(index + 1) != ")"
      case ">" where text(index - 1) == "-": break
      case ")", "]", "}", ">":
        depth -= 1
        if depth == 0, text(index) == ")" { return ("(\(result))", index + 1) }
      case "," where depth == 1: isFirst = isInside
      case let word where isFirst:
        // The values of an enum's case may have no names.
        let isLabel = text(index + 2) == ":" || (text(index + 1) == ":" && !areNames)
        result += isLabel ? "\(word):" : "_:"
        isFirst = false
      default: break
      }
      index += 1
    }
    return ("()", index)
  }

  private var outer: [String] { open.last?.path ?? [] }

  private func isPublic(_ index: Int) -> Bool {
    switch open.last?.publicKeyword {
    case "protocol": return true
    case "enum" where tokens[index].text == "case": return true
    default: break
    }
    let before = tokens[..<index].reversed().prefix { Self.modifiers.contains($0.text) }
    return before.contains { $0.text == "public" }
  }

  private mutating func append(_ name: String, at index: Int, isType: Bool = false) {
    declarations.append(
      SourceDeclaration(
        path: outer + [name], line: tokens[index].line, isPublic: isPublic(index), isType: isType))
  }
}
