/// The documents' keys in a segment, in both directions; see ``KeysFormat``.
///
/// - Complexity: opening reads two headers; each look-up is O(1) and copies nothing.
@safe
final class Keys: Sendable {
  /// The number of documents.
  let documentCount: Int
  /// What is known of the keys' type.
  let acceptance = KeyAcceptance()
  private let keys: Section
  // SAFETY: the bytes of `keys`, which this object keeps and nobody changes.
  nonisolated(unsafe) private let keyBytes: UnsafeRawPointer
  private let table: Section
  private let seed: UInt64
  private let slotCount: Int
  private let documentMask: UInt32
  /// The length of every key, or nil when they differ.
  private let commonLength: Int?
  /// Where the starts and the keys begin in their section, and how many bytes all keys have.
  private let startsOffset: Int
  private let keysOffset: Int
  private let keyByteCount: Int

  /// Opens the keys of `image`.
  ///
  /// - Throws: `corrupted` when the image has none, or their sizes do not fit together.
  convenience init(_ image: ImageReader) throws(SearchError) {
    try self.init(
      keys: image.requiredSection(SectionID(.keys)),
      table: image.requiredSection(SectionID(.keyTable)), documentCount: image.documentCount)
  }

  /// - Throws: `corrupted` when the sizes do not fit together.
  init(keys: Section, table: Section, documentCount: Int) throws(SearchError) {
    try table.touch(0..<KeysFormat.tableHeaderByteCount)
    slotCount = KeysFormat.slotCount(documentCount)
    let slotByteCount = UInt64(slotCount) * 4
    guard UInt64(table.count) == UInt64(KeysFormat.tableHeaderByteCount) + slotByteCount else {
      throw table.corrupted(
        "expected \(slotCount) slots of keys, found \(table.count) bytes", at: 0)
    }
    try keys.touch(0..<KeysFormat.headerByteCount)
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

  /// The key of `document`, without a copy.
  ///
  /// - Precondition: the segment has such a document.
  /// - Throws: `corrupted`.
  func view(of document: DocumentID) throws(SearchError) -> ByteView {
    keys.bytes.slice(try range(of: document))
  }

  /// The bytes of the section that has the keys.
  var bytes: ByteView { keys.bytes }

  /// Where in ``bytes`` the key of `document` is; it can be read from there.
  ///
  /// - Precondition: the segment has such a document.
  /// - Throws: `corrupted`.
  func range(of document: DocumentID) throws(SearchError) -> Range<Int> {
    if commonLength == nil {
      let index = min(Int(document), documentCount - 1)
      let isLast = index + 1 == documentCount
      let start = startsOffset + index * 2
      try keys.touch(start..<(start + (isLast ? 2 : 4)))
      let base = KeysFormat.headerByteCount + index / KeysFormat.documentsPerBase * 8
      try keys.touch(base..<min(base + 16, startsOffset))
    }
    return try place(of: document)
  }

  /// Makes sure that ``place(of:)`` can be asked; once for many documents.
  ///
  /// - Throws: `corrupted`.
  /// - Complexity: the first time linear in the documents, then O(documents / 500,000).
  func openPlaces() throws(SearchError) { try keys.touch(0..<keysOffset) }

  /// The same as ``range(of:)``, quicker.
  ///
  /// - Precondition: ``openPlaces()`` was called, and the segment has such a document.
  /// - Throws: `corrupted`.
  @inline(__always)
  func place(of document: DocumentID) throws(SearchError) -> Range<Int> {
    precondition(Int(document) < documentCount, "document \(document) of \(documentCount)")
    let (start, end) = (self.start(of: Int(document)), self.start(of: Int(document) &+ 1))
    guard start <= end, end <= keyByteCount else { throw misplaced(document) }
    let range = (keysOffset &+ start)..<(keysOffset &+ end)
    try keys.touch(range)
    return range
  }

  /// Where the key of `document` starts, counted from the first key; whatever the bytes say.
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
  private func misplaced(_ document: DocumentID) -> SearchError {
    keys.corrupted(
      "document \(document) has a key from \(start(of: Int(document))) to "
        + "\(start(of: Int(document) + 1)) of \(keyByteCount) bytes",
      at: startsOffset + Int(document) * 2)
  }

  /// The key of `document`.
  ///
  /// - Precondition: the segment has such a document.
  /// - Throws: `corrupted`.
  func key(of document: DocumentID) throws(SearchError) -> [UInt8] {
    try view(of: document).array
  }

  /// The document with `key`, or nil when the segment has none; the last one if there are several.
  /// It may be deleted.
  ///
  /// - Throws: `corrupted`.
  func document(of key: [UInt8]) throws(SearchError) -> DocumentID? {
    var visitCount = 0
    // SAFETY: the key is lent for the call.
    return try unsafe key.withUnsafeBufferPointer { bytes throws(SearchError) in
      unsafe try find(UnsafeRawBufferPointer(bytes), &visitCount)
    }
  }

  /// The documents with any of `keys`, those that there are; as ``document(of:)`` says of each.
  ///
  /// - Throws: `corrupted`.
  func documents(of keys: [[UInt8]]) throws(SearchError) -> [DocumentID] {
    var documents: [DocumentID] = []
    let slots = table.bytes
    for key in keys where try mayHave(key, slots) {
      if let document = try document(of: key) { documents.append(document) }
    }
    return documents
  }

  /// False for most of the keys that no document has: no slot on their way has their tag.
  @inline(__always)
  private func mayHave(_ key: [UInt8], _ slots: ByteView) throws(SearchError) -> Bool {
    let hash = Checksum.hash64(key, seed: seed)
    let tag = UInt32(truncatingIfNeeded: hash) & ~documentMask
    var slot = slotCount > 0 ? KeysFormat.firstSlot(hash, slotCount: slotCount) : 0
    for _ in 0..<slotCount {
      let offset = KeysFormat.tableHeaderByteCount &+ slot &* 4
      try table.touch(offset..<(offset &+ 4))
      let entry = slots.uint32(at: offset)
      if entry == 0 { return false }
      if entry & ~documentMask == tag { return true }
      slot = slot &+ 1 == slotCount ? 0 : slot &+ 1
    }
    return false
  }

  /// The document with `key`; see the form that takes an array.
  func document(of key: ByteView) throws(SearchError) -> DocumentID? {
    var visitCount = 0
    return try document(of: key, &visitCount)
  }

  private func document(
    of key: ByteView, _ visitCount: inout Int
  ) throws(SearchError) -> DocumentID? {
    // SAFETY: the key is lent for the call.
    try unsafe key.withUnsafeBytes { bytes throws(SearchError) in
      unsafe try find(bytes, &visitCount)
    }
  }

  /// The document with `key`. Adds the slots that were looked at to `visitCount`.
  @unsafe
  private func find(
    _ key: UnsafeRawBufferPointer, _ visitCount: inout Int
  ) throws(SearchError) -> DocumentID? {
    guard slotCount > 0 else { return nil }
    let hash = unsafe Checksum.hash64(key, seed: seed)
    let tag = UInt32(truncatingIfNeeded: hash) & ~documentMask
    var slot = KeysFormat.firstSlot(hash, slotCount: slotCount)
    for _ in 0..<slotCount {
      visitCount &+= 1
      let offset = KeysFormat.tableHeaderByteCount &+ slot &* 4
      try table.touch(offset..<(offset &+ 4))
      let entry = table.bytes.uint32(at: offset)
      if entry == 0 { return nil }
      if entry & ~documentMask == tag {
        let document = try document(in: entry, at: offset)
        let other = try view(of: document)
        // SAFETY: both are lent for the comparison.
        let isFound = unsafe other.withUnsafeBytes { unsafe KeysFormat.areEqual(key, $0) }
        if isFound { return document }
      }
      slot = slot &+ 1 == slotCount ? 0 : slot &+ 1
    }
    return nil
  }

  /// The document of a slot that is not empty.
  private func document(in entry: UInt32, at offset: Int) throws(SearchError) -> DocumentID {
    let ordinal = entry & documentMask
    guard ordinal > 0, Int(ordinal) <= documentCount else {
      throw table.corrupted(
        "expected a document from 1 to \(documentCount), found \(ordinal)", at: offset)
    }
    return ordinal &- 1
  }

  /// Slots that a search looks at on average, with plenty to spare: 2.5 where a quarter is empty
  /// (Knuth, "The Art of Computer Programming", volume 3, 1973, section 6.4).
  private static let slotsPerSearch = 16

  /// Makes sure that every key is found, at its document or at a later one with the same key.
  ///
  /// - Throws: `corrupted`.
  /// - Complexity: linear in the documents, whatever the bytes are.
  func verify() throws(SearchError) {
    let limit = Self.slotsPerSearch * (documentCount + slotCount)
    var visitCount = 0
    for index in 0..<documentCount {
      let document = DocumentID(index)
      let found = try self.document(of: view(of: document), &visitCount)
      guard visitCount <= limit else {
        throw table.corrupted(
          "\(visitCount) slots were looked at to find \(index) keys of \(documentCount)", at: 0)
      }
      guard let found, found >= document else {
        throw table.corrupted("the key of document \(document) is not found there", at: 0)
      }
    }
  }
}
