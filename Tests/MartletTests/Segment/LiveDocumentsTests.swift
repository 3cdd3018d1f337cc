import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Live documents")
struct LiveDocumentsTests {
  private let id = SegmentID(high: 1, low: 2)

  private func encode(_ live: LiveDocuments) -> ByteView {
    LiveDocumentsFormat.encode(live, segmentID: id, generation: 3)
  }

  private func decode(_ bytes: [UInt8], documentCount: Int) throws -> LiveDocuments {
    try LiveDocumentsFormat.decode(
      ByteView(copying: bytes), file: "del", segmentID: id, generation: 3,
      documentCount: documentCount)
  }

  @Test(
    "deleting is what a set does, and the earlier value keeps its documents",
    arguments: [0, 1, 63, 64, 65, 4_096, 5_000])
  func model(documentCount: Int) throws {
    var random = SeededRandom(seed: UInt64(documentCount))
    var live = LiveDocuments(documentCount: documentCount)
    var deleted: Set<DocumentID> = []
    for _ in 0..<6 where documentCount > 0 {
      let more = (0..<random.int(in: 0..<40)).map { _ in
        DocumentID(random.int(in: 0..<documentCount))
      }
      let before = live
      let expectedBefore = deleted.sorted()
      live = live.deleting(more)
      deleted.formUnion(more)
      #expect(Array(before.deletedDocuments) == expectedBefore)
      #expect(Array(live.deletedDocuments) == deleted.sorted())
      #expect(live.deletedCount == deleted.count)
      #expect(live.liveCount == documentCount - deleted.count)
      for document in 0..<DocumentID(documentCount) {
        #expect(live.isLive(document) != deleted.contains(document))
      }
      #expect(try decode(encode(live).array, documentCount: documentCount) == live)
    }
    #expect(!live.isLive(DocumentID(documentCount)))
    #expect(!live.isLive(.max))
  }

  @Test("without deletions there is no bitmap; with them it reaches to the end of the window")
  func words() throws {
    let all = LiveDocuments(documentCount: 4_097)
    #expect(all.words == nil)
    #expect(all.deleting([]).words == nil)
    let words = try #require(all.deleting([5]).words)
    #expect(words.count == 2 * 4_096 / 8)
    #expect(words.uint64(at: 0) == ~(1 << 5))
    #expect(words.uint64(at: 512) == 1)
    #expect((520..<1_024).allSatisfy { words[$0] == 0 })
  }

  @Test("all documents can be deleted")
  func none() {
    let live = LiveDocuments(documentCount: 130).deleting(0..<130)
    #expect(live.liveCount == 0)
    #expect(Array(live.deletedDocuments) == Array(0..<130))
  }

  @Test("the bytes are as the format says")
  func golden() {
    let live = LiveDocuments(documentCount: 70).deleting([1, 69])
    let expected = annotatedBytes(
      """
      4D 61 72 74 6C 65 74 0A      ; "Martlet", line feed
      02 00                        ; kind: live documents
      01 00                        ; format 1.0
      00 * 12                      ; features
      01 00 00 00 00 00 00 00      ; segment id, high
      02 00 00 00 00 00 00 00      ; segment id, low
      03 00 00 00 00 00 00 00      ; generation
      46 00 00 00 00 00 00 00      ; documents
      00 00 00 00                  ; zero
      BA E8 0B A6                  ; CRC-32C
      02 00 00 00 00 00 00 00      ; deleted
      FD FF FF FF FF FF FF FF      ; documents 0 to 63 without 1
      1F 00 00 00 00 00 00 00      ; documents 64 to 69 without 69
      25 9D 18 5F 9B 1F B9 5E      ; check
      """)
    #expect(firstDifference(encode(live).array, expected) == nil)
  }

  @Test("no changed bit, no cut and no other segment's file goes unnoticed")
  func damage() {
    let live = LiveDocuments(documentCount: 70).deleting([1, 69])
    let bytes = encode(live).array
    for index in 0..<(bytes.count * 8) {
      var changed = bytes
      changed[index / 8] ^= 1 << UInt8(index % 8)
      #expect(throws: SearchError.self) { try decode(changed, documentCount: 70) }
    }
    for count in 0..<bytes.count {
      #expect(throws: SearchError.self) { try decode(Array(bytes[..<count]), documentCount: 70) }
    }
    #expect(throws: SearchError.self) { try decode(bytes + [0], documentCount: 70) }
    #expect(throws: SearchError.self) { try decode(bytes, documentCount: 71) }
    for (other, generation) in [(SegmentID(high: 1, low: 3), 3), (id, 4)] as [(SegmentID, UInt64)] {
      #expect(throws: SearchError.self) {
        try LiveDocumentsFormat.decode(
          ByteView(copying: bytes), file: "del", segmentID: other, generation: generation,
          documentCount: 70)
      }
    }
  }

  @Test("a right check over words that make no sense is refused")
  func forged() {
    var bytes = encode(LiveDocuments(documentCount: 70).deleting([1, 69])).array
    for change in [(64, 3), (80, 0xFF), (87, 0x80), (71, 0xFF)] as [(Int, UInt8)] {
      var changed = bytes
      changed[change.0] = change.1
      let check = Checksum.hash64(Array(changed[..<88]))
      for index in 0..<8 { changed[88 + index] = UInt8(truncatingIfNeeded: check >> (index * 8)) }
      #expect(throws: SearchError.self) { try decode(changed, documentCount: 70) }
    }
    bytes[80] = 0x1F
    #expect(throws: Never.self) { try decode(bytes, documentCount: 70) }
  }
}
