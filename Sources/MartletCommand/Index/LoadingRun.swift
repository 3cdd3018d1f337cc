import Foundation
import Martlet
import MartletToolSupport
import Synchronization

/// The progress of a run towards an index that is safe, and a mark of it in the index.
final class LoadingRun: Sendable {
  /// The name of the bookmark that is written with the documents: the number of the run and of its
  /// documents, so that both are of the same moment after any failure.
  static let bookmark = "mart.run"

  let folder: String
  private let id = UUID().uuidString
  private let isSafe = Atomic(false)
  private let isAnnounced = Atomic(false)

  init(folder: String) { self.folder = folder }

  /// Returns the bytes of the bookmark.
  func mark(documentCount: Int) -> [UInt8] { Array("\(id) \(documentCount)".utf8) }

  /// Returns the number of documents of this run, in the order of the input, that are in the
  /// files of the index, or nil if these cannot be read.
  func reachedCount() -> Int? {
    guard let kept = try? SearchIndex<Record>.readOnly(path: folder) else { return nil }
    let words = String(decoding: kept.bookmark(Self.bookmark) ?? [], as: UTF8.self)
      .split(separator: " ")
    return words.first.map(String.init) == id ? words.last.flatMap { Int($0) } : 0
  }

  /// Records that all documents are in files.
  func noteSafe() { isSafe.store(true, ordering: .relaxed) }

  /// Answers Ctrl-C: says that the run will end, or ends it, if only tidying is left to do.
  func answerInterruption(_ progress: ProgressReport) {
    guard Interruption.isRequested else { return }
    if isSafe.load(ordering: .relaxed) {
      progress.end()
      StandardError.print(
        "mart: interrupted; all documents reached \(folder), and the next run makes it smaller")
      _ = StandardOutput.flush()
      _exit(ToolStatus.interrupted.code)
    }
    guard !isAnnounced.exchange(true, ordering: .relaxed) else { return }
    progress.print("Stopping after this batch; Ctrl-C again ends at once.")
  }
}
