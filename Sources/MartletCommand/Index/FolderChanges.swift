import Foundation
import Martlet

/// The differences between the files of a folder and their documents in an index.
///
/// A document keeps the time of its file's last change and the file's size. A file with the same
/// time and size need not be read again. Both are written together with the text, so a run that
/// ends in the middle leaves no file out. Files that are no texts have no documents, and are kept
/// apart.
struct FolderChanges {
  /// The files that are new, or are not known to be unchanged.
  let changed: [FolderListing.File]
  /// The files that are known to be unchanged, and no texts.
  let leftOut: [FolderListing.File]
  /// The keys of documents that have no file.
  let gone: [String]

  /// Compares the files with the documents of an index.
  init(_ files: [FolderListing.File], _ index: SearchIndex<Record>) throws {
    let times = try index.reconcileSync(
      files.map { ($0.path, $0.modifiedDate) }, version: FieldRef(Self.timeField))
    let sizes = try index.reconcileSync(
      files.map { ($0.path, Double($0.size)) }, version: FieldRef(Self.sizeField))
    // Names that are equal as texts may be those of several files.
    let stale = Set((times.stale + sizes.stale).map { Array($0.utf8) })
    let missing = Set(times.missing.map { Array($0.utf8) })
    let noTexts = LeftOutFiles(bookmark: index.bookmark(LeftOutFiles.bookmark))
    // A file that has a document was a text after it was none.
    leftOut = files.filter { missing.contains($0.pathBytes) && noTexts.contains($0) }
    let toRead = stale.union(missing).subtracting(leftOut.map(\.pathBytes))
    changed = files.filter { toRead.contains($0.pathBytes) }
    gone = times.orphaned
  }

  /// The name of the field that has the time of a file's last change.
  static let timeField = "modified"
  /// The name of the field that has the size of a file.
  static let sizeField = "size"
  /// The seconds in which two changes of a file may get the same time, which is the coarsest that
  /// file systems keep.
  static let clockSeconds = 2.0
  /// More seconds than the clocks of two machines differ by.
  static let daySeconds = 86_400.0
}

extension FolderListing.File {
  /// The time of the last change to the millisecond, in ISO 8601 or as a number of seconds.
  var modifiedText: String {
    let seconds = min(max(modified, -Self.farthest), Self.farthest)
    return FieldKind.date.text(of: (seconds * 1_000).rounded(.down) / 1_000)
  }

  /// The seconds from 1970 up to which an index tells times apart, in both directions.
  private static let farthest = 9e15

  /// The time of the last change as a document has it: a text, or a number of seconds if the year
  /// has more than four digits.
  var modifiedValue: Record.Value {
    Double(modifiedText).map { .number($0) } ?? .string(modifiedText)
  }

  /// The time of the last change as the index reads it in a document.
  var modifiedDate: Date {
    Date.value(queryText: modifiedText) ?? Date(timeIntervalSince1970: modified)
  }

  /// Returns true if a change after the moment `seconds`, when the system was asked, gives the file
  /// another time.
  ///
  /// A file that was changed just before may be changed again at what its file system takes for
  /// the same moment. Its document has no size, so that the next run reads it once more.
  /// The clock of its file system may be ahead, but not by days: a file of then was given its time,
  /// which no change gives it again.
  func isSettled(at seconds: Double) -> Bool {
    modified + FolderChanges.clockSeconds < seconds || modified > seconds + FolderChanges.daySeconds
  }
}
