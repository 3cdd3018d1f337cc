/// A program made of commands: finds the command, prints help and errors, and determines the exit
/// status.
package struct Tool: Sendable {
  /// One command: its syntax, and the closure that runs it.
  package struct Command: Sendable {
    package var syntax: CommandSyntax
    package var run: @Sendable (CommandArguments) throws -> ToolStatus

    package init(
      _ syntax: CommandSyntax,
      run: @escaping @Sendable (CommandArguments) throws -> ToolStatus
    ) {
      self.syntax = syntax
      self.run = run
    }
  }

  var name: String
  var version: String
  var summary: String
  var commands: [Command]
  private let describe: @Sendable (any Error) -> String

  /// Creates a tool. It has a command `completions` besides those that are given.
  ///
  /// - Parameter describe: A closure that returns the sentence to print for an error.
  package init(
    name: String, version: String, summary: String, commands: [Command],
    describe: @escaping @Sendable (any Error) -> String = { "\($0)" }
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.commands = commands
    self.describe = describe
    self.commands.append(Completions.command(of: self))
  }

  /// Runs a command line, given without the name of the program.
  package func run(_ words: [String]) -> ToolStatus {
    let status = carryOut(words)
    guard let failure = StandardOutput.flush() else { return status }
    complain("the output could not be written: \(failure)")
    return .failure
  }

  private func carryOut(_ words: [String]) -> ToolStatus {
    // Swift puts this sign in the place of bytes that are no text, so that another file would be
    // meant.
    if let word = words.first(where: { $0.unicodeScalars.contains("\u{FFFD}") }) {
      complain("expected arguments in UTF-8, found \"\(word.escapingControls())\"")
      return .usage
    }
    guard let first = words.first else {
      StandardError.print(help)
      return .usage
    }
    switch first {
    case "--version":
      StandardOutput.print("\(name) \(version)")
      return .success
    case "help", "--help", "-h":
      guard words.count > 1 else {
        StandardOutput.print(help)
        return .success
      }
      return run(commandNamed: words[1], ["--help"])
    default:
      return run(commandNamed: first, Array(words.dropFirst()))
    }
  }

  private func run(commandNamed word: String, _ rest: [String]) -> ToolStatus {
    guard let command = commands.first(where: { $0.syntax.name == word }) else {
      let names = commands.map(\.syntax.name)
      complain("unknown command \"\(word)\"" + Spelling.suggestion(word, among: names))
      StandardError.print("Commands: " + names.joined(separator: ", "))
      return .usage
    }
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      StandardOutput.print(command.syntax.help(tool: name))
      return .success
    }
    return run(command, rest)
  }

  private func run(_ command: Command, _ words: [String]) -> ToolStatus {
    do {
      return try command.run(command.syntax.parse(words))
    } catch let error as UsageError {
      complain(error.message)
      StandardError.print("Usage: " + command.syntax.usage(tool: name))
      StandardError.print("More:  \(name) help \(command.syntax.name)")
      return .usage
    } catch let error as ToolFailure {
      complain(error.message)
      return error.status
    } catch {
      complain(describe(error))
      return .failure
    }
  }

  private func complain(_ message: String) { StandardError.print("\(name): \(message)") }

  /// The help of the program: its commands, one per line.
  var help: String {
    var table = TextTable(columns: [.left, .left], indent: 2)
    for command in commands { table.add([command.syntax.name, command.syntax.summary]) }
    return """
      \(summary)

      Usage: \(name) COMMAND ...

      \(table.text)

      \(name) help COMMAND explains a command; \(name) --version prints the version.
      """
  }
}
