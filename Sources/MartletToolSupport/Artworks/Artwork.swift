import Foundation

/// One artwork of the bundled collection. `NOTICE.txt` beside the data names its source.
package struct Artwork: Sendable, Hashable, Codable {
  /// The accession number, for example `N00530`.
  package var id: String
  package var title: String
  package var artist: String
  package var year: Int?
  /// The medium and what is depicted.
  package var body: String

  package init(id: String, title: String, artist: String, year: Int?, body: String) {
    self.id = id
    self.title = title
    self.artist = artist
    self.year = year
    self.body = body
  }

  /// All text of the artwork that a person could search for.
  package var text: String { "\(title)\n\(artist)\n\(body)" }
}

extension Artwork {
  /// Returns the collection that is bundled with the tools: 11,900 artworks, Tate, CC0 1.0.
  ///
  /// - Throws: ``ToolFailure`` if the data file is neither beside the program nor among its
  ///   sources.
  package static func collection() throws -> [Artwork] {
    // The accessor that the package manager generates traps if the folder is missing, which it is
    // if the program was copied alone.
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let besideProgram = [Bundle.main.bundleURL, Bundle.main.resourceURL].compactMap(\.self)
    let bundles = besideProgram.flatMap { folder in
      ["resources", "bundle"].map {
        folder.appendingPathComponent("martlet_MartletToolSupport.\($0)")
      }
    }
    return try collection(in: bundles + [sources])
  }

  /// Returns the collection from the first of these folders that has it.
  ///
  /// - Throws: ``ToolFailure`` if none has it.
  static func collection(in folders: [URL]) throws -> [Artwork] {
    let files = folders.lazy.compactMap { folder in
      Bundle(url: folder)?.url(forResource: "Artworks", withExtension: "tsv")
    }
    guard let file = files.first else {
      let expected = folders.first.map { ", expected in \($0.path)" } ?? ""
      throw ToolFailure("the sample artworks are missing\(expected)")
    }
    return try parse(TextFile.read(file.path))
  }

  /// Parses lines with the columns id, year, artist, title and body. The first line names them.
  static func parse(_ text: String) throws(ToolFailure) -> [Artwork] {
    var artworks: [Artwork] = []
    for (index, line) in text.split(separator: "\n").enumerated().dropFirst() {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 5 else {
        throw ToolFailure("artworks, line \(index + 1): expected 5 columns, found \(cells.count)")
      }
      artworks.append(
        Artwork(
          id: cells[0], title: cells[3], artist: cells[2], year: Int(cells[1]), body: cells[4]))
    }
    return artworks
  }
}
