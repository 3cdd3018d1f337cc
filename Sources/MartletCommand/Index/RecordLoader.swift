import Foundation
import Martlet
import MartletToolSupport

/// Writes records into an index in large batches, and shows the progress.
struct RecordLoader {
  private let index: SearchIndex<Record>
  private let folder: String
  /// The records that are not written yet, each with its location in the input.
  private var waiting: [(record: Record, place: String)] = []
  private var waitingBytes = 0
  private var progress: ProgressReport
  private var documentCount = 0
  /// True if documents in memory could not be written to files.
  private var isLost = false
  /// The folder as it was before the index was created in it; nil if there was an index before, or
  /// once something has been written.
  private var untouched: Surroundings?

  /// The size of a batch in bytes, which takes several times as much memory. Larger batches make
  /// fewer, larger segments.
  private static let batchBytes = 12 << 20
  /// The overhead of a record in bytes, in addition to its text.
  private static let recordBytes = 512

  /// Opens the index in a folder, or creates it.
  ///
  /// - Parameter schema: The schema of a new index; nil to continue with an existing one.
  init(folder: String, schema: RecordSchema?, totalBytes: Int?) throws {
    self.folder = folder
    untouched = try schema == nil ? nil : Surroundings(folder)
    // The user can run this again after a crash, so a log of every document would only cost time.
    let options = IndexOptions(durability: .none)
    if let schema {
      do {
        index = try SearchIndex(path: folder, schema: schema, options: options)
      } catch {
        untouched?.restore()
        throw error
      }
    } else {
      index = try SearchIndex(path: folder, options: options)
    }
    // Another program may have created it in the meantime, and written to it.
    if index.statistics.segmentCount > 0 { untouched = nil }
    try untouched?.noteIndex()
    progress = ProgressReport(totalBytes: totalBytes)
  }

  /// Adds one record.
  ///
  /// - Parameters:
  ///   - place: The location of the record in the input, for error messages.
  ///   - bytesRead: The number of bytes of the whole input that have been read.
  mutating func add(_ record: Record, place: @autoclosure () -> String, bytesRead: Int) throws {
    waiting.append((record, place()))
    waitingBytes += record.json.count + Self.recordBytes
    documentCount += 1
    if waitingBytes >= Self.batchBytes { try write() }
    progress.update(documents: documentCount, bytes: bytesRead)
  }

  /// Writes the remaining records and prints a summary.
  mutating func finish(bytesRead: Int) throws {
    try write()
    compactWhatIsNew()
    let seconds = progress.seconds
    let statistics = index.statistics
    try close()
    progress.finish()
    let rate = Figures.decimal(Double(bytesRead) / 1e6 / max(seconds, 1e-9), places: 1)
    print(
      "\(Figures.count(documentCount, "document")), \(Figures.bytes(bytesRead)) in "
        + "\(Figures.time(seconds)) (\(rate) MB/s)")
    print(
      "\(folder): \(Figures.count(statistics.documentCount, "document")), "
        + Figures.bytes(statistics.byteCount + statistics.memoryByteCount))
  }

  /// Compacts the index, for faster searches, if most of it came from this run.
  private func compactWhatIsNew() {
    guard documentCount > index.statistics.documentCount / 2 else { return }
    // If this fails, nothing is lost, and the next writer does it.
    try? index.compact()
  }

  /// Gives up. If nothing has been written, no index is left where there was none.
  ///
  /// - Returns: A failure that says what went wrong, and what is in the index even so.
  mutating func abandon(because error: any Error) -> ToolFailure {
    progress.finish()
    try? close()
    untouched?.restore()
    let message = (error as? ToolFailure)?.message ?? "\(error)"
    return ToolFailure("\(message); \(isLost ? restAfterFailure : rest)")
  }

  /// Writes all documents to files.
  private mutating func close() throws {
    do {
      try index.close()
    } catch {
      isLost = true
      throw error
    }
  }

  private var rest: String {
    let written = documentCount - waiting.count
    return written == 0
      ? "nothing was indexed"
      : "only the first \(Figures.count(written, "document")) reached the index"
  }

  /// A description of the documents in the index, if writing them to files failed too.
  private var restAfterFailure: String {
    guard let kept = try? SearchIndex<Record>.readOnly(path: folder) else {
      return "nothing was indexed"
    }
    let count = Figures.count(kept.statistics.documentCount, "document")
    return "the index has \(count); run this again to bring in the rest"
  }

  /// Writes the waiting records, all or none.
  private mutating func write() throws {
    let records = waiting
    try index.writeSync { batch in
      for (record, place) in records {
        do throws(SearchError) {
          try batch.put(record)
        } catch {
          throw ToolFailure("\(place): \(error.message)")
        }
      }
    }
    untouched = nil
    waiting.removeAll(keepingCapacity: true)
    waitingBytes = 0
  }
}
