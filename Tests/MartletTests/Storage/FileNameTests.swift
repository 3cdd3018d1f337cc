import Testing

@testable import Martlet

@Suite("File names")
struct FileNameTests {
  static let id = SegmentID(high: 0x0123_4567_89AB_CDEF, low: 1)
  static let known: [(FileName, String)] = [
    (.lock, "LOCK"),
    (.manifest(1), "manifest-0000000000000001"),
    (.manifest(.max), "manifest-ffffffffffffffff"),
    (.log(sequence: 0xAB), "wal-00000000000000ab"),
    (.segment(id), "seg-0123456789abcdef0000000000000001"),
    (.liveDocuments(id, 16), "del-0123456789abcdef0000000000000001-0000000000000010"),
    (FileName.manifest(1).whileIncomplete, "tmp-manifest-0000000000000001"),
  ]

  @Test("are written and understood alike")
  func roundTrip() {
    for (name, text) in Self.known {
      #expect(name.text == text)
      #expect(FileName(text) == name)
    }
  }

  @Test(
    "of others are foreign",
    arguments: [
      "", "lock", "LOCK ", "._LOCK", "manifest-", "manifest-1", "manifest-0000000000000000",
      "manifest-000000000000000A", "manifest-00000000000000001", "manifest-000000000000000g",
      "manifest-+000000000000001", "wal-0000000000000000", "wal-0000000000000001.bak", "tmp-",
      "seg-0123456789abcdef000000000000000", "seg-0123456789abcdef00000000000000001",
      "seg-0123456789ABCDEF0000000000000001", "del-0123456789abcdef0000000000000001",
      "del-0123456789abcdef0000000000000001-0000000000000000",
      "del-0123456789abcdef0000000000000001_0000000000000001", "é", "wal-００００００００００００００００",
    ])
  func foreign(text: String) {
    #expect(FileName(text) == nil)
  }

  @Test("changed in one character are foreign or say something else")
  func oneCharacterChanged() {
    for (name, text) in Self.known where !text.hasPrefix("tmp-") {
      for index in text.utf8.indices.indices {
        for replacement in ["0", "f", "F", "-", "/", " "] {
          var changed = Array(text.utf8)
          let position = text.utf8.distance(from: text.utf8.startIndex, to: index)
          guard changed[position] != replacement.utf8.first else { continue }
          changed.replaceSubrange(position...position, with: replacement.utf8)
          let result = FileName(String(decoding: changed, as: UTF8.self))
          #expect(result != name)
          if let result { #expect(result.text.utf8.elementsEqual(changed)) }
        }
      }
    }
  }
}
