import Foundation
import MartletToolSupport

/// The benchmark runner.
@main
enum Main {
  static func main() {
    let tool = Tool(
      name: "martlet-bench",
      version: "1",
      summary: "Measures Martlet, side by side with other ways to search.",
      commands: [
        ScanCommand.command, RelevanceCommand.command, GameIndexCommand.command,
        GameQueryCommand.command, GameThroughputCommand.command,
        GameServeCommand.command, FirstCommand.command, ColumnsCommand.command,
        TypingCommand.command, SnippetsCommand.command, ReconcileCommand.command,
        ImportCommand.command, RecoveryCommand.command,
        StoppingCommand.command,
        WritingCommand.command,
        AnalyzeCommand.command, HostileCommand.command, HostileQueriesCommand.command,
        HostileQueriesCommand.step, LimitsCommand.command, LimitsCommand.step,
        MicroCommand.command, BuildCommand.command, ScaleCommand.command, ReportCommand.command,
        SmokeCommand.command,
      ])
    exit(tool.run(Array(CommandLine.arguments.dropFirst())).code)
  }
}
