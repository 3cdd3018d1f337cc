import Testing

@testable import Martlet

/// Keys that no writer writes, with tables in which look-ups find them.
extension ForgedImage {
  /// Gives a document the key of the next one, and takes its slot out of the table.
  mutating func repeatKey() throws {
    for document in 10..<98 as Range<UInt32> {
      var copy = self
      try copy.change(.keys) { keys in
        let both = [document, document + 1].flatMap { Array("key \($0)".utf8) }
        let start = try keys.offset(of: both)
        keys.replaceSubrange(start..<(start + 6), with: both[6...])
      }
      try copy.change(.keyTable) { table in
        let slots = stride(from: KeysFormat.tableHeaderByteCount, to: table.count, by: 4)
        let slot = slots.first { start in
          let entry = ByteView(copying: Array(table[start..<(start + 4)])).uint32(at: 0)
          return entry & 0x1FF == document + 1
        }
        table.set(UInt32(0), at: try #require(slot))
      }
      // Without the slot, the ways to others may be broken.
      guard (try? copy.open().keys.verify()) != nil else { continue }
      self = copy
      return
    }
    Issue.record("each slot is on the way to another one")
  }

  /// Gives the first document a key of 1,025 bytes.
  mutating func setLongKey() throws {
    try change(.keys) { keys in
      let first = Array("key 0".utf8)
      let start = try keys.offset(of: first + Array("key 1key".utf8))
      let more = 1_025 - first.count
      keys.insert(contentsOf: [UInt8](repeating: 0x78, count: more), at: start)
      let head = ByteView(copying: keys)
      keys.set(head.uint64(at: 8) + UInt64(more), at: 8)
      // All later keys begin further on, from the same base or from a later one.
      let bases =
        (ForgedIndex.documentCount + KeysFormat.documentsPerBase - 1)
        / KeysFormat.documentsPerBase
      for base in 1..<bases {
        let offset = KeysFormat.headerByteCount + 8 * base
        keys.set(head.uint64(at: offset) + UInt64(more), at: offset)
      }
      for document in 1..<min(KeysFormat.documentsPerBase, ForgedIndex.documentCount) {
        let offset = KeysFormat.headerByteCount + 8 * bases + 2 * document
        keys.set(head.uint16(at: offset) + UInt16(more), at: offset)
      }
    }
  }
}
