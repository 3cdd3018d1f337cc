import Foundation
import Martlet
import MartletToolSupport

/// Keeps an index in step with the text files of a folder: reads those that are new or changed,
/// each as one document named by its path, and removes the documents of files that are gone.
struct FileImport {
  /// The size of the largest file that is read, in bytes: all of it is in memory, several times.
  private static let largestFile = 1 << 28
  /// The most bytes of a path, which is the key of a document.
  private static let longestPath = 1_024

  private let root: String
  private let schema: RecordSchema
  /// The folder's full path, by which a later run knows it again.
  private let fullRoot: String
  /// False if the index may have documents of another folder.
  private let removesGone: Bool

  /// - Parameter existing: The index to continue with.
  /// - Throws: ``ToolFailure`` if the index has other documents.
  init(root: String, analyzer: String, existing: ExistingIndex?) throws(ToolFailure) {
    self.root = root
    fullRoot = URL(fileURLWithPath: root).resolvingSymlinksInPath().path
    removesGone = existing == nil || existing?.origin != nil
    let fields = Self.fields(analyzer: analyzer)
    try existing?.checkFiles(of: fullRoot, fields: fields.map(\.name))
    let known = existing?.schema.fields ?? []
    schema = RecordSchema(
      version: existing?.schema.version ?? 1, fields: known + fields[known.count...])
  }

  /// Returns the fields of a file. The first two have what is searched for words.
  static func fields(analyzer: String) -> [RecordSchema.Field] {
    [
      .text("path", analyzer: analyzer, weight: 2), .text("text", analyzer: analyzer),
      .date(FolderChanges.timeField), .number(FolderChanges.sizeField),
    ]
  }

  /// Lists the files.
  func list() throws(ToolFailure) -> FolderListing { try FolderListing(root) }

  /// Brings the index in a folder in step.
  ///
  /// - Throws: ``ToolFailure`` if the folder of the files cannot be read or has no files; the
  ///   errors of writing the index.
  func run(into target: IndexTarget) throws -> FileImportReport {
    let seconds = Date().timeIntervalSince1970
    return try run(into: target, list(), listedAt: seconds)
  }

  /// Brings the index in a folder in step with files that were listed before.
  ///
  /// - Parameter seconds: The time when listing began, in seconds since 1970.
  func run(
    into target: IndexTarget, _ listing: FolderListing, listedAt seconds: Double
  ) throws -> FileImportReport {
    guard !listing.files.isEmpty else {
      let kind = listing.misnamedCount > 0 ? "files with names in UTF-8" : "files"
      throw ToolFailure("the folder \(root) has no \(kind); the index was not changed")
    }
    var loader = try RecordLoader(
      target, schema: schema, origin: .files(root: fullRoot), totalBytes: nil)
    do {
      return try fill(&loader, listing, listedAt: seconds)
    } catch {
      throw loader.abandon(because: error)
    }
  }

  private func fill(
    _ loader: inout RecordLoader, _ listing: FolderListing, listedAt seconds: Double
  ) throws -> FileImportReport {
    let changes = try loader.changes(in: listing.files)
    loader.expect(bytes: changes.changed.reduce(0) { $0 + $1.size })
    var report = FileImportReport(
      misnamedCount: listing.misnamedCount, unreadableFiles: listing.unknown,
      unreadableFolders: listing.unreadable)
    report.unchangedCount =
      listing.files.count - changes.changed.count - changes.leftOut.count
    var bytesRead = 0
    var noTexts: [FolderListing.File] = []
    for file in changes.changed {
      bytesRead += file.size
      switch contents(of: file) {
      case .text(let text):
        let record = Self.record(file, text, isSettled: file.isSettled(at: seconds))
        try loader.add(record, place: file.path, bytesRead: bytesRead)
        report.readCount += 1
      case .other:
        noTexts.append(file)
      case .unreadable:
        // Its document stays: it may be readable again.
        report.unreadableFiles.append(file.path)
      }
    }
    let gone = removesGone ? changes.gone.filter { !listing.mayHave($0) } : []
    report.goneCount = try loader.remove(gone)
    report.noTextCount = try loader.remove(noTexts.map(\.path))
    report.leftOutCount = changes.leftOut.count + noTexts.count
    let known = changes.leftOut + noTexts.filter { $0.isSettled(at: seconds) }
    loader.keep(LeftOutFiles.bytes(of: known), as: LeftOutFiles.bookmark)
    report.summary = try loader.finish(bytesRead: bytesRead)
    return report
  }

  private func contents(of file: FolderListing.File) -> FileContents {
    guard file.size <= Self.largestFile, file.path.utf8.count <= Self.longestPath else {
      return .other
    }
    return FileContents(path: "\(root)/\(file.path)")
  }

  private static func record(
    _ file: FolderListing.File, _ contents: String, isSettled: Bool
  ) -> Record {
    var fields: [String: Record.Value] = [
      "path": .string(file.path), "text": .string(source(of: file.path).text(of: contents)),
      FolderChanges.timeField: file.modifiedValue,
    ]
    if isSettled { fields[FolderChanges.sizeField] = .integer(Int64(file.size)) }
    return Record(key: file.path, fields: fields)
  }

  /// Returns the kind of text in a file, by the extension of its name.
  static func source(of path: String) -> TextSource {
    switch path.split(separator: ".").last?.lowercased() {
    case "html", "htm": .html
    case "md", "markdown": .markdown
    default: .plain
    }
  }
}
