/// The documents' keys in a segment: document to key, and key to document; see ``KeysFormat``.
///
/// - Complexity: opening reads two headers; each look-up is O(1) and copies nothing.
@safe
final class Keys: Sendable {
  /// The number of documents.
  let documentCount: Int
  /// The knowledge that all keys have the program's key type.
  let acceptance = KeyAcceptance()
  private let keys: Section
  // SAFETY: the bytes of `keys`, which this object keeps and which never change.
  nonisolated(unsafe) private let keyBytes: UnsafeRawPointer
  private let table: Section
  private let seed: UInt64
  private let slotCount: Int
  private let documentMask: UInt32
  /// The length of every key, or nil when lengths differ.
  private let commonLength: Int?
  /// The offsets of the starts and of the keys in their section, and the byte count of all keys.
  private let startsOffset: Int
  private let keysOffset: Int
  private let keyByteCount: Int

  /// Opens the keys of `image`; of a damaged one, as far as they can be read.
  ///
  /// - Throws: `corrupted` when the image has none, or their sizes do not match.
  convenience init(_ image: ImageReader) throws(SearchError) {
    try self.init(
      keys: image.requiredSection(SectionID(.keys)),
      table: image.requiredSection(SectionID(.keyTable)), documentCount: image.documentCount,
      isDamaged: image.isDamaged)
  }

  /// - Throws: `corrupted` when the sizes do not match.
  init(
    keys: Section, table: Section, documentCount: Int, isDamaged: Bool = false
  ) throws(SearchError) {
    if !isDamaged { try table.verify(0..<KeysFormat.tableHeaderByteCount) }
    slotCount = KeysFormat.slotCount(documentCount)
    let slotByteCount = UInt64(slotCount) * 4
    guard UInt64(table.count) == UInt64(KeysFormat.tableHeaderByteCount) + slotByteCount else {
      throw table.corrupted(
        "expected a table of \(slotCount) slots, found \(table.count) bytes", at: 0)
    }
    guard keys.count >= KeysFormat.headerByteCount else {
      throw keys.corrupted(
        "expected \(KeysFormat.headerByteCount) bytes or more, found \(keys.count)", at: 0)
    }
    if !isDamaged { try keys.verify(0..<KeysFormat.headerByteCount) }
    let length = keys.bytes.uint32(at: 0)
    let hasStarts = length == KeysFormat.anyLength
    startsOffset =
      KeysFormat.headerByteCount + (hasStarts ? KeysFormat.baseCount(documentCount) * 8 : 0)
    keysOffset = startsOffset + (hasStarts ? documentCount * 2 : 0)
    let total = keys.bytes.uint64(at: 8)
    guard keysOffset <= keys.count, total == UInt64(keys.count - keysOffset),
      hasStarts || length <= Limits.keyByteCount && UInt64(length) * UInt64(documentCount) == total,
      keys.bytes.uint32(at: 4) == 0
    else {
      throw keys.corrupted(
        "expected \(total) bytes of keys of \(documentCount) documents, found \(keys.count) bytes",
        at: 0)
    }
    keyByteCount = keys.count - keysOffset
    commonLength = hasStarts ? nil : Int(length)
    seed = table.bytes.uint64(at: 0)
    documentMask = KeysFormat.documentMask(documentCount)
    self.documentCount = documentCount
    self.keys = keys
    unsafe keyBytes = keys.bytes.base
    self.table = table
  }

  /// Returns the key of `document`, without copying it.
  ///
  /// - Precondition: The segment has such a document.
  func view(of document: DocumentID) throws(SearchError) -> ByteView {
    keys.bytes.slice(try range(of: document))
  }

  /// The bytes of the section that has the keys.
  var bytes: ByteView { keys.bytes }

  /// Returns the range in ``bytes`` of the key of `document`, and verifies its pages.
  ///
  /// - Precondition: The segment has such a document.
  func range(of document: DocumentID) throws(SearchError) -> Range<Int> {
    if commonLength == nil {
      let index = min(Int(document), documentCount - 1)
      let isLast = index + 1 == documentCount
      let start = startsOffset + index * 2
      try keys.verify(start..<(start + (isLast ? 2 : 4)))
      let base = KeysFormat.headerByteCount + index / KeysFormat.documentsPerBase * 8
      try keys.verify(base..<min(base + 16, startsOffset))
    }
    return try openRange(of: document)
  }

  /// Verifies the bytes that ``openRange(of:)`` needs, once for many documents.
  ///
  /// - Complexity: the first time linear in the documents, then O(documents / 500,000).
  func openOffsets() throws(SearchError) { try keys.verify(0..<keysOffset) }

