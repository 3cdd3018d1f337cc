import Martlet
import MartletToolSupport

/// `delete`: removes documents by their keys.
enum DeleteCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "delete",
      summary: "Removes documents by their keys.",
      operands: [.index, .init("KEY", "the key of a document", repeats: true)],
      discussion: """
        All of them are removed, or none after an error. The exit status is 1 if there
        is no document for a key.
        """)
  ) { arguments in
    let folder = arguments.required("DIR")
    let keys = arguments.operands("KEY")
    let index = try OpenIndex.writing(folder)
    var known: Set<String> = []
    try index.writeSync { batch in
      for key in keys where try index.contains(key) { known.insert(key) }
      batch.delete(contentsOf: known)
    }
    let left = index.statistics.documentCount
    try index.closeSync()
    for key in keys where !known.contains(key) {
      StandardError.print(
        "mart: \(folder) has no document with the key \"\(key.escapingControls())\"")
    }
    StandardOutput.print(
      "\(Figures.count(known.count, "document")) deleted, \(Figures.count(left)) left")
    return known.isSuperset(of: keys) ? .success : .negative
  }
}
