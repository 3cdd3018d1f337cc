import Testing

@testable import Martlet

/// Forgeries of what concerns a whole segment or a whole field.
extension Forgery {
  static let segments: [Forgery] = [
    Forgery("an unused byte", "expected an unused byte to be 0, found 1") {
      $0.setsUnusedByte = true
    },
    Forgery("a key that is not in the table", "a look-up does not find the key of") { image in
      try image.change(.keyTable) { table in
        let used = stride(from: KeysFormat.tableHeaderByteCount, to: table.count, by: 4)
          .first { table[$0..<($0 + 4)].contains { $0 != 0 } }
        table.set(UInt32(0), at: try #require(used))
      }
    },
    Forgery(
      "a slot of the key table that no look-up reaches",
      "expected 300 used slots, one for each key, found 301"
    ) { image in
      try image.change(.keyTable) { table in
        let slots = stride(from: KeysFormat.tableHeaderByteCount, to: table.count, by: 4)
        let used = try #require(slots.first { table[$0..<($0 + 4)].contains { $0 != 0 } })
        let empty = try #require(slots.first { table[$0..<($0 + 4)].allSatisfy { $0 == 0 } })
        table.replaceSubrange(empty..<(empty + 4), with: table[used..<(used + 4)])
      }
    },
    Forgery("two live documents with the same key", "is live, although document") {
      try $0.repeatKey()
    },
    Forgery("a key that is too long", "bytes, expected at most 1024") { try $0.setLongKey() },
    Forgery(
      "stored fields that begin with the second document",
      "expected stored fields from document 0 at 0, found 1..<"
    ) {
      try $0.change(.storedFieldsIndex) { $0.set(UInt32(1), at: 0) }
    },
    Forgery(
      "stored fields that begin at the second byte",
      "expected stored fields from document 0 at 0, found 0..<"
    ) {
      try $0.change(.storedFieldsIndex) { $0.set(UInt64(1), at: 8) }
    },
    Forgery(
      "a chunk of stored fields with all documents and one with none",
      "bytes of a stored document: expected at most", "of the stored fields are inconsistent"
    ) {
      try $0.change(.storedFieldsIndex) { index in
        let last = index.count - 2 * StoredFieldsFormat.entryByteCount
        index.set(UInt32(ForgedIndex.documentCount), at: last)
      }
    },
    Forgery(
      "a chunk of several documents that is said to be large",
      "of the stored fields are inconsistent"
    ) {
      try $0.change(.storedFieldsIndex) { $0.set(UInt32(1 << 20), at: 4) }
    },
    Forgery(
      "documents that are live in two segments", findings: ["has replaced it"],
      repeatingSegment: true),
    Forgery("a text without norms", "terms of 0 tokens, but no norms") { image in
      image[.norms, ForgedIndex.title] = nil
      try image.changeInfo { info in
        let index = info.fields.firstIndex { $0.field.rawValue == ForgedIndex.title }
        info.fields[index ?? 0].statistics = FieldStatistics()
      }
    },
    Forgery("a document longer than its words", "document 1 has 1 words, but the length 5") {
      try $0.change(.norms, ForgedIndex.title) { $0[1] = 5 }
      try $0.changeInfo { info in
        let index = info.fields.firstIndex { $0.field.rawValue == ForgedIndex.title }
        info.fields[index ?? 0].statistics.tokenCount += 4
      }
    },
    Forgery("a field that is counted and has no terms", "counts field 4, which has no terms") {
      try $0.changeInfo { info in
        info.fields.insert(Self.counts(of: ForgedIndex.unused), at: Int(ForgedIndex.unused))
      }
    },
    Forgery("a field that is counted and not in the schema", "counts field 9, which has no") {
      try $0.changeInfo { $0.fields.append(Self.counts(of: 9)) }
    },
    Forgery("a field that is not counted", "the segment has terms of field") {
      try $0.changeInfo { $0.fields.removeAll { $0.field.rawValue == ForgedIndex.title } }
    },
    Forgery("norms of a keyword field", "norms of field 3, which nothing refers to") {
      $0[.norms, ForgedIndex.kind] = [UInt8](repeating: 1, count: ForgedIndex.documentCount)
    },
    Forgery("positions of a field without", "positions of field 2, which nothing refers to") {
      $0[.positions, ForgedIndex.plain] = [UInt8](repeating: 0, count: 16)
    },
    Forgery("terms of a field of another schema", "terms of field 7, which nothing refers to") {
      $0[.terms, 7] = $0[.terms, ForgedIndex.kind]
    },
    Forgery("keys of a field", "keys of field 0, which nothing refers to") { $0[.keys, 0] = [1] },
  ]

  static let fields: [Forgery] = [
    Forgery(
      "a token too many", "field 0: expected FieldStatistics(",
      "field 0: expected FieldStatistics(documentCount: 299", deleting: [3]
    ) {
      try $0.changeInfo { $0.fields[0].statistics.tokenCount += 1 }
    },
    Forgery(
      "tokens of a keyword field", "field 3 has 2 terms of 2 tokens, but no norms",
      "field 3: expected FieldStatistics(documentCount: 0"
    ) {
      try $0.changeInfo { info in
        let index = info.fields.firstIndex { $0.field.rawValue == ForgedIndex.kind }
        info.fields[index ?? 0].statistics = FieldStatistics(documentCount: 1, tokenCount: 2)
      }
    },
    Forgery("a norm that does not match", "has 4 tokens, which do not match its norm 5") {
      try $0.change(.norms, ForgedIndex.body) { $0[3] = 5 }
    },
    Forgery("the lengths of two documents exchanged", "document 0 has 2 words, but the length 1") {
      try $0.change(.norms, ForgedIndex.title) { $0.swapAt(0, 1) }
    },
    Forgery(
      "a wrong number of deleted documents", findings: ["expected 2 deleted documents, found 1"],
      deleting: [3],
      changingLive: { $0[0] = 2 }),
    Forgery(
      "a live document after the last one", findings: ["deleted documents, found"], deleting: [3],
      changingLive: { $0[$0.count - 1] |= 0x80 }),
    Forgery(
      "live documents of too few documents", findings: ["bytes, found"], deleting: [3],
      changingLive: { $0.removeLast(8) }),
  ]

  private static func counts(of field: UInt16) -> SegmentInfo.Field {
    SegmentInfo.Field(
      field: FieldID(field), statistics: FieldStatistics(documentCount: 1, tokenCount: 1),
      averageLength: 1)
  }
}