  /// Returns the same as ``range(of:)``, faster.
  ///
  /// - Precondition: ``openOffsets()`` was called, and the segment has such a document.
  @inline(__always)
  func openRange(of document: DocumentID) throws(SearchError) -> Range<Int> {
    precondition(
      Int(document) < documentCount, "document \(document) is outside a segment of \(documentCount)"
    )
    let (start, end) = (self.start(of: Int(document)), self.start(of: Int(document) &+ 1))
    guard start <= end, end <= keyByteCount else { throw damaged(document) }
    let range = (keysOffset &+ start)..<(keysOffset &+ end)
    try keys.verify(range)
    return range
  }

  /// Returns the start of the key of `document`, counted from the first key; damaged bytes may give
  /// any number.
  @inline(__always)
  private func start(of document: Int) -> Int {
    if let commonLength { return document &* commonLength }
    guard document < documentCount else { return keyByteCount }
    let group = document / KeysFormat.documentsPerBase
    // SAFETY: bases and starts of all documents lie in the section (checked by the initializer).
    let base = unsafe UInt64(
      littleEndian: keyBytes.loadUnaligned(
        fromByteOffset: KeysFormat.headerByteCount &+ group &* 8, as: UInt64.self))
    let start = unsafe UInt16(
      littleEndian: keyBytes.loadUnaligned(
        fromByteOffset: startsOffset &+ document &* 2, as: UInt16.self))
    return Int(clamping: base &+ UInt64(start))
  }

  @inline(never)
  private func damaged(_ document: DocumentID) -> SearchError {
    keys.corrupted(
      "the key of document \(document) is at \(start(of: Int(document))) to "
        + "\(start(of: Int(document) + 1)) in \(keyByteCount) bytes of keys",
      at: startsOffset + Int(document) * 2)
  }

  /// Returns the key of `document`.
  ///
  /// - Precondition: The segment has such a document.
  func key(of document: DocumentID) throws(SearchError) -> [UInt8] {
    try view(of: document).array
  }

  /// Returns the key of `document` in damaged bytes; nil if the key or its hash in the table is
  /// damaged.
  ///
  /// The page of a key may be damaged elsewhere. With another key, the table would not have this
  /// document in a slot with the bits of the key's hash.
  ///
  /// - Precondition: The segment has such a document.
  /// - Complexity: O(1) for what a writer makes, and a few thousand steps for other bytes.
  func readableKey(of document: DocumentID) -> [UInt8]? {
    if let key = try? key(of: document) { return key }
    let (start, end) = (self.start(of: Int(document)), self.start(of: Int(document) &+ 1))
    guard slotCount > 0, start <= end, end <= keyByteCount, end - start <= Limits.keyByteCount
    else { return nil }
    let key = keys.bytes.array((keysOffset + start)..<(keysOffset + end))
    let hash = Checksum.hash64(key, seed: seed)
    let wanted = UInt32(truncatingIfNeeded: hash) & ~documentMask | (document + 1)
    let first = KeysFormat.firstSlot(hash, slotCount: slotCount)
    for number in first..<(first + min(slotCount, Self.mostSlots)) {
      let slot = number % slotCount
      let entry = table.bytes.uint32(at: KeysFormat.tableHeaderByteCount + slot * 4)
      if entry == wanted { return key }
      if entry == 0 { return nil }
    }
    return nil
  }

  /// The number of slots in which a key is looked for, more than a writer needs for any: a quarter
  /// of the slots is empty.
  private static let mostSlots = 4_096

  /// Returns the document with `key`, or nil when the segment has none; the last one if there are
  /// several.
  ///
  /// The document may be deleted.
  func document(of key: [UInt8]) throws(SearchError) -> DocumentID? {
    var visitCount = 0
    return try key.withBytes { (bytes) throws(SearchError) in try find(bytes, &visitCount) }
  }

  /// Returns the documents that have any of `keys`, each as ``document(of:)`` returns it.
  func documents(of keys: [[UInt8]]) throws(SearchError) -> [DocumentID] {
    var documents: [DocumentID] = []
    let slots = table.bytes
    for key in keys where try mayHave(key, slots) {
      if let document = try document(of: key) { documents.append(document) }
    }
    return documents
  }

