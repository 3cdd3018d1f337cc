import Martlet
import MartletToolSupport

/// `check`: reads every byte of an index and reports whether it is intact.
enum CheckCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "check",
      summary: "Reads every byte of an index and says whether it is sound.",
      operands: [.init("DIR", "the folder of the index")],
      discussion: """
        The exit status is 1 when anything is wrong; each problem is a line. What is readable of a
        damaged index is searched with search --salvage, and copied with salvage.
        """)
  ) { arguments in
    let folder = arguments.required("DIR")
    let (seconds, problems) = Stopwatch.time { () -> Result<VerificationReport, SearchError> in
      do throws(SearchError) {
        // Opened with `salvage`, the whole index is checked, so all damage is reported at once.
        let options = IndexOptions(onCorruption: .salvage)
        return .success(try SearchIndex<Record>.readOnly(path: folder, options: options).verify())
      } catch {
        return .failure(error)
      }
    }
    switch problems {
    case .success(let report):
      print(text(report, seconds: seconds))
      return report.isSound ? .success : .failure
    case .failure(let error): throw ToolFailure("the index cannot be opened: \(error)")
    }
  }

  static func text(_ report: VerificationReport, seconds: Double) -> String {
    let statistics = report.statistics
    let size = Figures.bytes(statistics.byteCount + statistics.memoryByteCount)
    guard report.isSound else {
      let lines = report.problems.map { "  \($0)" }
      return (["\(Figures.count(lines.count, "problem")) in \(size)"] + lines).joined(
        separator: "\n")
    }
    return "sound: \(Figures.count(statistics.documentCount, "document")) in "
      + "\(Figures.count(statistics.segmentCount, "segment")), \(size), \(Figures.time(seconds))"
  }
}
