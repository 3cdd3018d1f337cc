import Foundation
import Martlet

/// A long text, which lies in a file of the app. The index has its words, and not the text.
struct LibraryText: SearchDocument {
  /// The name of the file.
  var id: String
  /// Nil in a document that comes from the index.
  var text: String?

  var searchKey: String { id }

  static let searchSchema = Schema<LibraryText>(fields: [
    .text("text", \.text, stored: false)
  ])
}

/// An app that shows where the words that were typed stand in long texts.
struct TextLibrary: Sendable {
  /// The folder of the texts.
  let folder: URL
  let index: SearchIndex<LibraryText>

  init(folder: URL, index: URL) async throws {
    self.folder = folder
    self.index = try await SearchIndex.open(at: index)
  }

  /// Indexes the texts of the folder, of which only a few are in memory at a time.
  func importTexts() async throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let reader = FileReader(names, self)
    let files = AsyncThrowingStream<LibraryText, any Error> { try await reader.next() }
    try await index.importAll(from: files)
  }

  /// Returns the best texts, each with a few words around what was found, which is in brackets.
  func find(_ typed: String, limit: Int = 20) async throws -> [(name: String, passage: String)] {
    try await index.search(typed, limit: limit).hits.map { hit in
      let passage = try hit.snippet("text", of: text(hit.id), length: .words(3))
      return (hit.id, passage.marked("[", "]"))
    }
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  /// Reads one file after the other.
  private actor FileReader {
    private var names: ArraySlice<String>
    private let library: TextLibrary

    init(_ names: [String], _ library: TextLibrary) {
      self.names = names[...]
      self.library = library
    }

    func next() throws -> LibraryText? {
      guard let name = names.popFirst() else { return nil }
      return LibraryText(id: name, text: try library.text(name))
    }
  }
}
