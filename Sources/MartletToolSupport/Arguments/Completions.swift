/// Scripts that make a shell complete the command lines of a tool, from the same description of
/// commands and options as the help.
package enum Completions {
  /// A shell that can complete command lines.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  private static let shells = Shell.allCases.map(\.rawValue)

  /// Returns the command that prints the scripts for the commands of `tool`, itself included.
  static func command(of tool: Tool) -> Tool.Command {
    let name = tool.name
    let syntax = CommandSyntax(
      name: "completions",
      summary: "Prints a script that completes command lines.",
      operands: [.init("SHELL", "bash, zsh or fish", kind: .oneOf(shells))],
      discussion: """
        bash   source <(\(name) completions bash)            in ~/.bashrc
        zsh    source <(\(name) completions zsh)             in ~/.zshrc
        fish   \(name) completions fish | source             in ~/.config/fish/config.fish
        """)
    let commands = tool.commands.map(\.syntax) + [syntax]
    return Tool.Command(syntax) { arguments in
      let word = arguments.required("SHELL")
      guard let shell = Shell(rawValue: word) else {
        throw UsageError(
          "SHELL is bash, zsh or fish, not \"\(word)\"" + Spelling.suggestion(word, among: shells))
      }
      StandardOutput.print(script(shell, tool: name, commands))
      return .success
    }
  }

  static func script(_ shell: Shell, tool: String, _ commands: [CommandSyntax]) -> String {
    switch shell {
    case .bash: BashCompletions(tool: tool, commands: commands).script
    case .zsh: ZshCompletions(tool: tool, commands: commands).script
    case .fish: FishCompletions(tool: tool, commands: commands).script
    }
  }
}

extension CommandSyntax {
  /// The options of the command, with the one that all commands have.
  var allOptions: [Option] { options + [.help] }
}

extension CommandSyntax.Option {
  /// The names of the option, the short one first.
  var names: [String] { [short, name].compactMap(\.self) }
}
