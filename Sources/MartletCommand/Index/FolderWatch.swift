import Foundation
import MartletToolSupport

/// Keeps an index in step with a folder until it is interrupted.
///
/// The folder is listed again and again, which works on every file system, also on those of a
/// network. The index is opened only for a change, so other programs may write to it in between.
struct FolderWatch {
  private let files: FileImport
  private var target: IndexTarget
  /// The files at the last run.
  private var listed: [FolderListing.File]?
  /// The time from which the next run has something to do even if the files are the same, in
  /// seconds since 1970.
  private var dueSeconds = Double.infinity
  /// The files that could not be read at the last run.
  private var unreadable: [String] = []
  /// The seconds that the last listing took.
  private var listingSeconds = 0.0
  /// The reports of the last run, and of the last look that failed, which are not said again each
  /// time.
  private var complaints: [String] = []
  private var failure: String?

  /// The seconds between two looks at the folder.
  private static let leastPause = 1.0
  /// The pause as a multiple of the time that a look takes, so that large folders cost little.
  private static let pauseFactor = 20.0
  /// The seconds after which files that cannot be read are tried again.
  private static let retrySeconds = 10.0
  /// The microseconds after which a pause looks for an interruption.
  private static let patience: UInt32 = 50_000

  init(_ files: FileImport, _ target: IndexTarget) {
    self.files = files
    self.target = target
  }

  /// Runs until that is interrupted.
  ///
  /// - Throws: The errors of the first run; later ones are reported.
  mutating func run() throws -> ToolStatus {
    let first = try look()
    target.rebuilds = false
    for line in (first?.lines ?? []) + ["Watching; Ctrl-C ends."] { StandardOutput.print(line) }
    report(first?.complaints ?? [])
    while waits(max(Self.leastPause, Self.pauseFactor * listingSeconds)) {
      do {
        if let report = try look() {
          for line in report.changes { StandardOutput.print(line) }
          self.report(report.complaints)
        }
        failure = nil
      } catch {
        guard !Interruption.isRequested else { throw error }
        let message = ToolFailure.sentence(error)
        if message != failure { StandardError.print("mart: \(message)") }
        failure = message
      }
    }
    return .success
  }

  /// Brings the index in step if the folder has changed.
  ///
  /// - Returns: What was done; nil if there is nothing to tell.
  private mutating func look() throws -> FileImportReport? {
    let seconds = Date().timeIntervalSince1970
    let listing: FolderListing
    (listingSeconds, listing) = try Stopwatch.time { try files.list() }
    guard listing.files != listed || seconds >= dueSeconds else { return nil }
    let report = try files.run(into: target, listing, listedAt: seconds)
    // Files that had just changed are read once more, which is no news.
    let isNews = listing.files != listed || !unreadable.isEmpty
    listed = listing.files
    unreadable = report.unreadableFiles
    let unsettled = listing.files.filter { !$0.isSettled(at: seconds) }
    dueSeconds = unsettled.map { $0.modified + FolderChanges.clockSeconds }.min() ?? .infinity
    if !unreadable.isEmpty { dueSeconds = min(dueSeconds, seconds + Self.retrySeconds) }
    return isNews ? report : nil
  }

  /// Reports what could not be read, unless that was reported before, and lets all output go.
  private mutating func report(_ lines: [String]) {
    if lines != complaints {
      for line in lines { StandardError.print(line) }
    }
    complaints = lines
    _ = StandardOutput.flush()
  }

  /// Waits for so many seconds. Returns false if that is interrupted.
  private func waits(_ seconds: Double) -> Bool {
    let stopwatch = Stopwatch()
    while stopwatch.seconds < seconds {
      guard !Interruption.isRequested else { return false }
      usleep(Self.patience)
    }
    return !Interruption.isRequested
  }
}
