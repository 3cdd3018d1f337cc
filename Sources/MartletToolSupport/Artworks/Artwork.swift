import Foundation

/// One artwork of the bundled collection. See `NOTICE.txt` beside the data for where it is from.
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

  /// Everything a person could look for, in one text.
  package var text: String { "\(title)\n\(artist)\n\(body)" }
}

extension Artwork {
  /// The collection that comes with the tools: 11,900 artworks, Tate, CC0 1.0.
  ///
  /// - Throws: ``ToolFailure`` when the data file is neither beside the program nor among its sources.
  package static func collection() throws -> [Artwork] {
    // What the package manager generates to find the folder traps when it is missing, as it is when
    // the program was copied alone.
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let besideProgram = [Bundle.main.bundleURL, Bundle.main.resourceURL].compactMap(\.self)
    let bundles = besideProgram.flatMap { folder in
      ["resources", "bundle"].map {
        folder.appendingPathComponent("martlet_MartletToolSupport.\($0)")
      }
    }
    return try collection(in: bundles + [sources])
  }

  /// The collection in the first of these folders that has it; what a bundle looks like inside is
  /// the system's affair.
  static func collection(in folders: [URL]) throws -> [Artwork] {
    let files = folders.lazy.compactMap { folder in
      Bundle(url: folder)?.url(forResource: "Artworks", withExtension: "tsv")
    }
    guard let file = files.first else {
      let expected = folders.first.map { ", expected in \($0.path)" } ?? ""
      throw ToolFailure("the artworks are not beside this program\(expected)")
    }
    return try parse(TextFile.read(file.path))
  }

  /// Reads the columns id, year, artist, title and body; the first line names them.
  static func parse(_ text: String) throws(ToolFailure) -> [Artwork] {
    var artworks: [Artwork] = []
    for (index, line) in text.split(separator: "\n").enumerated().dropFirst() {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 5 else {
        throw ToolFailure("artworks, line \(index + 1): \(cells.count) columns, expected 5")
      }
      artworks.append(
        Artwork(
          id: cells[0], title: cells[3], artist: cells[2], year: Int(cells[1]), body: cells[4]))
    }
    return artworks
  }
}
