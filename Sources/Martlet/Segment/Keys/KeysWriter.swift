/// Collects the documents' keys, in document order; see ``KeysFormat``.
///
/// Used by one thread at a time, finished once. All keys stay on the heap until then, because the
/// table is made when their number is known.
///
/// - Complexity: adding is O(key); finishing is linear in the documents. Holds the key's bytes, 2
///   more per document when lengths differ, and 5 more while finishing.
final class KeysWriter {
  private let seed: UInt64
  private let keys: ByteWriter
  /// The number of keys so far.
  private(set) var documentCount = 0
  /// The length of all keys so far; nil if they differ.
  private var commonLength: Int? = 0
  /// The bases and starts of ``KeysFormat``, once lengths differ.
  private let bases = ByteWriter()
  private let starts = ByteWriter()
  /// The base of the current documents.
  private var base = 0

  /// Creates a writer without keys.
  ///
  /// The hash's `seed` should be unpredictable, like a part of the segment's random name: then
  /// nobody can choose keys that all fall on one slot.
  ///
  /// - Parameter byteCount: The most bytes that the keys will have together, if that is known. Keys
  ///   that outgrow their memory are copied, and exist twice for a while.
  init(seed: UInt64, byteCount: Int = 64) {
    self.seed = seed
    keys = ByteWriter(capacity: byteCount)
  }

  /// Adds the next document's key.
  ///
  /// - Precondition: The key has at most `Limits.keyByteCount` bytes.
  func append(_ key: [UInt8]) {
    beginKey(byteCount: key.count)
    keys.append(key)
  }

  /// Adds the next document's key.
  ///
  /// - Precondition: The key has at most `Limits.keyByteCount` bytes.
  func append(_ key: ByteView) {
    beginKey(byteCount: key.count)
    keys.append(key)
  }

  private func beginKey(byteCount: Int) {
    precondition(
      byteCount <= Limits.keyByteCount,
      "a key of \(byteCount) bytes, expected at most \(Limits.keyByteCount)")
    if documentCount == 0 {
      commonLength = byteCount
    } else if let commonLength, commonLength != byteCount {
      self.commonLength = nil
      for document in 0..<documentCount { addStart(document, at: document * commonLength) }
    }
    if commonLength == nil { addStart(documentCount, at: keys.count) }
    documentCount += 1
  }

  private func addStart(_ document: Int, at offset: Int) {
    if document % KeysFormat.documentsPerBase == 0 {
      base = offset
      bases.append(UInt64(offset))
    }
    starts.append(UInt16(offset - base))
  }

  /// Adds both sections to `image`.
  ///
  /// - Parameter checkStop: Called with the number of each key before its slot is found; an error
  ///   that it throws stops the writing.
  /// - Throws: Any error from writing the image, or from `checkStop`.
  func finish(
    into image: ImageWriter, checkStop: (Int) throws(SearchError) -> Void = { _ in }
  ) throws(SearchError) {
    let head = ByteWriter(capacity: KeysFormat.headerByteCount)
    head.append(commonLength.map { UInt32($0) } ?? KeysFormat.anyLength)
    head.append(UInt32(0))
    head.append(UInt64(keys.count))
    let bytes = keys.finish()
    let keys = KeyRanges(
      commonLength: commonLength, bases: bases.finish(), starts: starts.finish(),
      documentCount: documentCount, byteCount: bytes.count)
    try image.begin(SectionID(.keys))
    for part in [head.finish(), keys.bases, keys.starts, bytes] { try image.append(part) }
    image.end()
    try bytes.withBytes { (bytes) throws(SearchError) in
      try write(slots(keys, bytes, checkStop), into: image)
    }
  }

  /// Returns the slots of the table.
  private func slots(
    _ keys: KeyRanges, _ bytes: Span<UInt8>, _ checkStop: (Int) throws(SearchError) -> Void
  ) throws(SearchError) -> [UInt32] {
    var slots = [UInt32](repeating: 0, count: KeysFormat.slotCount(documentCount))
    for document in 0..<documentCount {
      try checkStop(document)
      insert(document, keys, bytes, into: &slots)
    }
    return slots
  }

  /// Stores `document` in its slot, which may be that of an earlier document with the same key.
  private func insert(
    _ document: Int, _ keys: KeyRanges, _ bytes: Span<UInt8>, into slots: inout [UInt32]
  ) {
    let mask = KeysFormat.documentMask(documentCount)
    let key = bytes.extracting(keys.range(of: document))
    let hash = Checksum.hash64(key, seed: seed)
    let tag = UInt32(truncatingIfNeeded: hash) & ~mask
    var slot = KeysFormat.firstSlot(hash, slotCount: slots.count)
    while slots[slot] != 0 {
      if slots[slot] & ~mask == tag {
        let other = bytes.extracting(keys.range(of: Int(slots[slot] & mask) - 1))
        if key.isEqual(to: other) { break }
      }
      slot = slot + 1 == slots.count ? 0 : slot + 1
    }
    slots[slot] = tag | UInt32(document + 1)
  }

  /// Adds the table to `image`, part by part, because a copy of the slots would take as much memory
  /// as they do.
  private func write(_ slots: [UInt32], into image: ImageWriter) throws(SearchError) {
    try image.begin(SectionID(.keyTable))
    let part = ByteWriter(capacity: Self.partByteCount)
    part.append(seed)
    for slot in slots {
      if part.count > Self.partByteCount - 4 {
        try part.lend { (bytes) throws(SearchError) in try image.append(bytes) }
      }
      part.append(slot)
    }
    try image.append(part.finish())
    image.end()
  }

  private static let partByteCount = 1 << 16
}

/// The ranges of the keys among their bytes.
private struct KeyRanges {
  /// The length of all keys; nil if they differ.
  var commonLength: Int?
  var bases: ByteView
  var starts: ByteView
  var documentCount: Int
  /// The number of bytes of all keys.
  var byteCount: Int

  /// Returns the range of the key of `document`.
  func range(of document: Int) -> Range<Int> {
    if let commonLength { return document * commonLength..<(document + 1) * commonLength }
    let end = document + 1 == documentCount ? byteCount : start(of: document + 1)
    return start(of: document)..<end
  }

  private func start(of document: Int) -> Int {
    let base = bases.uint64(at: document / KeysFormat.documentsPerBase * 8)
    return Int(truncatingIfNeeded: base) + Int(starts.uint16(at: document * 2))
  }
}
