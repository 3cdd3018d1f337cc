import Foundation
import Martlet
import MartletToolSupport

/// `mart`, the command line of Martlet.
@main
enum Main {
  static func main() {
    LargeBlocks.returnWhenFreed()
    FileSizeLimit.failWithError()
    Interruption.catchSignals()
    exit(tool.run(Array(CommandLine.arguments.dropFirst())).code)
  }

  static let tool = Tool(
    name: "mart",
    version: "0.1.0",
    summary: "Full-text search in files: makes an index, searches it, checks it.",
    commands: [
      DemoCommand.command, IndexCommand.command, SearchCommand.command, LiveCommand.command,
      CompleteCommand.command, GetCommand.command, TermsCommand.command, ExportCommand.command,
      DeleteCommand.command, ReindexCommand.command, CompactCommand.command,
      StatsCommand.command, CheckCommand.command, BackupCommand.command,
      SalvageCommand.command, AnalyzeCommand.command,
    ]
  ) { error in
    ToolFailure.sentence(error)
  }
}

extension ToolFailure {
  /// Returns an error of any kind as a sentence for a person.
  static func sentence(_ error: any Error) -> String {
    (error as? ToolFailure)?.message ?? (error as? SearchError)?.sentence ?? "\(error)"
  }
}

extension SearchError {
  /// The error as a sentence for a person, with the file concerned.
  var sentence: String {
    guard let file else { return message }
    return message + " (\(file)\(offset.map { ", byte \($0)" } ?? ""))"
  }
}

extension CommandSyntax.Operand {
  /// The folder of an index, which most commands take.
  static let index = Self("DIR", "the folder of the index", kind: .folder)
}
