import Martlet
import MartletToolSupport

/// `check`: reads every byte of an index and reports whether it is intact.
enum CheckCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "check",
      summary: "Reads every byte of an index and says whether it is sound.",
      operands: [.index],
      options: [.init("--json", "prints one JSON object")],
      discussion: """
        Files that are left from before, such as an older manifest, are not looked at.
        The exit status is 1 if anything is damaged; each problem is a line. What is
        readable of a damaged index is searched with search --salvage, and copied with
        salvage. An index of an app's own document types is checked, too. The end of a
        log that is left out, mostly of a write that did not finish, is a line, too.
        """)
  ) { arguments in
    let folder = arguments.required("DIR")
    try OpenIndex.require(folder)
    let (seconds, outcome) = Stopwatch.time { check(folder) }
    switch outcome {
    case .success(let report):
      if arguments.has("--json") {
        StandardOutput.printJSON(try json(report, seconds: seconds))
      } else {
        StandardOutput.print(text(report, seconds: seconds))
      }
      return report.isSound ? .success : .negative
    case .failure(let error):
      let isDamage = error.code == .corrupted
      if isDamage, arguments.has("--json") {
        StandardOutput.printJSON(try JSONText.of(Answer(problems: [Answer.Problem(error)])))
      }
      throw ToolFailure(
        "\(folder) cannot be opened: \(ToolFailure.sentence(error))",
        status: isDamage ? .negative : .failure)
    }
  }

  private static func check(_ folder: String) -> Result<VerificationReport, SearchError> {
    do throws(SearchError) {
      // Opened with `salvage`, the whole index is checked, so all damage is reported at once.
      do throws(SearchError) {
        let options = IndexOptions(onCorruption: .salvage)
        return .success(
          try SearchIndex<Record>.readOnly(path: folder, options: options).verifySync())
      } catch {
        guard error.code == .schemaMismatch else { throw error }
        return .success(try InspectedIndex(path: folder, onCorruption: .salvage).verify())
      }
    } catch {
      return .failure(error)
    }
  }

  static func text(_ report: VerificationReport, seconds: Double) -> String {
    let statistics = report.statistics
    let byteCount = statistics.byteCount + statistics.memoryByteCount
    let size = Figures.bytes(byteCount)
    guard report.isSound else {
      let lines = report.problems.map { "  \($0.sentence.onOneLine)" }
      // Files that cannot be read at all have no size.
      let place = byteCount > 0 ? " in \(size)" : ""
      return
        (["\(Figures.count(lines.count, "problem"))\(place)"] + lines
        + [statistics.droppedLog?.sentence].compactMap { $0 }).joined(separator: "\n")
    }
    let line =
      "sound: \(Figures.count(statistics.documentCount, "document")) in "
      + "\(Figures.count(statistics.segmentCount, "segment")), \(size), \(Figures.time(seconds))"
    return ([line] + [statistics.droppedLog?.sentence].compactMap { $0 }).joined(separator: "\n")
  }

  static func json(_ report: VerificationReport, seconds: Double) throws -> String {
    try JSONText.of(
      Answer(
        problems: report.problems.map(Answer.Problem.init),
        documents: report.statistics.documentCount, segments: report.statistics.segmentCount,
        bytes: report.statistics.byteCount + report.statistics.memoryByteCount,
        droppedLog: report.statistics.droppedLog.map(DroppedLogReport.init),
        milliseconds: (seconds * 1e6).rounded() / 1e3))
  }

  /// The result in the form of the JSON object; the counts are missing if the index cannot be
  /// opened.
  private struct Answer: Encodable {
    struct Problem: Encodable {
      var code: String
      var message: String
      var file: String?
      var offset: Int?

      init(_ error: SearchError) {
        (code, message) = (error.code.name, error.message)
        (file, offset) = (error.file, error.offset)
      }
    }

    var sound: Bool
    var problems: [Problem]
    var documents: Int?
    var segments: Int?
    var bytes: Int?
    /// The end of the log that is left out; missing if there is none.
    var droppedLog: DroppedLogReport?
    var milliseconds: Double?

    init(
      problems: [Problem], documents: Int? = nil, segments: Int? = nil, bytes: Int? = nil,
      droppedLog: DroppedLogReport? = nil, milliseconds: Double? = nil
    ) {
      sound = problems.isEmpty
      self.problems = problems
      self.documents = documents
      self.segments = segments
      self.bytes = bytes
      self.droppedLog = droppedLog
      self.milliseconds = milliseconds
    }
  }
}
