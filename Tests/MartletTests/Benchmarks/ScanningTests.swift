import Foundation
import MartletTestSupport
import Testing

@testable import MartletToolSupport

@Suite("Scanning without an index")
struct ScanningTests {
  @Test("both scans ignore case and diacritics and ask for all the words")
  func scans() {
    let texts = ["Der Öl-Hafen", "OLIVE oil", "", "hafen und öl", "HAF\u{45}N"]
    for (words, count) in [
      (["ol"], 3), (["OL", "hafen"], 2), (["hafen"], 3), (["nothing"], 0), (["o", "e"], 3),
    ] {
      #expect(NaiveScan(texts).count(containing: words) == count, "\(words)")
      #expect(FoldedText(texts).count(containing: words) == count, "\(words)")
    }
  }

  @Test("no match spans two texts")
  func boundaries() {
    #expect(FoldedText(["ab", "cd", "abcd"]).count(containing: ["bc"]) == 1)
  }

  @Test("the byte search finds what a plain search finds, anywhere and of any length")
  func byteSearch() {
    let seed: UInt64 = 20
    var random = SeededRandom(seed: seed)
    for round in 0..<2_000 {
      let haystack = (0..<random.int(in: 1..<120)).map { _ in UInt8(random.int(in: 97..<100)) }
      let needle = (0..<random.int(in: 1..<7)).map { _ in UInt8(random.int(in: 97..<100)) }
      let start = random.int(in: 0..<haystack.count)
      let range = start..<random.int(in: start..<haystack.count + 1)
      let expected = range.first { place in
        place + needle.count <= range.upperBound
          && Array(haystack[place..<place + needle.count]) == needle
      }
      let found = ByteSearch.firstMatch(of: needle, in: haystack, range: range)
      #expect(found == expected, "seed \(seed), round \(round)")
    }
  }

  @Test("the bundled collection is whole")
  func artworks() throws {
    let artworks = try Artwork.collection()
    #expect(artworks.count == 11_900)
    #expect(Set(artworks.map(\.id)).count == artworks.count)
    #expect(artworks.allSatisfy { !$0.title.isEmpty && !$0.artist.isEmpty && !$0.body.isEmpty })
    #expect(artworks.contains { $0.artist == "John Constable" && $0.year != nil })
  }

  @Test("a collection that is nowhere is a failure, not a trap")
  func missingArtworks() {
    #expect(throws: ToolFailure("the sample artworks are missing, expected in /no/such")) {
      try Artwork.collection(in: [URL(fileURLWithPath: "/no/such")])
    }
  }

  @Test("an artwork with columns too few is refused with its line")
  func damagedArtworks() {
    #expect(throws: ToolFailure("artworks, line 3: expected 5 columns, found 2")) {
      try Artwork.parse("id\tyear\tartist\ttitle\tbody\n1\t\ta\tt\tb\n2\tx\n")
    }
  }
}
