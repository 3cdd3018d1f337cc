import Foundation
import Martlet
import MartletToolSupport

/// Writes records into an index in large batches, and shows the progress.
struct RecordLoader {
  private let index: SearchIndex<Record>
  private let run: LoadingRun
  private let origin: IndexOrigin
  /// True if the run was to begin anew, and if an index was removed for that.
  private let hasRebuilt: Bool
  private let hasRemoved: Bool
  private let progress: ProgressReport
  /// The records that are not written yet, each with its location in the input.
  private var waiting: [(record: Record, place: String)] = []
  private var waitingBytes = 0
  private var documentCount = 0
  /// The bookmarks to write with the last records, none of them as it is in the index.
  private var bookmarks: [String: [UInt8]] = [:]
  /// The folder as it was before the index was created in it; nil if there was an index before.
  private let before: Surroundings?
  /// True once something was written, which may not have reached the files.
  private var hasWritten = false

  /// The size of a batch in bytes, which takes several times as much memory. Larger batches make
  /// fewer, larger segments.
  private static let batchBytes = 12 << 20
  /// The overhead of a record in bytes, in addition to its text.
  private static let recordBytes = 512

  /// Opens the index in a folder, or creates it.
  ///
  /// - Parameter schema: The schema of a new index; nil to continue with an existing one.
  init(
    _ target: IndexTarget, schema: RecordSchema?, origin: IndexOrigin, totalBytes: Int?
  ) throws {
    hasRebuilt = target.rebuilds
    hasRemoved = target.rebuilds && Surroundings.hasIndex(target.folder)
    (index, before) = try target.open(schema: schema)
    let run = LoadingRun(folder: target.folder)
    self.run = run
    self.origin = origin
    progress = ProgressReport(totalBytes: totalBytes) { run.answerInterruption($0) }
  }

  /// Adds one record.
  ///
  /// - Parameters:
  ///   - place: The location of the record in the input, for error messages.
  ///   - bytesRead: The number of bytes of the whole input that have been read.
  mutating func add(_ record: Record, place: @autoclosure () -> String, bytesRead: Int) throws {
    try stopIfInterrupted()
    waiting.append((record, place()))
    waitingBytes += record.json.count + Self.recordBytes
    documentCount += 1
    progress.read(documents: documentCount, bytes: bytesRead)
    if waitingBytes >= Self.batchBytes { try write() }
  }

  /// Compares the files of a folder with their documents in the index.
  func changes(in files: [FolderListing.File]) throws -> FolderChanges {
    try FolderChanges(files, index)
  }

  /// Sets the size of the input in bytes.
  func expect(bytes: Int) { progress.expect(bytes: bytes) }

  /// Removes documents, and returns the number of those that there were.
  mutating func remove(_ keys: [String]) throws -> Int {
    let known = try keys.filter { try index.contains($0) }
    guard !known.isEmpty else { return 0 }
    try index.writeSync { $0.delete(contentsOf: known) }
    hasWritten = true
    return known.count
  }

  /// Writes a bookmark with the last records, if it is another one than that of the index.
  mutating func keep(_ bytes: [UInt8], as name: String) {
    guard bytes != index.bookmark(name) ?? [] else { return }
    bookmarks[name] = bytes
  }

  /// Prints a line for the user without disturbing the progress.
  func note(_ text: String) { progress.print(text) }

  /// Writes the remaining records and puts the index in order.
  ///
  /// - Returns: A line about what was read, and one about the index.
  mutating func finish(bytesRead: Int) throws -> [String] {
    try stopIfInterrupted()
    if !waiting.isEmpty || !bookmarks.isEmpty || before != nil && !hasWritten {
      try write(bookmarks: bookmarks)
    }
    progress.beginFinishing()
    try index.checkpointSync()
    run.noteSafe()
    compactWhatIsNew()
    let statistics = index.statistics
    try index.closeSync()
    progress.end()
    let seconds = progress.seconds
    let rate = Figures.decimal(Double(bytesRead) / 1e6 / max(seconds, 1e-9), places: 1)
    return [
      "\(Figures.count(documentCount, "document")), \(Figures.bytes(bytesRead)) in "
        + "\(Figures.time(seconds)) (\(rate) MB/s)",
      "\(run.folder.onOneLine): \(Figures.count(statistics.documentCount, "document")), "
        + Figures.bytes(statistics.byteCount + statistics.memoryByteCount),
    ]
  }

  /// Compacts the index, for faster searches, if most of it came from this run.
  private func compactWhatIsNew() {
    guard documentCount > index.statistics.documentCount / 2 else { return }
    // If this fails, nothing is lost, and the next writer does it.
    try? index.compactSync()
  }

  private func stopIfInterrupted() throws(ToolFailure) {
    guard Interruption.isRequested else { return }
    throw ToolFailure("interrupted", status: .interrupted)
  }

  /// Gives up. If nothing has been written, no index is left where there was none.
  ///
  /// - Returns: A failure that says what went wrong, and what is in the index even so.
  mutating func abandon(because error: any Error) -> ToolFailure {
    try? index.closeSync(discardingUnsaved: true)
    progress.end()
    let isUntouched = before != nil && (!hasWritten || run.reachedCount() == 0)
    if isUntouched { before?.restore() }
    if Interruption.isRequested {
      return ToolFailure("interrupted; \(rest(isUntouched))", status: .interrupted)
    }
    return ToolFailure("\(ToolFailure.sentence(error)); \(rest(isUntouched))")
  }

  private func rest(_ isUntouched: Bool) -> String {
    let isNothing = isUntouched || documentCount == waiting.count
    return Self.rest(
      isNothing ? 0 : run.reachedCount(), folder: run.folder, hasRebuilt: hasRebuilt)
      + (hasRemoved ? "; the index that was there is removed" : "")
  }

  /// Returns a description of the documents that are in the index after a failure, and of the way
  /// to go on.
  ///
  /// - Parameters:
  ///   - reached: The number of documents of this run in files; nil if it is unknown.
  ///   - hasRebuilt: True if the run was to begin anew.
  static func rest(_ reached: Int?, folder: String, hasRebuilt: Bool = false) -> String {
    switch reached {
    case nil: "\(folder) cannot be read, so that it is unknown what reached it"
    case 0?: "nothing was indexed"
    case let count?:
      "the first \(Figures.count(count, "document")) reached \(folder); run this again "
        + (hasRebuilt
          ? "without --rebuild to bring in the rest, or as it is to begin anew"
          : "to bring in the rest, or with --rebuild to begin anew")
    }
  }

  /// Writes the waiting records, all or none, and bookmarks.
  private mutating func write(bookmarks: [String: [UInt8]] = [:]) throws {
    let records = waiting
    try index.writeSync { [run, origin, documentCount] batch in
      for (record, place) in records {
        do throws(SearchError) {
          try batch.put(record)
        } catch {
          throw ToolFailure("\(place): \(error.message)")
        }
      }
      for (name, bytes) in bookmarks { try batch.setBookmark(name, bytes) }
      try batch.setBookmark(IndexOrigin.bookmark, origin.bytes)
      try batch.setBookmark(LoadingRun.bookmark, run.mark(documentCount: documentCount))
    }
    hasWritten = true
    waiting.removeAll(keepingCapacity: true)
    waitingBytes = 0
    progress.noteWritten()
  }
}
