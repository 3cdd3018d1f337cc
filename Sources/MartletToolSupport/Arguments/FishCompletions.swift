/// The script that completes the command lines of a tool in fish.
struct FishCompletions {
  var tool: String
  var commands: [CommandSyntax]

  var script: String {
    var lines = ["complete -c \(tool) -f"]
    for command in commands {
      lines.append(
        "complete -c \(tool) -n __fish_use_subcommand -a \(command.name) -d "
          + quoted(command.summary))
    }
    lines.append("complete -c \(tool) -n __fish_use_subcommand -a help -d 'Explains a command.'")
    let names = commands.map(\.name).joined(separator: " ")
    lines.append("complete -c \(tool) -n '__fish_seen_subcommand_from help' -a '\(names)'")
    for command in commands {
      let start = "complete -c \(tool) -n '__fish_seen_subcommand_from \(command.name)'"
      lines += command.operands.compactMap { operand in argument(operand).map { start + $0 } }
      lines += command.allOptions.map { start + self.option($0) }
    }
    return lines.joined(separator: "\n")
  }

  private func argument(_ operand: CommandSyntax.Operand) -> String? {
    switch operand.kind {
    case .text: nil
    case .file: " -F"
    case .folder: " -a '(__fish_complete_directories)'"
    case .oneOf(let words): " -a '\(words.joined(separator: " "))'"
    }
  }

  private func option(_ option: CommandSyntax.Option) -> String {
    var text = option.short.map { " -s \($0.dropFirst())" } ?? ""
    text += " -l \(option.name.dropFirst(2))"
    if option.value != nil {
      switch option.kind {
      case .text: text += " -x"
      case .file: text += " -r -F"
      case .folder: text += " -x -a '(__fish_complete_directories)'"
      case .oneOf(let words): text += " -x -a '\(words.joined(separator: " "))'"
      }
    }
    return text + " -d " + quoted(option.help)
  }

  private func quoted(_ text: String) -> String {
    let escaped = text.split(separator: "\\", omittingEmptySubsequences: false)
      .joined(separator: "\\\\").split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "\\'")
    return "'\(escaped)'"
  }
}
