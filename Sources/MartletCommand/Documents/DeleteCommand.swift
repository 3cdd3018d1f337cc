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
    // Keys are the same if their bytes are, which texts need not be to be equal.
    var known: Set<[UInt8]> = []
    try index.writeSync { batch in
      for key in keys where try index.contains(key) {
        known.insert(Array(key.utf8))
        batch.delete(key)
      }
    }
    let left = index.statistics.documentCount
    do throws(SearchError) {
      try index.closeSync()
    } catch {
      // The log has the change already, and the next who opens the index goes on.
      StandardError.print("mart: \(folder): deleted, but not tidied up: \(error.sentence)")
    }
    let unknown = keys.filter { !known.contains(Array($0.utf8)) }
    for key in unknown {
      StandardError.print(
        "mart: \(folder) has no document with the key \"\(key.escapingControls())\"")
    }
    StandardOutput.print(
      "\(Figures.count(known.count, "document")) deleted, \(Figures.count(left)) left")
    return unknown.isEmpty ? .success : .negative
  }
}
