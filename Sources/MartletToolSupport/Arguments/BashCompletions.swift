/// The script that completes the command lines of a tool in bash.
struct BashCompletions {
  var tool: String
  var commands: [CommandSyntax]

  var script: String {
    """
    _\(tool)() {
      local word="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" words=""
      COMPREPLY=()
      if [ "$COMP_CWORD" = 1 ]; then
        words="\((commands.map(\.name) + ["help"]).joined(separator: " "))"
      else
        case "${COMP_WORDS[1]} $previous" in
    \(values)
          *)
            case "${COMP_WORDS[1]}" in
    \(cases)
            esac
            ;;
        esac
      fi
      COMPREPLY=($(compgen -W "$words" -- "$word"))
    }
    complete -F _\(tool) -o bashdefault -o default \(tool)
    """
  }

  /// The cases of an option that waits for its value. Where no words are given, the shell completes
  /// names of files.
  private var values: String {
    let lines = commands.flatMap { command in
      command.options.compactMap { option -> String? in
        guard option.value != nil else { return nil }
        let patterns = option.names.map { "\"\(command.name) \($0)\"" }.joined(separator: "|")
        return "      \(patterns)) \(action(option.kind)) ;;"
      }
    }
    return lines.joined(separator: "\n")
  }

  private func action(_ kind: CommandSyntax.Kind) -> String {
    switch kind {
    case .text: "compopt +o default +o bashdefault 2>/dev/null; return"
    case .file, .folder: "return"
    case .oneOf(let words): "words=\"\(words.joined(separator: " "))\""
    }
  }

  /// The cases of the words after the name of a command.
  private var cases: String {
    let lines = commands.map { command in
      let options = command.allOptions.flatMap(\.names)
      let choices = command.operands.flatMap { operand -> [String] in
        if case .oneOf(let words) = operand.kind { words } else { [] }
      }
      return "          \(command.name)) words=\"\((choices + options).joined(separator: " "))\" ;;"
    }
    let names = commands.map(\.name).joined(separator: " ")
    return (lines + ["          help) words=\"\(names)\" ;;"]).joined(separator: "\n")
  }
}
