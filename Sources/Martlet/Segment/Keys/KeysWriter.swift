/// Collects the documents' keys, in document order; see ``KeysFormat``.
///
/// Used by one thread at a time, finished once. All keys stay on the heap until then, because the
/// table is made when their number is known.
///
/// - Complexity: adding is O(key); finishing is linear in the documents. Holds the key's bytes and
///   8 more per document, 14 while finishing.
final class KeysWriter {
  private let seed: UInt64
  private let keys = ByteWriter()
  /// The start of each key, and the end of the last one.
  private var offsets = [0]
  private var lengthsDiffer = false

  /// Creates a writer without keys.
  ///
  /// The hash's `seed` should be unpredictable, like a part of the segment's random name: then
  /// nobody can choose keys that all fall on one slot.
  init(seed: UInt64) { self.seed = seed }

  /// The number of keys so far.
  var documentCount: Int { offsets.count - 1 }

  /// Adds the next document's key.
  ///
  /// - Precondition: The key has at most `Limits.keyByteCount` bytes.
  func append(_ key: [UInt8]) {
    keys.append(key)
    endKey(byteCount: key.count)
  }

  /// Adds the next document's key.
  ///
  /// - Precondition: The key has at most `Limits.keyByteCount` bytes.
  func append(_ key: ByteView) {
    keys.append(key)
    endKey(byteCount: key.count)
  }

  private func endKey(byteCount: Int) {
    precondition(
      byteCount <= Limits.keyByteCount,
      "a key of \(byteCount) bytes, expected at most \(Limits.keyByteCount)")
    offsets.append(keys.count)
    if byteCount != offsets[1] { lengthsDiffer = true }
  }

  /// Adds both sections to `image`.
  ///
  /// - Parameter checkStop: Called with the number of each key before its slot is found; an error
  ///   that it throws stops the writing.
  /// - Throws: Any error from writing the image, or from `checkStop`.
  func finish(
    into image: ImageWriter, checkStop: (Int) throws(SearchError) -> Void = { _ in }
  ) throws(SearchError) {
    let head = makeHead()
    let keyBytes = keys.finish()
    let table = try makeTable(keyBytes, checkStop)
    try image.begin(SectionID(.keys))
    try image.append(head)
    try image.append(keyBytes)
    image.end()
    try image.add(SectionID(.keyTable), table)
  }

  /// Returns everything before the keys.
  private func makeHead() -> ByteView {
    let head = ByteWriter(capacity: KeysFormat.headerByteCount)
    let commonLength = documentCount == 0 ? 0 : UInt32(offsets[1])
    head.append(lengthsDiffer ? KeysFormat.anyLength : commonLength)
    head.append(UInt32(0))
    head.append(UInt64(keys.count))
    guard lengthsDiffer else { return head.finish() }
    for document in stride(from: 0, to: documentCount, by: KeysFormat.documentsPerBase) {
      head.append(UInt64(offsets[document]))
    }
    for document in 0..<documentCount {
      let base = offsets[document - document % KeysFormat.documentsPerBase]
      head.append(UInt16(offsets[document] - base))
    }
    return head.finish()
  }

  private func makeTable(
    _ keyBytes: ByteView, _ checkStop: (Int) throws(SearchError) -> Void
  ) throws(SearchError) -> ByteView {
    var slots = [UInt32](repeating: 0, count: KeysFormat.slotCount(documentCount))
    try keyBytes.withBytes { (bytes) throws(SearchError) in
      for document in 0..<documentCount {
        try checkStop(document)
        insert(document, bytes, into: &slots)
      }
    }
    let writer = ByteWriter(capacity: KeysFormat.tableHeaderByteCount + slots.count * 4)
    writer.append(seed)
    for slot in slots { writer.append(slot) }
    return writer.finish()
  }

  /// Stores `document` in its slot, which may be that of an earlier document with the same key.
  private func insert(_ document: Int, _ keys: Span<UInt8>, into slots: inout [UInt32]) {
    let mask = KeysFormat.documentMask(documentCount)
    let key = keys.extracting(range(of: document))
    let hash = Checksum.hash64(key, seed: seed)
    let tag = UInt32(truncatingIfNeeded: hash) & ~mask
    var slot = KeysFormat.firstSlot(hash, slotCount: slots.count)
    while slots[slot] != 0 {
      let other = keys.extracting(range(of: Int(slots[slot] & mask) - 1))
      if slots[slot] & ~mask == tag, key.isEqual(to: other) { break }
      slot = slot + 1 == slots.count ? 0 : slot + 1
    }
    slots[slot] = tag | UInt32(document + 1)
  }

  /// Returns the range of the key of `document` among all keys.
  private func range(of document: Int) -> Range<Int> {
    offsets[document]..<offsets[document + 1]
  }
}
