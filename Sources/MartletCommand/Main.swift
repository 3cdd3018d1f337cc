import Foundation
import MartletToolSupport

/// `mart`, the command line of Martlet.
@main
enum Main {
  static func main() {
    LargeBlocks.returnWhenFreed()
    FileSizeLimit.failWithError()
    exit(tool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  static let tool = Tool(
    name: "mart",
    version: "0.1.0",
    summary: "Full-text search in files: makes an index, searches it, checks it.",
    commands: [
      DemoCommand.command, IndexCommand.command, SearchCommand.command, StatsCommand.command,
      CheckCommand.command, SalvageCommand.command, AnalyzeCommand.command,
    ])
}
