import Foundation
import Martlet
import MartletToolSupport

/// `backup`: copies an index as it is now, also while another program writes to it.
enum BackupCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "backup",
      summary: "Copies an index to a new folder, also while it is written to.",
      operands: [
        .init("DIR", "the folder of the index", kind: .folder),
        .init("NEW-DIR", "the folder of the copy, missing or empty", kind: .folder),
      ],
      discussion: """
        The copy has the documents of one moment. Everything is verified, and the copy
        is on the disk when the command ends. Of a damaged index, salvage copies what
        is readable.
        """)
  ) { arguments in
    let (old, new) = (arguments.required("DIR"), arguments.required("NEW-DIR"))
    // As a URL, an empty path is the current folder.
    guard !old.isEmpty, !new.isEmpty else { throw UsageError("a folder needs a name, found \"\"") }
    let (seconds, count) = try Stopwatch.time { () throws(ToolFailure) in
      do throws(SearchError) {
        let index = try SearchIndex<Record>.readOnly(at: URL(fileURLWithPath: old))
        try index.backUpSync(to: URL(fileURLWithPath: new))
        return index.statistics.documentCount
      } catch {
        throw ToolFailure(ToolFailure.sentence(error))
      }
    }
    StandardOutput.print(
      "\(new): \(Figures.count(count, "document")), \(Figures.time(seconds))")
    return .success
  }
}
