import Testing

@testable import MartletCommand
@testable import MartletToolSupport

@Suite("Help")
struct HelpTests {
  private static let commands = Main.tool.commands.map(\.syntax)

  @Test("has lines that every terminal shows without wrapping")
  func width() {
    for help in Self.commands.map({ $0.help(tool: "mart") }) + [Main.tool.help] {
      for line in help.split(separator: "\n").map(String.init) where line.terminalWidth > 80 {
        Issue.record("\(line.terminalWidth) columns: \(line)")
      }
    }
  }

  @Test("describes every argument and every option in one line, aligned")
  func alignment() {
    for command in Self.commands {
      let lines = command.help(tool: "mart").split(
        separator: "\n", omittingEmptySubsequences: false)
      var columns: [String: Set<Int>] = [:]
      for (name, help) in command.operands.map({ ($0.name, $0.help) })
        + command.allOptions.map({ ($0.name, $0.help) })
      {
        let found = lines.first { $0.contains(name) && $0.hasSuffix("  " + help) }
        let column = found.map { $0.count - help.count } ?? -1
        columns[name.hasPrefix("--") ? "options" : "operands", default: []].insert(column)
      }
      #expect(columns.values.allSatisfy { $0.count == 1 && !$0.contains(-1) }, "\(command.name)")
    }
  }

  @Test("of a command and the name of one that is misspelt", arguments: ["help", "--help", "-h"])
  func wordsForHelp(word: String) throws {
    let run = try CommandRun()
    #expect(run("\(word) search") == .success)
    #expect(run("search \(word == "help" ? "--help" : word)") == .success)
    #expect(run("\(word) serch") == .usage)
  }
}
