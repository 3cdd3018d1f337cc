/// The syntax of one command of a tool. Parsing of the command line and the help are both derived
/// from it.
///
/// Options may be anywhere (`--limit 5`, `--limit=5`, `-n 5`, `-n5`); `--` ends them. `-` alone is
/// an operand, by convention the standard input.
package struct CommandSyntax: Sendable {
  /// The kind of an argument, for completion in a shell.
  package enum Kind: Sendable, Equatable {
    case text
    case file
    case folder
    case oneOf([String])
  }

  /// An argument that is identified by its position.
  package struct Operand: Sendable {
    var name: String
    var help: String
    var isRequired: Bool
    /// True if more words may follow; only for the last operand.
    var repeats: Bool
    var kind: Kind

    package init(
      _ name: String, _ help: String, isRequired: Bool = true, repeats: Bool = false,
      kind: Kind = .text
    ) {
      self.name = name
      self.help = help
      self.isRequired = isRequired
      self.repeats = repeats
      self.kind = kind
    }

    /// The operand in a line that shows how to call the command.
    var usage: String {
      let name = name + (repeats ? "..." : "")
      return isRequired ? name : "[\(name)]"
    }
  }

  /// An argument that begins with `--`, with or without a value after it.
  package struct Option: Sendable {
    var name: String
    /// A shorter name, of one dash and one letter.
    var short: String?
    /// The name of the value in the help; nil for a switch.
    var value: String?
    var repeats: Bool
    var kind: Kind
    var help: String

    package init(
      _ name: String, short: String? = nil, value: String? = nil, repeats: Bool = false,
      kind: Kind = .text, _ help: String
    ) {
      self.name = name
      self.short = short
      self.value = value
      self.repeats = repeats
      self.kind = kind
      self.help = help
    }

    /// The option that every command has.
    static let help = Option("--help", short: "-h", "prints this help")
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
    _ word: String, rest: inout ArraySlice<String>
  ) throws(UsageError) -> (Option, String) {
    let (option, attached) = try named(word)
    guard let value = option.value else {
      if attached != nil { throw UsageError("\(option.name) takes no value") }
      return (option, "")
    }
    if let attached { return (option, attached) }
    guard let next = rest.popFirst() else {
      throw UsageError("\(option.name) needs a value (\(value))")
    }
    return (option, next)
  }

  /// Returns the option that `word` names, and the value that is attached to the name.
  private func named(_ word: String) throws(UsageError) -> (Option, attached: String?) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count > 1 ? String(parts[1]) : nil
    if let option = options.first(where: { $0.name == parts[0] || $0.short == String(parts[0]) }) {
      return (option, value)
    }
    let short = String(word.prefix(2))
    if !word.hasPrefix("--"), let option = options.first(where: { $0.short == short }) {
      return (option, String(word.dropFirst(2)))
    }
    let nearest = Spelling.suggestion(parts[0], among: (options + [.help]).map(\.name))
    throw UsageError(
      "unknown option \(parts[0])"
        + (nearest.isEmpty ? "; after -- every word is taken as it is" : nearest))
  }

  private func named(_ given: [String]) throws(UsageError) -> [String: [String]] {
    if given.count > operands.count, operands.last?.repeats != true {
      throw UsageError(
        "unexpected \"\(given[operands.count])\"; quote a text that has spaces")
    }
    for operand in operands.dropFirst(given.count) where operand.isRequired {
      throw UsageError("\(operand.name) is missing (\(operand.help))")
    }
    var named: [String: [String]] = [:]
    for (index, word) in given.enumerated() {
      named[operands[min(index, operands.count - 1)].name, default: []].append(word)
    }
    return named
  }
}

extension CommandSyntax {
  /// Returns the line that shows how to call the command.
  package func usage(tool: String) -> String {
    ([tool, name] + (options.isEmpty ? [] : ["[OPTIONS]"]) + operands.map(\.usage))
      .joined(separator: " ")
  }

  /// Returns the whole help of the command.
  package func help(tool: String) -> String {
    var paragraphs = ["\(summary)\n\nUsage: \(usage(tool: tool))"]
    var table = TextTable(columns: [.left, .left], indent: 2)
    for operand in operands { table.add([operand.name, operand.help]) }
    if !table.isEmpty { paragraphs.append("Arguments:\n" + table.text) }
    table = TextTable(columns: [.left, .left], indent: 2)
    for option in options + [.help] {
      let names = (option.short.map { "\($0), " } ?? "    ") + option.name
      table.add([[names, option.value].compactMap(\.self).joined(separator: " "), option.help])
    }
    paragraphs.append("Options:\n" + table.text)
    if !discussion.isEmpty { paragraphs.append(discussion) }
    return paragraphs.joined(separator: "\n\n")
  }
}
