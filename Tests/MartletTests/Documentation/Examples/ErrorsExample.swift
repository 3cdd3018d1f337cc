import Foundation
import Martlet

/// The examples of Errors.md, word for word.
enum ErrorsExample {
  typealias Note = DurabilityExample.Message

  static func openOrRebuild(folder: URL) throws -> SearchIndex<Note> {
    do {
      return try SearchIndex<Note>(at: folder)
    } catch {
      switch error.code {
      case .schemaMismatch, .corrupted:
        // The documents are in another store, so the index can be made again.
        try SearchIndex<Note>.remove(at: folder)
        return try SearchIndex<Note>(at: folder)
      case .writerBusy:
        return try SearchIndex<Note>.readOnly(at: folder)
      default:
        throw error
      }
    }
  }

  static func putAll(_ notes: [Note], _ index: SearchIndex<Note>) async throws -> [String] {
    let rejected = try await index.write { batch in
      var rejected: [String] = []
      for note in notes {
        do throws(SearchError) {
          try batch.put(note)
        } catch {
          rejected.append(error.message)
        }
      }
      return rejected
    }
    return rejected
  }

  static func salvage(folder: URL) async throws {
    let index = try SearchIndex<Note>(at: folder, options: IndexOptions(onCorruption: .salvage))
    if !index.isComplete {
      for part in index.statistics.leftOut { print(part.reason) }
    }
    _ = index
  }

  static func copy(folder: URL, newFolder: URL) throws -> SalvageReport {
    let report = try SearchIndex<Note>.salvage(from: folder, to: newFolder)
    print(report.documentCount, report.lostDocumentCount, report.possiblyStaleDocumentCount)
    return report
  }
}
