import Foundation
import Martlet
import MartletToolSupport

/// `demo`: builds an index of artworks, searches it as a person would, and shows how long it took.
enum DemoCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "demo",
      summary: "Searches 11,900 artworks, to show what this is.",
      discussion: """
        The artworks are a part of the Tate collection (CC0 1.0) that comes with this
        program. The index is built in a temporary folder and removed afterwards.
        """)
  ) { _ in
    let artworks = try Artwork.collection()
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("martlet-demo-\(UUID().uuidString)")
    Interruption.begin()
    defer {
      try? FileManager.default.removeItem(at: folder)
      Interruption.end()
    }
    try build(artworks, in: folder)
    try stopIfInterrupted()
    let (seconds, index) = try Stopwatch.time { try SearchIndex<Artwork>.readOnly(at: folder) }
    StandardOutput.print("Opened again for searching in \(Figures.time(seconds)).\n")
    try show(index)
    try stopIfInterrupted()
    try DemoComparison(artworks, index: index).print()
    return .success
  }

  private static func stopIfInterrupted() throws(ToolFailure) {
    if Interruption.isRequested { throw ToolFailure("interrupted", status: .interrupted) }
  }

  private static func build(_ artworks: [Artwork], in folder: URL) throws {
    let bytes = artworks.reduce(0) { $0 + $1.text.utf8.count }
    StandardOutput.print(
      "\(Figures.count(artworks.count)) artworks of the Tate collection (CC0 1.0), "
        + "\(Figures.bytes(bytes)) of text.")
    #if DEBUG
      StandardOutput.print(
        "This is a debug build: its times say nothing. Try `swift run -c release mart demo`.")
    #endif
    let (seconds, size) = try Stopwatch.time {
      let index = try SearchIndex<Artwork>(at: folder)
      try index.writeSync { batch in try batch.put(contentsOf: artworks) }
      try stopIfInterrupted()
      try index.compactSync()
      let size = index.statistics.byteCount
      try index.closeSync()
      return size
    }
    let rate = Int(Double(artworks.count) / seconds)
    StandardOutput.print(
      "Indexed on disk in \(Figures.time(seconds)), \(Figures.count(rate)) artworks per second; "
        + "the index takes \(Figures.bytes(size)).")
  }

  private static func show(_ index: SearchIndex<Artwork>) throws {
    for search in DemoSearch.shown {
      let results = try index.searchSync(search.query, limit: 3)
      StandardOutput.print("\(search.query)    \(search.remark)")
      var table = TextTable(columns: [.left, .right, .left], indent: 4)
      for hit in results.hits {
        let artwork = try hit.document()
        table.add([
          artwork.title.shortened(to: 48).padded(to: 48),
          (artwork.year.map(String.init) ?? "").padded(to: 4),
          artwork.artist.shortened(to: 30),
        ])
      }
      StandardOutput.print(table.text)
      StandardOutput.print("    \(SearchSummary.count(results.total, "artwork"))\n")
    }
  }
}
