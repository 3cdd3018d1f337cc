import MartletTestSupport
import Testing

@testable import Martlet

/// Pins the bytes: a change here is a change of the format.
@Suite("Term dictionary format")
struct TermDictionaryFormatTests {
  @Test("the documented example gives the documented bytes")
  func documentedExample() throws {
    let writer = TermDictionaryWriter(hasPositions: false)
    let once = { (document: DocumentID) in
      TermInfo(
        documentFrequency: 1, totalFrequency: 1, document: document, postings: 0..<0, position: 0,
        positions: 0..<0)
    }
    writer.append(Array("a".utf8), once(5))
    writer.append(
      Array("ab".utf8),
      TermInfo(
        documentFrequency: 2, totalFrequency: 4, document: 0, postings: 0..<9, position: 0,
        positions: 0..<0))
    writer.append(Array("b".utf8), once(6))
    try compare(
      writer.finish(),
      [
        ("03 00 00 00 00 00 00 00", "terms"),
        ("10 00 00 00 00 00 00 00", "bytes of blocks"),
        ("01 00 00 00", "bytes of trie"),
        ("01 00 00 00", "offsets of 1 byte, no positions, zero"),
        ("00 03 00 05 00", "block: bases of 0 bytes, 3 bits, 0 bits, singles 0 and 2"),
        ("03", "bytes of entries"),
        ("35", "documents 5 and 6 << 3"),
        ("03 01 09", "entry: 2 documents, 4 occurrences, 9 bytes"),
        ("01 11 01", "lengths: 0 + 1, 1 + 1, 0 + 1"),
        ("61 62 62", "suffixes"),
        ("00", "offset of the block"),
        ("80", "root: a separator ends, no children"),
        ("00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00", "slack"),
      ])
  }

  @Test("long lengths, positions and a trie with children have the documented bytes")
  func secondExample() throws {
    let writer = TermDictionaryWriter(hasPositions: true)
    var terms = [[UInt8](repeating: 0x41, count: 16)]
    terms.append(terms[0] + [UInt8](repeating: 0x42, count: 15))
    terms += (0..<46).map { [$0 < 30 ? 0x63 : 0x64, UInt8($0)] }
    for (index, term) in terms.enumerated() {
      writer.append(
        term,
        TermInfo(
          documentFrequency: 1, totalFrequency: index < 2 ? 300 : 1, document: index < 2 ? 7 : 1,
          postings: 0..<0, position: index < 2 ? 0 : 3,
          positions: index < 2 ? (1_000 + index)..<(1_001 + index) : 0..<0))
    }
    let view = writer.finish()
    try compare(
      view.slice(24..<(24 + 77)),
      [
        ("20 01 02 fc ff", "block: bases of 0 and 2 bytes, 1 bit, 2 bits, singles from 2"),
        ("e8 03", "positions base 1,000"),
        ("0a", "bytes of entries"),
        ("ff 3f", "14 documents"),
        ("ff ff ff 0f", "14 positions"),
        ("01 aa 02 07 01", "entry: 1 document, 298 more occurrences, document 7, 1 byte"),
        ("01 aa 02 07 01", "the same"),
        ("0f ff 02", "lengths: 0 + 15 and more, 15 and more + 15 and more, 0 + 2"),
        ("11 11 11 11 11 11 11 11 11 11 11 11 11", "lengths: 1 + 1"),
        ("01 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41", "1 more than 15"),
        ("01 00 42 42 42 42 42 42 42 42 42 42 42 42 42 42 42", "1 and 0 more than 15"),
        ("63 00 01", "the next suffixes"),
      ])
    try compare(
      view.slice((view.count - 27)..<view.count),
      [
        ("a0 01 63 64", "root: a separator ends, numbers of 1 byte, 2 children, labels"),
        ("00 01", "the first child: after the node, 1 separator before it"),
        ("02 02", "the second child: 2 bytes after the first, 2 separators before it"),
        ("81 0e", "leaf of block 1, path"),
        ("80", "leaf of block 2"),
        ("00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00", "slack"),
      ])
  }

  private func compare(_ view: ByteView, _ expected: [(hex: String, meaning: String)]) throws {
    var offset = 0
    for (hex, meaning) in expected {
      let bytes = hex.split(separator: " ").compactMap { UInt8($0, radix: 16) }
      try #require(view.contains(offset..<(offset + bytes.count)), "\(meaning)")
      let found = view.array(offset..<(offset + bytes.count))
      #expect(found == bytes, "byte \(offset): \(meaning)")
      offset += bytes.count
    }
    #expect(offset == view.count)
  }
}
