/// The script that completes the command lines of a tool in zsh.
struct ZshCompletions {
  var tool: String
  var commands: [CommandSyntax]

  var script: String {
    """
    #compdef \(tool)
    _\(tool)() {
      local -a commands
      commands=(
    \(commands.map { "    " + quoted("\($0.name):\($0.summary)") }.joined(separator: "\n"))
        'help:Explains a command.'
      )
      if (( CURRENT == 2 )); then
        _describe command commands
        return
      fi
      shift words
      (( CURRENT-- ))
      case $words[1] in
    \(commands.map(arguments).joined(separator: "\n"))
        help) _describe command commands ;;
      esac
    }
    if [ "$funcstack[1]" = _\(tool) ]; then _\(tool) "$@"; else compdef _\(tool) \(tool); fi
    """
  }

  private func arguments(_ command: CommandSyntax) -> String {
    let options = command.allOptions.flatMap { option in option.names.map { spec(option, $0) } }
    let operands = command.operands.enumerated().map { index, operand in
      let position = operand.repeats ? "*" : "\(index + 1)"
      let optional = operand.isRequired || operand.repeats ? ":" : "::"
      return quoted("\(position)\(optional)\(plain(operand.name)):\(action(operand.kind))")
    }
    let specs = (options + operands).map { "      \($0)" }.joined(separator: " \\\n")
    return "    \(command.name)) _arguments \\\n\(specs) ;;"
  }

  /// Returns the specification of an option under one of its names.
  private func spec(_ option: CommandSyntax.Option, _ name: String) -> String {
    let repeats = option.repeats ? "*" : option.names.count > 1 ? exclusion(option) : ""
    let help = "[\(plain(option.help))]"
    guard let value = option.value else { return quoted(repeats + name + help) }
    let sign = name.hasPrefix("--") ? "=" : "+"
    return quoted("\(repeats)\(name)\(sign)\(help):\(plain(value)):\(action(option.kind))")
  }

  /// Returns the list of names after which the option is not offered again.
  private func exclusion(_ option: CommandSyntax.Option) -> String {
    "(\(option.names.joined(separator: " ")))"
  }

  private func action(_ kind: CommandSyntax.Kind) -> String {
    switch kind {
    case .text: " "
    case .file: "_files"
    case .folder: "_files -/"
    case .oneOf(let words): "(\(words.joined(separator: " ")))"
    }
  }

  /// Returns the text with the signs escaped that divide a specification.
  private func plain(_ text: String) -> String {
    String(text.flatMap { ":[]".contains($0) ? ["\\", $0] : [$0] })
  }

  private func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
