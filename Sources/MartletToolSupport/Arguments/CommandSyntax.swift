/// The syntax of one command of a tool. Parsing of the command line and the help are both derived
/// from it.
///
/// Options may be anywhere (`--limit 5`, `--limit=5`); `--` ends them. `-` alone is an operand, by
/// convention the standard input.
package struct CommandSyntax: Sendable {
  /// An argument that is identified by its position.
  package struct Operand: Sendable {
    var name: String
    var help: String
    var isRequired: Bool

    package init(_ name: String, _ help: String, isRequired: Bool = true) {
      self.name = name
      self.help = help
      self.isRequired = isRequired
    }
  }

  /// An argument that begins with `--`, with or without a value after it.
  package struct Option: Sendable {
    var name: String
    /// The name of the value in the help; nil for a switch.
    var value: String?
    var repeats: Bool
    var help: String

    package init(_ name: String, value: String? = nil, repeats: Bool = false, _ help: String) {
      self.name = name
      self.value = value
      self.repeats = repeats
      self.help = help
    }
  }

  package var name: String
  package var summary: String
  var operands: [Operand]
  var options: [Option]
  /// The paragraphs that the help prints last.
  var discussion: String

  package init(
    name: String,
    summary: String,
    operands: [Operand] = [],
    options: [Option] = [],
    discussion: String = ""
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.options = options
    self.discussion = discussion
  }
}

extension CommandSyntax {
  /// Parses the words after the command's name.
  ///
  /// - Throws: `UsageError` if an option is unknown, given twice or without its value, or an
  ///   operand is missing or one too many.
  package func parse(_ words: some Sequence<String>) throws(UsageError) -> CommandArguments {
    var given: [String] = []
    var values: [String: [String]] = [:]
    var rest = Array(words)[...]
    var optionsEnded = false
    while let word = rest.popFirst() {
      if optionsEnded || word == "-" || !word.hasPrefix("-") {
        given.append(word)
      } else if word == "--" {
        optionsEnded = true
      } else {
        let (option, value) = try self.option(word, rest: &rest)
        if values[option.name] != nil, !option.repeats {
          throw UsageError("\(option.name) is given twice")
        }
        values[option.name, default: []].append(value)
      }
    }
    return CommandArguments(operands: try named(given), options: values)
  }

  /// Returns the option that `word` names, and its value, which may be the next word.
  private func option(
    _ word: String,
    rest: inout ArraySlice<String>
  ) throws(UsageError) -> (Option, String) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let option = options.first(where: { $0.name == parts[0] }) else {
      let known = options.map(\.name) + ["--help"]
      throw UsageError("unknown option \(parts[0])" + Spelling.suggestion(parts[0], among: known))
    }
    guard let value = option.value else {
      if parts.count > 1 { throw UsageError("\(option.name) takes no value") }
      return (option, "")
    }
    if parts.count > 1 { return (option, String(parts[1])) }
    guard let next = rest.popFirst() else {
      throw UsageError("\(option.name) needs a value (\(value))")
    }
    return (option, next)
  }

  private func named(_ given: [String]) throws(UsageError) -> [String: String] {
    if given.count > operands.count {
      throw UsageError(
        "unexpected \"\(given[operands.count])\"; quote a text that has spaces")
    }
    for operand in operands.dropFirst(given.count) where operand.isRequired {
      throw UsageError("\(operand.name) is missing (\(operand.help))")
    }
    return Dictionary(uniqueKeysWithValues: zip(operands.map(\.name), given))
  }
}

extension CommandSyntax {
  /// Returns the line that shows how to call the command.
  package func usage(tool: String) -> String {
    var words = [tool, name]
    words += operands.map { $0.isRequired ? $0.name : "[\($0.name)]" }
    words += options.map { option in
      "[" + ([option.name] + (option.value.map { [$0] } ?? [])).joined(separator: " ") + "]"
        + (option.repeats ? "..." : "")
    }
    return words.joined(separator: " ")
  }

  /// Returns the whole help of the command.
  package func help(tool: String) -> String {
    var table = TextTable(columns: [.left, .left], indent: 2)
    for operand in operands { table.add([operand.name, operand.help]) }
    for option in options {
      table.add([
        [option.name, option.value].compactMap(\.self).joined(separator: " "), option.help,
      ])
    }
    var paragraphs = ["\(summary)\n\nUsage: \(usage(tool: tool))"]
    if !table.isEmpty { paragraphs.append(table.text) }
    if !discussion.isEmpty { paragraphs.append(discussion) }
    return paragraphs.joined(separator: "\n\n")
  }
}
