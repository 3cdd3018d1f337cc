import Foundation
import Martlet
import MartletToolSupport

/// `writing`: measures documents that are written one at a time, and searches beside a writer.
enum WritingCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "writing",
      summary: "Measures single writes, and searches while another thread writes.",
      options: [
        .init("--documents", value: "N", "how many are written one at a time (default: 10,000)"),
        .init("--seconds", value: "N", "how long searches are measured (default: 5)"),
      ],
      discussion: """
        Artworks of the Tate collection are written to an index in a temporary folder, one `write`
        each; after each one, a search must find it. Then one thread searches while a second one
        does nothing, writes, or only computes: what the last two have in common is the price of
        the second core, not of writing. Last, threads and tasks write one document at a time
        to a new index, at each level of durability.
        """)
  ) { arguments in
    let count = try arguments.integer("--documents", default: 10_000, in: 10...1_000_000)
    let seconds = try arguments.integer("--seconds", default: 5, in: 1...600)
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("martlet-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let index = try SearchIndex<NumberedArtwork>(at: folder)
    let artworks = try Artwork.collection()
    print(try SingleWrites.measure(index, artworks, count: count).text + "\n")
    print(try SearchesBesideWrites.table(index, artworks, seconds: Double(seconds)) + "\n")
    print(try CommitRates.table(artworks, seconds: Double(seconds)))
    try index.closeSync()
    return .success
  }
}

/// An artwork that may be written many times, under different numbers.
struct NumberedArtwork: SearchDocument {
  var searchKey: Int { number }
  var number: Int
  var text: String

  static let searchSchema = Schema<NumberedArtwork>(fields: [
    .text("text", \.text),
    // One word that no other document has.
    .text("mark", { "mark\($0.number)" }),
  ])

  /// Creates the artwork for `number`, which begins with the first one again after the last.
  init(_ number: Int, from artworks: [Artwork]) {
    self.number = number
    text = artworks[number % artworks.count].text
  }
}
