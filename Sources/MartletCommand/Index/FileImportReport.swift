import MartletToolSupport

/// The outcome of one run over the files of a folder.
struct FileImportReport {
  /// The number of files that were read and are documents.
  var readCount = 0
  /// The number of files that were not read, because they have not changed.
  var unchangedCount = 0
  /// The number of files that are no documents.
  var leftOutCount = 0
  /// The number of files whose names are not UTF-8.
  var misnamedCount = 0
  /// The number of documents that were removed because their files are gone, and because their
  /// files are no texts any more.
  var goneCount = 0
  var noTextCount = 0
  /// The files and folders that could not be read.
  var unreadableFiles: [String] = []
  var unreadableFolders: [String] = []
  /// The lines about what was read, and about the index.
  var summary: [String] = []

  /// The results of the run.
  var lines: [String] {
    var lines = summary
    if unchangedCount > 0 {
      lines.append("\(Figures.count(unchangedCount, "file")) not read, as nothing has changed")
    }
    if leftOutCount > 0 {
      lines.append(
        "\(Figures.count(leftOutCount, "file")) left out: not UTF-8 text (which has no byte 0), larger "
          + "than 256 MiB, or with a path of more than 1,024 bytes")
    }
    if misnamedCount > 0 {
      lines.append("\(Figures.count(misnamedCount, "file")) left out, whose names are not UTF-8")
    }
    return lines + removed
  }

  /// The changes that a run in between has made to the index, in lines.
  var changes: [String] { (readCount > 0 ? Array(summary.prefix(1)) : []) + removed }

  private var removed: [String] {
    var lines: [String] = []
    if noTextCount > 0 {
      lines.append("\(Figures.count(noTextCount, "document")) removed, whose files are no text now")
    }
    if goneCount > 0 {
      lines.append("\(Figures.count(goneCount, "document")) removed, whose files are gone")
    }
    return lines
  }

  /// The lines about what could not be read.
  var complaints: [String] {
    [("file", unreadableFiles), ("folder", unreadableFolders)].compactMap { noun, names in
      names.isEmpty
        ? nil
        : "\(Figures.count(names.count, noun)) left out that cannot be read: "
          + names.sorted().prefix(3).map(\.onOneLine).joined(separator: ", ")
    }
  }
}
