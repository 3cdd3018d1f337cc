import Foundation
import MartletTestSupport
import MartletToolSupport
import Testing

import Martlet

/// Notes by keywords: 79 texts with 175,553 bytes, always at full size.
@Suite("Example: notes by keywords")
struct KeywordNotesTests {
  private let notes: [KeywordNote]

  init() throws {
    var words = try ExampleWords()
    let special = ["O'Quokka in the harbour", "Œuvre", "東京都", "the", "Привет"]
    notes = (0..<79).map { _ in
      let text = words.text(byteCount: 2_200, special, oneIn: 40)
      return KeywordNote(id: UUID(), text: text)
    }
  }

  @Test("any of the words, folded, without those that say nothing, and in every script")
  func keywords() async throws {
    let figures = ExampleFigures("notes")
    let app = KeywordNotes(index: .inMemory())
    let watch = Stopwatch()
    try await app.save(notes)
    let bytes = notes.reduce(0) { $0 + $1.text.utf8.count }
    figures.built(notes.count, "note", bytes: bytes, in: watch)
    let scan = NaiveScan(notes.map(\.text))
    for (word, part) in [
      ("harbour", "harbour"), ("oeuvre", "Œuvre"), ("o'quokka", "O'Quokka"), ("東京都", "東京都"),
      ("ПРИВЕТ", "Привет"),
    ] {
      let (scanTime, _) = Stopwatch.time { scan.count(containing: [word]) }
      let watch = Stopwatch()
      let found = try await app.notes(withAnyOf: [word], limit: 79)
      figures.compare(word, scan: scanTime, index: watch.seconds, hits: found.count)
      let expected = notes.filter { note in
        note.text.split { !$0.isLetter && $0 != "'" }.contains {
          $0.lowercased() == part.lowercased()
        }
      }
      #expect(!expected.isEmpty && Set(found.map(\.id)) == Set(expected.map(\.id)), "\(word)")
    }
    #expect(try await app.notes(withAnyOf: ["the"]).isEmpty, "a stop word")
    let any = try await app.notes(withAnyOf: ["harbour", "привет", "nowhere"], limit: 79)
    let each = try await app.notes(withAnyOf: ["harbour"], limit: 79)
    #expect(Set(any.map(\.id)).isSuperset(of: Set(each.map(\.id))))
  }

  @Test("a note that is saved again loses its old words, and one that is deleted is not found")
  func saving() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes")
    var app = KeywordNotes(index: try await SearchIndex.open(path: path))
    var note = KeywordNote(id: UUID(), text: "A quokka in the harbour")
    let other = KeywordNote(id: UUID(), text: "Quokkas and a quokka")
    try await app.save([note, other])
    #expect(try await app.notes(withAnyOf: ["quokka"]).count == 2)
    note.text = "Only the harbour"
    try await app.save([note], deleted: [other.id])
    try await app.index.close()
    app = KeywordNotes(index: try await SearchIndex.open(path: path))
    #expect(try await app.notes(withAnyOf: ["quokka"]).isEmpty)
    #expect(try await app.notes(withAnyOf: ["harbour"]).map(\.text) == ["Only the harbour"])
    try await app.index.close()
  }
}
