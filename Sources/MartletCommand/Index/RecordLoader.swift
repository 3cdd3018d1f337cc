import Foundation
import Martlet
import MartletToolSupport

/// Writes records into an index in large batches, and shows how it goes.
struct RecordLoader {
  private let index: SearchIndex<Record>
  private let folder: String
  /// Records that are not written yet, each with where it is from.
  private var waiting: [(record: Record, place: String)] = []
  private var waitingBytes = 0
  private var progress: ProgressReport
  private var documentCount = 0
  /// True when documents in memory could not be written to files.
  private var isLost = false
  /// The folder before the index was made in it; nil when there was one before, or when something
  /// has been written since.
  private var untouched: Surroundings?

  /// The bytes of a batch, which takes some times as much memory. Larger ones make fewer, larger
  /// segments.
  private static let batchBytes = 12 << 20
  /// The size of a record besides its text, however short that is.
  private static let recordBytes = 512

  /// Opens the index in a folder, or makes it.
  ///
  /// - Parameter schema: Nil to go on with an index that exists.
  init(folder: String, schema: RecordSchema?, totalBytes: Int?) throws {
    self.folder = folder
    untouched = try schema == nil ? nil : Surroundings(folder)
    // Whoever runs this can run it again, so that a log of every document would only cost time.
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
    // Somebody else may have made it meanwhile, and written to it.
    if index.statistics.segmentCount > 0 { untouched = nil }
    try untouched?.noteIndex()
    progress = ProgressReport(totalBytes: totalBytes)
  }

  /// Takes one record.
  ///
  /// - Parameters:
  ///   - place: Where it is from, for a complaint.
  ///   - bytesRead: How much has been read of everything there is.
  mutating func add(_ record: Record, place: @autoclosure () -> String, bytesRead: Int) throws {
    waiting.append((record, place()))
    waitingBytes += record.json.count + Self.recordBytes
    documentCount += 1
    if waitingBytes >= Self.batchBytes { try write() }
    progress.update(documents: documentCount, bytes: bytesRead)
  }

  /// Writes what is left and prints what was done.
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

  /// Makes one segment of an index that mostly came from this run, for faster searches.
  private func compactWhatIsNew() {
    guard documentCount > index.statistics.documentCount / 2 else { return }
    // What fails here has lost nothing, and is done by whoever writes next.
    try? index.compact()
  }

  /// Gives up. When nothing has been written, no index is left behind where there was none.
  ///
  /// - Returns: What went wrong, and what is in the index all the same.
  mutating func abandon(because error: any Error) -> ToolFailure {
    progress.finish()
    try? close()
    untouched?.restore()
    let message = (error as? ToolFailure)?.message ?? "\(error)"
    return ToolFailure("\(message); \(isLost ? restAfterFailure : rest)")
  }

  /// Brings everything into files.
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

  /// A description of the documents in the index after writing it to files failed too.
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
