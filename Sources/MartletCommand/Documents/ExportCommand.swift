import Martlet
import MartletToolSupport

/// `export`: prints all documents of an index.
enum ExportCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "export",
      summary: "Prints all documents of an index, as JSON lines.",
      operands: [.index],
      discussion: """
        Each line is what the index stores of a document, in the order of the index. The
        lines can be indexed again with index --input, and --key if the key is not the
        member id. Members that are not stored, and keys that are no member, are not in
        the lines; backup copies everything.
        """)
  ) { arguments in
    let index = try OpenIndex.reading(arguments.required("DIR"))
    try index.forEachStored { StandardOutput.printJSON(JSONText.line($0)) }
    return .success
  }
}
