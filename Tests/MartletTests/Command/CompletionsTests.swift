import Foundation
import MartletTestSupport
import Testing

@testable import MartletCommand
@testable import MartletToolSupport

@Suite("Completions")
struct CompletionsTests {
  private static func script(_ shell: Completions.Shell) -> String {
    Completions.script(shell, tool: "mart", Main.tool.commands.map(\.syntax))
  }

  @Test(
    "know every command and every option that the help knows", arguments: Completions.Shell.allCases
  )
  func everything(shell: Completions.Shell) {
    let script = Self.script(shell)
    for command in Main.tool.commands.map(\.syntax) {
      let lines = script.split(separator: "\n").filter { $0.contains(command.name) }
      #expect(!lines.isEmpty, "\(command.name)")
      for option in command.allOptions {
        let name = shell == .fish ? " -l \(option.name.dropFirst(2)) " : option.name
        #expect(script.contains(name), "\(command.name) \(option.name)")
      }
    }
  }

  @Test("are printed for the shells that are known, and no others")
  func shells() throws {
    let run = try CommandRun()
    for shell in ["bash", "zsh", "fish"] { #expect(run("completions \(shell)") == .success) }
    #expect(run("completions bush") == .usage)
    #expect(run("completions") == .usage)
  }

  @Test("for zsh and fish have texts in balanced quotes")
  func quotes() {
    let syntax = CommandSyntax(
      name: "run", summary: "It's \\ a [test]: yes.",
      options: [.init("--way", short: "-w", value: "A[:B]", "what's [this]: \\ it")])
    let zsh = Completions.script(.zsh, tool: "t", [syntax])
    #expect(zsh.contains(#"'run:It'\''s \ a [test]: yes.'"#))
    #expect(zsh.contains(#"'(-w --way)--way=[what'\''s \[this\]\: \ it]:A\[\:B\]: '"#))
    #expect(zsh.contains(#"'(-w --way)-w+[what'\''s \[this\]\: \ it]:A\[\:B\]: '"#))
    let fish = Completions.script(.fish, tool: "t", [syntax])
    #expect(fish.contains(#" -s w -l way -x -d 'what\'s [this]: \\ it'"#))
  }

  #if os(macOS) || os(Linux)
    @Test(
      "in bash offer commands, options, choices and files",
      arguments: [
        ("mart se", "search"), ("mart search --l", "--limit"),
        ("mart analyze --for p", "phrase prefix"),
        ("mart help comp", "complete compact completions"), ("mart completions f", "fish"),
        ("mart index --reb", "--rebuild"), ("mart delete DIR --", "--help"), ("mart index DI", ""),
        ("mart search DIR --limit ", ""),
      ])
    func bash(line: String, words: String) throws {
      guard FileManager.default.isExecutableFile(atPath: "/bin/bash") else { return }
      let run = try CommandRun()
      try run.write("complete.bash", Self.script(.bash))
      let script = """
        set -u
        . complete.bash
        line=$1
        read -r -a COMP_WORDS <<< "$line"
        case "$line" in *' ') COMP_WORDS+=("") ;; esac
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _mart
        echo "${COMPREPLY[*]-}"
        """
      try run.write("try.bash", script)
      let outcome = try run.shell("bash try.bash '\(line)'")
      #expect(outcome.end == .exit(0))
      #expect(outcome.output == words + "\n")
    }
  #endif
}
