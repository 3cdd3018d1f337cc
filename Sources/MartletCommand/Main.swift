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
  /// Returns an error of any kind as a sentence for a person, with what they can do next.
  static func sentence(_ error: any Error) -> String {
    if let error = error as? SearchError { return "\(error.sentence)\(error.wayOut)" }
    return (error as? ToolFailure)?.message ?? "\(error)"
  }
}

extension SearchError {
  /// The error as a sentence for a person, with the file concerned.
  var sentence: String {
    guard let file else { return finding }
    return finding + " (\(file)\(offset.map { ", byte \($0)" } ?? ""))"
  }

  /// The commands that help, after a semicolon; empty if none does.
  var wayOut: String {
    switch code {
    case .corrupted: "; mart salvage copies what is readable to a new index"
    // An index that is not one of records has no advice for a program, and none here.
    case .schemaMismatch where advice != nil:
      "; mart reindex makes the index again with other fields"
    default: ""
    }
  }
}

extension CommandSyntax.Operand {
  /// The folder of an index, which most commands take.
  static let index = Self("DIR", "the folder of the index", kind: .folder)
}
