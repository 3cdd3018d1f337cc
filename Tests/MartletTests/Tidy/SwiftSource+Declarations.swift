/// Declarations, found by their keywords.
extension SwiftSource {
  private static let typeKeywords: Set = [
    "struct", "class", "enum", "actor", "protocol", "typealias",
  ]

  /// The types declared outside all braces and visible in other files.
  var topLevelTypes: [String] {
    var depth = 0
    var names: [String] = []
    for (index, token) in tokens.enumerated() {
      if token.text == "{" { depth += 1 }
      if token.text == "}" { depth -= 1 }
      guard depth == 0, Self.typeKeywords.contains(token.text), index + 1 < tokens.count else {
        continue
      }
      let modifiers = tokens[..<index].suffix(2).map(\.text)
      if !modifiers.contains("private"), !modifiers.contains("fileprivate") {
        names.append(tokens[index + 1].text)
      }
    }
    return names
  }

  /// The types declared anywhere in the file, and the names of generic parameters, which hide types
  /// of the same name elsewhere.
  var localNames: Set<String> {
    var names: Set<String> = []
    for (index, token) in tokens.enumerated() where index + 1 < tokens.count {
      let next = tokens[index + 1].text
      if Self.typeKeywords.contains(token.text) || token.text == "associatedtype" {
        names.insert(next)
      }
      if token.text == "<" || token.text == ",", index + 2 < tokens.count,
        [":", ">", ","].contains(tokens[index + 2].text), isInGenericParameters(index)
      {
        names.insert(next)
      }
    }
    return names
  }

  /// Returns true if the sign at `index` is in the angle brackets right after a declared name.
  private func isInGenericParameters(_ index: Int) -> Bool {
    guard let open = tokens[...index].lastIndex(where: { $0.text == "<" }), open >= 2,
      !tokens[open..<index].contains(where: { $0.text == ">" || $0.text == "(" || $0.text == "{" })
    else { return false }
    let keyword = tokens[open - 2].text
    return keyword == "func" || Self.typeKeywords.contains(keyword)
      || tokens[open - 1].text == "init"
  }

  /// A function with a body.
  struct Function: Equatable {
    var name: String
    var line: Int
    /// From the line of its keyword to the line of its closing brace, both counted.
    var lineCount: Int
  }

  /// The functions, initialisers, subscripts and deinitialisers that have a body.
  var functions: [Function] {
    tokens.indices.compactMap { index in
      let token = tokens[index]
      let isMember = index > 0 && tokens[index - 1].text == "."
      guard ["func", "init", "subscript", "deinit"].contains(token.text), !isMember,
        let open = bodyStart(after: index), let close = closingBrace(of: open)
      else { return nil }
      let name = token.text == "func" ? tokens[index + 1].text : token.text
      return Function(
        name: name, line: token.line, lineCount: tokens[close].line - token.line + 1)
    }
  }

  /// The brace that opens the body of the declaration at `index`; nil for one without a body.
  private func bodyStart(after index: Int) -> Int? {
    var depth = 0
    for place in (index + 1)..<tokens.count {
      switch tokens[place].text {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "{" where depth == 0: return place
      case "}" where depth == 0, "func" where depth == 0, "var" where depth == 0,
        "let" where depth == 0, "init" where depth == 0 && place > index + 1,
        "case" where depth == 0:
        return nil
      default: break
      }
    }
    return nil
  }

  private func closingBrace(of open: Int) -> Int? {
    var depth = 0
    for place in open..<tokens.count {
      if tokens[place].text == "{" { depth += 1 }
      if tokens[place].text == "}" { depth -= 1 }
      if depth == 0 { return place }
    }
    return nil
  }
}
