import Foundation
import Martlet
import MartletToolSupport

/// `index`: puts documents into an index, which is created if it does not exist.
enum IndexCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "index",
      summary: "Puts documents into an index.",
      operands: [.init("DIR", "the folder of the index, made if it is not there")],
      options: [
        .init("--input", value: "FILE", "JSON lines, one object each; - is the standard input"),
        .init("--key", value: "FIELD", "the member that names a document (default: id)"),
        .init("--text", value: "FIELD[:WEIGHT]", repeats: true, "a member that is searched"),
        .init(
          "--html", value: "FIELD[:WEIGHT]", repeats: true, "the same for HTML, without its tags"),
        .init("--markdown", value: "FIELD[:WEIGHT]", repeats: true, "the same for Markdown"),
        .init("--keyword", value: "FIELD", repeats: true, "a member found only as a whole"),
        .init("--number", value: "FIELD", repeats: true, "a member that is a number"),
        .init(
          "--language", value: "L", "also finds words by their stems: en, de, en+de, automatic"),
        .init(
          "--files", value: "FOLDER", "indexes the text files of a folder, in place of --input"),
      ],
      discussion: """
        A document replaces the one with its key. Without --text and the like, all strings of the
        first documents are searched as plain text, in the order of their names; an index that exists
        keeps the fields it was made with. Of a folder, every file that is UTF-8 text is a document
        with the fields path and text, named by its path; files and folders whose names begin with a
        dot are left out. The text of .html, .htm, .md and .markdown files is what a person reads,
        without tags and other signs.
        """)
  ) { arguments in
    let folder = arguments.required("DIR")
    switch (arguments.value("--input"), arguments.value("--files")) {
    case (let input?, nil):
      try LineImport(path: input, choice: FieldChoice(arguments)).run(into: folder)
    case (nil, let files?):
      let choice = try FieldChoice(arguments)
      guard choice.isEmpty else {
        throw UsageError("the fields of --files are path and text; leave out --text and the like")
      }
      try FileImport(root: files, analyzer: choice.analyzer).run(into: folder)
    default:
      throw UsageError("give either --input or --files")
    }
    return .success
  }
}