  /// Returns false for most of the keys that no document has, because no slot on their way has
  /// their tag.
  @inline(__always)
  private func mayHave(_ key: [UInt8], _ slots: ByteView) throws(SearchError) -> Bool {
    let hash = Checksum.hash64(key, seed: seed)
    let tag = UInt32(truncatingIfNeeded: hash) & ~documentMask
    var slot = slotCount > 0 ? KeysFormat.firstSlot(hash, slotCount: slotCount) : 0
    for _ in 0..<min(slotCount, Self.mostSlots) {
      let offset = KeysFormat.tableHeaderByteCount &+ slot &* 4
      try table.verify(offset..<(offset &+ 4))
      let entry = slots.uint32(at: offset)
      if entry == 0 { return false }
      if entry & ~documentMask == tag { return true }
      slot = slot &+ 1 == slotCount ? 0 : slot &+ 1
    }
    // What has no empty slot is an error where the key is looked for.
    return true
  }

  /// Returns the document with `key`; see the overload that takes an array.
  func document(of key: ByteView) throws(SearchError) -> DocumentID? {
    var visitCount = 0
    return try document(of: key, &visitCount)
  }

  private func document(
    of key: ByteView, _ visitCount: inout Int
  ) throws(SearchError) -> DocumentID? {
    try key.withBytes { (bytes) throws(SearchError) in try find(bytes, &visitCount) }
  }

  /// Returns the document with `key`, and adds the number of visited slots to `visitCount`.
  private func find(
    _ key: Span<UInt8>, _ visitCount: inout Int
  ) throws(SearchError) -> DocumentID? {
    guard slotCount > 0 else { return nil }
    let hash = Checksum.hash64(key, seed: seed)
    let tag = UInt32(truncatingIfNeeded: hash) & ~documentMask
    var slot = KeysFormat.firstSlot(hash, slotCount: slotCount)
    for _ in 0..<min(slotCount, Self.mostSlots) {
      visitCount &+= 1
      let offset = KeysFormat.tableHeaderByteCount &+ slot &* 4
      try table.verify(offset..<(offset &+ 4))
      let entry = table.bytes.uint32(at: offset)
      if entry == 0 { return nil }
      if entry & ~documentMask == tag {
        let document = try document(in: entry, at: offset)
        let other = try view(of: document)
        if other.withBytes({ key.isEqual(to: $0) }) { return document }
      }
      slot = slot &+ 1 == slotCount ? 0 : slot &+ 1
    }
    throw table.corrupted(
      "expected an empty slot within \(min(slotCount, Self.mostSlots)) of a key's first one", at: 0)
  }

  /// Returns the document of a slot that is not empty.
  private func document(in entry: UInt32, at offset: Int) throws(SearchError) -> DocumentID {
    let ordinal = entry & documentMask
    guard ordinal > 0, Int(ordinal) <= documentCount else {
      throw table.corrupted(
        "expected a document from 1 to \(documentCount), found \(ordinal)", at: offset)
    }
    return ordinal &- 1
  }

  /// A generous limit of the average number of slots that a search visits: it is 2.5 where a
  /// quarter is empty (Knuth, "The Art of Computer Programming", volume 3, 1973, section 6.4).
  private static let slotsPerSearch = 16

  /// Makes sure that every key is found, at its document or at a later one with the same key, and
  /// that all other slots are empty.
  ///
  /// - Complexity: linear in the documents, whatever the bytes are.
  func verify() throws(SearchError) {
    let limit = Self.slotsPerSearch * (documentCount + slotCount)
    var (visitCount, keyCount) = (0, 0)
    for index in 0..<documentCount {
      let document = DocumentID(index)
      let key = try view(of: document)
      guard key.count <= Limits.keyByteCount else {
        throw table.corrupted(
          "the key of document \(document) has \(key.count) bytes, expected at most "
            + "\(Limits.keyByteCount)", at: 0)
      }
      let found = try self.document(of: key, &visitCount)
      guard visitCount <= limit else {
        throw table.corrupted(
          "expected at most \(limit) slots for \(documentCount) keys, \(index) took \(visitCount)",
          at: 0)
      }
      guard let found, found >= document else {
        throw table.corrupted("a look-up does not find the key of document \(document)", at: 0)
      }
      if found == document { keyCount += 1 }
    }
    try verifyEmptySlots(keyCount: keyCount)
  }

  /// Makes sure that as many slots are used as there are different keys, of which each is found in
  /// a slot of its own.
  private func verifyEmptySlots(keyCount: Int) throws(SearchError) {
    try table.verify(0..<table.count)
    let bytes = table.bytes
    let usedCount = (0..<slotCount).count { slot in
      bytes.uint32(at: KeysFormat.tableHeaderByteCount + slot * 4) != 0
    }
    guard usedCount == keyCount else {
      throw table.corrupted(
        "expected \(keyCount) used slots, one for each key, found \(usedCount)", at: 0)
    }
  }
}
