import Foundation
import Martlet
import MartletToolSupport

/// Reads the text files of a folder into an index, each as one document named by its path, and
/// removes the documents of files that are gone.
struct FileImport {
  /// The size of the largest file that is read, in bytes: all of it is in memory, several times.
  private static let largestFile = 1 << 28
  private static let fields = ["path", "text"]

  private let root: String
  private let schema: RecordSchema?
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
    schema =
      existing != nil
      ? nil
      : RecordSchema(fields: [
        .text(Self.fields[0], analyzer: analyzer, weight: 2),
        .text(Self.fields[1], analyzer: analyzer),
      ])
    try existing?.checkFiles(of: fullRoot, fields: Self.fields)
  }

  /// Reads all files into the index in a folder.
  ///
  /// - Throws: ``ToolFailure`` if the folder of the files cannot be read or has no files; the
  ///   errors of writing the index.
  func run(into target: IndexTarget) throws {
    let listing = try FolderListing(root)
    guard !listing.files.isEmpty else {
      throw ToolFailure("the folder \(root) has no files; the index was not changed")
    }
    var loader = try RecordLoader(
      target, schema: schema, origin: .files(root: fullRoot),
      totalBytes: listing.files.reduce(0) { $0 + $1.size })
    do {
      try fill(&loader, listing)
    } catch {
      throw loader.abandon(because: error)
    }
  }

  private func fill(_ loader: inout RecordLoader, _ listing: FolderListing) throws {
    var bytesRead = 0
    var leftOut = 0
    for (path, size) in listing.files {
      bytesRead += size
      guard size <= Self.largestFile, let contents = Self.text("\(root)/\(path)") else {
        leftOut += 1
        continue
      }
      let text = Self.source(of: path).text(of: contents)
      let record = Record(key: path, fields: ["path": .string(path), "text": .string(text)])
      try loader.add(record, place: path, bytesRead: bytesRead)
    }
    let gone = try removeGone(from: &loader, listing)
    try loader.finish(bytesRead: bytesRead)
    report(gone: gone, leftOut: leftOut, listing)
  }

  /// Removes the documents whose files are not there any more, and returns their number.
  private func removeGone(
    from loader: inout RecordLoader, _ listing: FolderListing
  ) throws -> Int {
    guard removesGone else { return 0 }
    let paths = Set(listing.files.map(\.path))
    let gone = try loader.keys { !paths.contains($0) && !listing.mayHave($0) }
    try loader.remove(gone)
    return gone.count
  }

  private func report(gone: Int, leftOut: Int, _ listing: FolderListing) {
    if gone > 0 {
      StandardOutput.print("\(Figures.count(gone, "document")) removed, whose files are gone")
    }
    if leftOut > 0 {
      StandardOutput.print(
        "\(Figures.count(leftOut, "file")) left out: not readable, not UTF-8 text, or larger than "
          + "256 MiB")
    }
    guard !listing.unreadable.isEmpty else { return }
    StandardError.print(
      "\(Figures.count(listing.unreadable.count, "folder")) left out that cannot be read: "
        + listing.unreadable.sorted().prefix(3).map(\.onOneLine).joined(separator: ", "))
  }

  /// Returns the kind of text in a file, by the extension of its name.
  static func source(of path: String) -> TextSource {
    switch path.split(separator: ".").last?.lowercased() {
    case "html", "htm": .html
    case "md", "markdown": .markdown
    default: .plain
    }
  }

  /// Returns the text of a file, or nil if it is not UTF-8, or has a zero byte, which texts do not
  /// have.
  static func text(_ path: String) -> String? {
    guard let bytes = try? InputFile(path: path).readToEnd(), !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
