import Foundation
import Martlet
import MartletToolSupport

/// `index`: puts documents into an index, which is created if it does not exist.
enum IndexCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "index",
      summary: "Puts documents into an index.",
      operands: [.init("DIR", "the folder of the index, made if it is missing", kind: .folder)],
      options: [
        .init(
          "--input", short: "-i", value: "FILE", repeats: true, kind: .file,
          "JSON lines; - is the standard input"),
        .init(
          "--files", value: "FOLDER", kind: .folder, "the text files of a folder, each a document"),
        .init("--watch", "stays in step with --files until Ctrl-C"),
        .init("--key", short: "-k", value: "FIELD", "the member that is the key (default: id)"),
        .init("--rebuild", "removes the index that is there first"),
      ] + fields,
      discussion: """
        A document replaces the one with its key. Without --text and the like, a new
        index searches all strings of the first documents as plain text, and one that
        exists keeps its fields and its key.

        Of --files, every file that is UTF-8 text is a document with the fields path,
        text, modified (a date) and size, and its path is its key. Files that have the
        same time and size as before are not read again; one that was changed in the
        last two seconds has no size yet, and is read once more. Documents of files that
        are gone are removed, unless no file is left at all. Left out are names that
        begin with a dot, symbolic links, and indexes. Of .html, .htm, .md and .markdown
        files, the text is what a person reads.

        With --watch, the folder is looked at every second, or less often if it is
        large. What goes wrong meanwhile is reported, and tried again.

        With --language, words are also found by their other forms.

        A member may be a list, or null for no value. --text and --keyword take true,
        false and numbers too, these in their shortest form: 1.10 is found as 1.1, and
        "1.10" in quotes as it is. --number takes numbers in quotes too, and --date
        takes 2026-11-21, also with a time (2026-11-21T18:30Z), a month, a year (2026),
        or seconds since 1970. A document with any other value is an error.

        Ctrl-C stops after the current batch and says what reached the index. The same
        command without --rebuild brings in the rest; JSON lines are read again from
        the start.
        """)
  ) { arguments in
    let target = IndexTarget(
      folder: arguments.required("DIR"), rebuilds: arguments.has("--rebuild"))
    var choice = try FieldChoice(arguments)
    let inputs = arguments.values("--input")
    let files = arguments.value("--files")
    guard inputs.isEmpty != (files == nil) else {
      throw UsageError("give either --input or --files")
    }
    if files == nil, arguments.has("--watch") {
      throw UsageError("--watch needs --files, the folder to look at")
    }
    if files != nil, !choice.isEmpty || arguments.has("--key") {
      throw UsageError(
        "the fields of --files are path and text, and the path is the key; leave out --text, --key "
          + "and the like")
    }
    Interruption.begin()
    defer { Interruption.end() }
    let existing = target.rebuilds ? nil : try ExistingIndex(target.folder)
    try existing?.checkLanguage(arguments.value("--language"), analyzer: choice.analyzer)
    if let files {
      let files = try FileImport(root: files, analyzer: choice.analyzer, existing: existing)
      if arguments.has("--watch") {
        var watch = FolderWatch(files, target)
        return try watch.run()
      }
      let report = try files.run(into: target)
      for line in report.lines { StandardOutput.print(line) }
      for line in report.complaints { StandardError.print(line) }
    } else {
      choice.key = try existing?.key(given: arguments.value("--key")) ?? choice.key
      try LineImport(paths: inputs, choice: choice, existing: existing).run(into: target)
    }
    return .success
  }

  /// The options that say what is searched.
  static let fields: [CommandSyntax.Option] = [
    .init(
      "--text", short: "-t", value: "FIELD[:WEIGHT]", repeats: true, "a member that is searched"),
    .init("--html", value: "FIELD[:WEIGHT]", repeats: true, "the same for HTML, without tags"),
    .init("--markdown", value: "FIELD[:WEIGHT]", repeats: true, "the same for Markdown"),
    .init("--keyword", value: "FIELD", repeats: true, "a member found only as a whole"),
    .init("--number", value: "FIELD", repeats: true, "a member that is a number"),
    .init(
      "--date", value: "FIELD", repeats: true, "a member that is a date, as 2026-11-21 or 2026"),
    .init(
      "--language", short: "-l", value: "L", "the language of the texts: en, de+en, automatic"),
  ]
}
