#if os(macOS) || os(Linux)
  import Foundation
  import MartletTestSupport

  extension CommandRun {
    /// Runs a command line in a process of its own, and returns what it prints; words that begin
    /// with `@` are paths in the folder, in which the process runs.
    func output(_ line: String, terminal: ChildProcess.Terminal? = nil) throws
      -> ChildProcess.Outcome
    {
      let words = line.split(separator: " ").map { word in
        word.hasPrefix("@") ? path(String(word.dropFirst())) : String(word)
      }
      return try ChildProcess.run(ChildProcess.program("mart"), words, terminal: terminal)
    }

    /// Runs a line of the shell in the folder, where `$mart` is the program.
    func shell(_ line: String) throws -> ChildProcess.Outcome {
      try ChildProcess.shell(
        "cd \"$1\" || exit 99; mart=$2; \(line)", [folder.path, ChildProcess.program("mart")])
    }
  }

  extension ChildProcess.Outcome {
    /// The lines that were printed.
    var lines: [String] {
      output.split(whereSeparator: \.isNewline).map(String.init)
    }
  }
#endif
