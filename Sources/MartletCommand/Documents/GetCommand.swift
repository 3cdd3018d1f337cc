import Martlet
import MartletToolSupport

/// `get`: prints documents by their keys.
enum GetCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "get",
      summary: "Prints documents by their keys, as JSON lines.",
      operands: [.index, .init("KEY", "the key of a document", repeats: true)],
      discussion: "The exit status is 1 if there is no document for a key.")
  ) { arguments in
    let folder = arguments.required("DIR")
    let index = try OpenIndex.reading(folder)
    var status = ToolStatus.success
    for key in arguments.operands("KEY") {
      if let document = try index.document(forKey: key) {
        StandardOutput.printJSON(JSONText.line(document.json))
      } else {
        StandardError.print(
          "mart: \(folder) has no document with the key \"\(key.escapingControls())\"")
        status = .negative
      }
    }
    return status
  }
}
