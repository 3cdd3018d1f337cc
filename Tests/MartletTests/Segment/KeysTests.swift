import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Keys")
struct KeysTests {
  private func image(_ keys: [[UInt8]], seed: UInt64 = 7) throws -> ImageReader {
    try testImage(documentCount: keys.count) { image in
      let writer = KeysWriter(seed: seed)
      for (index, key) in keys.enumerated() {
        if index % 2 == 0 { writer.append(key) } else { writer.append(ByteView(copying: key)) }
      }
      try writer.finish(into: image)
    }
  }

  private func sections(_ keys: [[UInt8]]) throws -> ([UInt8], [UInt8]) {
    let image = try image(keys)
    return (
      try image.requiredSection(SectionID(.keys)).bytes.array,
      try image.requiredSection(SectionID(.keyTable)).bytes.array
    )
  }

  private func open(_ keys: [UInt8], _ table: [UInt8], _ documentCount: Int) throws -> Keys {
    try Keys(keys: testSection(keys), table: testSection(table), documentCount: documentCount)
  }

  @Test(
    "keys are found in both directions, and others are not",
    arguments: [0, 1, 2, 3, 63, 64, 65, 128, 3_000], [8, 0])
  func roundTrip(count: Int, commonLength: Int) throws {
    var random = SeededRandom(seed: UInt64(count))
    var keys = (0..<count).map { index in
      let length = commonLength > 0 ? commonLength : 4 + random.int(in: 0..<30)
      let number = (0..<4).map { UInt8(truncatingIfNeeded: index >> ($0 * 8)) }
      return number + (4..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
    if commonLength == 0, count > 2 {
      keys[1] = []
      keys[2] = [UInt8](repeating: 1, count: Limits.keyByteCount)
    }
    let found = try Keys(image(keys))
    let all = (0..<count).map { DocumentID($0) }
    #expect(try found.documents(of: keys) == all)
    #expect(try found.documents(of: keys.flatMap { [$0 + [1], $0, $0 + [2]] }) == all)
    for (index, key) in keys.enumerated() {
      #expect(try found.key(of: DocumentID(index)) == key)
      #expect(try found.document(of: key) == DocumentID(index))
      #expect(try found.document(of: ByteView(copying: key)) == DocumentID(index))
      #expect(try found.document(of: key + [1]) == nil)
    }
    try found.verify()
  }

  @Test("a table without an empty slot, whose keys are far from their slots, is given up")
  func crowded() throws {
    let count = 3_000
    let (keys, table) = try sections((0..<count).map { Array("\(10_000 + $0)".utf8) })
    try open(keys, table, count).verify()
    var slots = stride(from: KeysFormat.tableHeaderByteCount, to: table.count, by: 4)
      .map { Array(table[$0..<($0 + 4)]) }
    slots = Array(slots[(slots.count / 2)...] + slots[..<(slots.count / 2)])
    // Bits of a hash that no key has, and the first document.
    for index in slots.indices where slots[index] == [0, 0, 0, 0] { slots[index] = [1, 0, 0, 0] }
    let forged = try open(
      keys, Array(table[..<KeysFormat.tableHeaderByteCount]) + slots.flatMap(\.self), count)
    #expect(try forged.document(of: Array("10007".utf8)) == 7)
    #expect(thrownCode { try forged.verify() } == .corrupted)
  }

  @Test(
    "a key of another length may come late", arguments: [1, 63, 64, 65, 127, 128, 200], [0, 3, 900])
  func late(count: Int, length: Int) throws {
    let equal = (0..<count).map { Array("\(10_000_000 + $0)".utf8) }
    let keys = equal + [[UInt8](repeating: 7, count: length)] + equal.map { $0 + [0] }
    let found = try Keys(image(keys))
    try found.verify()
    for (index, key) in keys.enumerated() {
      #expect(try found.key(of: DocumentID(index)) == key)
      #expect(try found.document(of: key) == DocumentID(index))
    }
  }

  @Test("a key that a table without an empty slot does not have is an error, after some slots")
  func full() throws {
    let count = 9_000
    let (keys, sound) = try sections((0..<count).map { Array("\(10_000 + $0)".utf8) })
    var table = sound
    for slot in stride(from: KeysFormat.tableHeaderByteCount, to: table.count, by: 4)
    where table[slot..<(slot + 4)].allSatisfy({ $0 == 0 }) {
      // The first document, with other bits of a hash than most keys have.
      table[slot] = 1
    }
    let found = try open(keys, table, count)
    let other = Array("other".utf8)
    let isListed = try? found.documents(of: [other])
    #expect(isListed == nil)
    #expect(thrownCode { try found.document(of: other) } == .corrupted)
  }

  @Test("of several documents with one key the last is found")
  func repeated() throws {
    let keys = try Keys(image([[1], [2], [1], [3], [1]]))
    #expect(try keys.document(of: [1]) == 4)
    #expect(try keys.document(of: [2]) == 1)
    #expect(try keys.key(of: 0) == [1])
    try keys.verify()
  }

  @Test("72,000 keys of 8 bytes take less than a megabyte")
  func size() throws {
    let keys = (0..<72_000).map { index in
      (0..<8).map { UInt8(truncatingIfNeeded: index >> ($0 * 8)) }
    }
    let (keyBytes, table) = try sections(keys)
    #expect(keyBytes.count == 576_016 && table.count == 384_012)
  }

  @Test("the bytes are as the format says")
  func golden() throws {
    let (differing, table) = try sections([[0x61, 0x62], [0x63], []])
    let expected = annotatedBytes(
      """
      FF FF FF FF                  ; lengths differ
      00 00 00 00                  ; zero
      03 00 00 00 00 00 00 00      ; bytes of all keys
      00 00 00 00 00 00 00 00      ; base of documents 0 to 63
      00 00  02 00  03 00          ; starts
      61 62 63                     ; "ab", "c", ""
      """)
    let expectedTable = annotatedBytes(
      """
      07 00 00 00 00 00 00 00      ; seed
      29 67 79 14                  ; hash bits and document 0 ("ab")
      00 00 00 00                  ; empty
      0B 44 0A 6F                  ; hash bits and document 2 ("")
      DE 48 7F 97                  ; hash bits and document 1 ("c")
      00 00 00 00                  ; empty
      """)
    #expect(firstDifference(differing, expected) == nil)
    #expect(firstDifference(table, expectedTable) == nil)
    let (equal, repeatedTable) = try sections([[0x61, 0x61], [0x62, 0x62], [0x61, 0x61]])
    let expectedEqual = annotatedBytes(
      """
      02 00 00 00                  ; length of every key
      00 00 00 00                  ; zero
      06 00 00 00 00 00 00 00      ; bytes of all keys
      61 61 62 62 61 61            ; "aa", "bb", "aa"
      """)
    let expectedRepeated = annotatedBytes(
      """
      07 00 00 00 00 00 00 00      ; seed
      00 * 12                      ; 3 empty slots
      8B AB 0A F5                  ; hash bits and document 2 ("aa")
      BE 05 3E 88                  ; hash bits and document 1 ("bb")
      """)
    #expect(firstDifference(equal, expectedEqual) == nil)
    #expect(firstDifference(repeatedTable, expectedRepeated) == nil)
  }

  @Test("sections of a wrong size are refused")
  func wrongSizes() throws {
    let (keys, table) = try sections([[0x61, 0x62], [0x63], []])
    for count in 0..<keys.count {
      #expect(throws: SearchError.self) { try open(Array(keys[..<count]), table, 3) }
    }
    for count in 0..<table.count {
      #expect(throws: SearchError.self) { try open(keys, Array(table[..<count]), 3) }
    }
    #expect(throws: SearchError.self) { try open(keys, table, 4) }
    #expect(throws: SearchError.self) { try open(keys, table, 2) }
  }

  @Test("bytes that make no sense give an error or a wrong key, and never trap or hang")
  func random() throws {
    var seed: UInt64 = environmentSeed() ?? 1
    let keys = (0..<100).map { [UInt8](repeating: UInt8($0), count: $0 % 7) }
    let (keyBytes, table) = try sections(keys)
    for _ in 0..<1_000 {
      seed += 1
      var random = SeededRandom(seed: seed)
      var changedKeys = keyBytes
      var changedTable = table
      for _ in 0..<3 {
        changedKeys[random.int(in: 0..<keyBytes.count / 2)] = random.oneIn(2) ? 0xFF : 1
        changedTable[random.int(in: 0..<table.count)] = UInt8(truncatingIfNeeded: random.next())
      }
      if random.oneIn(10) {
        changedTable = table.enumerated().map { $0.offset < 8 ? $0.element : 0xFF }
      }
      guard let damaged = try? open(changedKeys, changedTable, 100) else { continue }
      for document in 0..<DocumentID(100) { _ = try? damaged.key(of: document) }
      for key in keys { _ = try? damaged.document(of: key) }
      try? damaged.verify()
    }
  }
}
