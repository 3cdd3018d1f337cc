import Foundation

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

  package init(name: String, version: String, summary: String, commands: [Command]) {
    self.name = name
    self.version = version
    self.summary = summary
    self.commands = commands
  }

  /// Runs a command line, given without the name of the program.
  package func run(_ words: [String]) -> ToolStatus {
    let status = carryOut(words)
    guard StandardOutput.flush() || status != .success else {
      complain("the output could not be written")
      return .failure
    }
    return status
  }

  private func carryOut(_ words: [String]) -> ToolStatus {
    guard let first = words.first else {
      StandardError.print(help)
      return .usage
    }
    switch first {
    case "--version":
      print("\(name) \(version)")
      return .success
    case "help", "--help", "-h":
      guard words.count > 1 else {
        print(help)
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
      print(command.syntax.help(tool: name))
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
    } catch {
      complain("\(error)")
    }
    return .failure
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

/// The standard output, to which `print` writes.
package enum StandardOutput {
  /// Writes the buffered output. Returns false if that, or an earlier write, failed.
  package static func flush() -> Bool { fflush(nil) == 0 }
}

/// The standard error, for everything that is not a result.
package enum StandardError {
  /// Writes the text and a line end.
  package static func print(_ text: String) { write(text + "\n") }

  /// Writes the text as it is.
  package static func write(_ text: String) {
    // A failure cannot be reported: this is the stream for reports.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
