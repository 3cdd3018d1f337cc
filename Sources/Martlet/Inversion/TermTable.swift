/// A set of byte strings in memory: the words of a field as they stand in its texts, and the terms
/// that they give, which are mostly the same.
///
/// A string can have two numbers: as a term, counted from 0 in the order in which terms were
/// numbered, and as a word, the ``termID(at:)`` that ``TermIDCache`` gives it.
///
/// Open addressing with linear probing over slots of 8 bytes: 32 bits of the hash and the offset of
/// a record. The records are contiguous in one block of memory: both numbers, the length, and the
/// bytes. There is no object and no growing list per word. Used by one thread.
///
/// - Complexity: O(length) per word. When the table is larger than the caches, a look-up waits for
///   memory twice, first for the slot and then for the record.
@safe
final class TermTable {
  /// The number of terms, that is of strings that have a number as a term.
  var count: Int { recordOffsets.count }

  /// The value of ``termID(at:)`` until it is set.
  static let unknown = UInt32.max

  /// The number of strings in the table.
  private(set) var stringCount = 0
  private var slots: UnsafeMutablePointer<UInt64>
  private var slotMask: Int
  private var records: UnsafeMutableRawPointer
  private var capacity = 1 << 12
  private var end = 0
  /// The offset of each term's record, divided by 4.
  private let recordOffsets = GrowingArray<UInt32>()
  /// The seed of the table's hashes.
  let seed: UInt64

  private static let emptySlot = UInt64.max
  /// The bytes of a record before its string: term ID, number, length.
  private static let headerSize = 12
  /// The bytes behind the last record that may be read and written.
  private static let margin = headerSize + WordKey.longest

  init(seed: UInt64 = WordHash.seed) {
    self.seed = seed
    slotMask = (1 << 9) - 1
    unsafe slots = .allocate(capacity: slotMask + 1)
    unsafe slots.initialize(repeating: Self.emptySlot, count: slotMask + 1)
    unsafe records = .allocate(byteCount: capacity, alignment: 8)
  }

  deinit {
    unsafe slots.deallocate()
    unsafe records.deallocate()
  }

  /// The memory held, in bytes.
  var memory: Int { (slotMask + 1) * 8 + capacity + recordOffsets.memory }

  /// Returns the term ID of the string whose record is at offset `record`, or ``unknown``.
  @inline(__always)
  func termID(at record: Int) -> UInt32 {
    // SAFETY: the offset comes from this table.
    unsafe records.load(fromByteOffset: record, as: UInt32.self)
  }

  /// Sets the term ID of the string whose record is at offset `record`.
  func setTermID(_ termID: UInt32, at record: Int) {
    // SAFETY: the offset comes from this table.
    unsafe records.storeBytes(of: termID, toByteOffset: record, as: UInt32.self)
  }

  /// Returns the term number of the string whose record is at offset `record`; the next number if
  /// it had none.
  func number(at record: Int) -> UInt32 {
    // SAFETY: the offset comes from this table.
    let known = unsafe records.load(fromByteOffset: record + 4, as: UInt32.self)
    guard known == Self.unknown else { return known }
    let number = UInt32(truncatingIfNeeded: recordOffsets.count)
    unsafe records.storeBytes(of: number, toByteOffset: record + 4, as: UInt32.self)
    recordOffsets.append(UInt32(truncatingIfNeeded: record / 4))
    return number
  }

  /// Returns the number of `term`; the next number if it had none.
  func number(of term: Span<UInt8>) -> UInt32 { number(at: record(of: term)) }

  /// Lends the bytes of term `number` until the next change.
  ///
  /// - Precondition: `number` is below ``count``.
  @unsafe
  func term(_ number: Int) -> UnsafeBufferPointer<UInt8> {
    unsafe bytes(at: Int(recordOffsets[number]) * 4)
  }

  /// Lends the bytes of term `number` to `body`, which must not change the table.
  ///
  /// - Precondition: `number` is below ``count``.
  func withTerm<Result>(_ number: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    // SAFETY: the bytes stay where they are while the table is not changed.
    unsafe body(term(number).span)
  }

  @unsafe @inline(__always)
  private func bytes(at record: Int) -> UnsafeBufferPointer<UInt8> {
    // SAFETY: a record has its header and as many bytes as its length says.
    let count = unsafe records.load(fromByteOffset: record &+ 8, as: UInt32.self)
    let start = unsafe (records + record + Self.headerSize).assumingMemoryBound(to: UInt8.self)
    return unsafe UnsafeBufferPointer(start: start, count: Int(count))
  }

  /// Returns the slot in which the look-up of a word with this hash begins.
  @inline(__always)
  func firstSlot(of hash: UInt64) -> UInt64 {
    // SAFETY: masked to the table's size.
    unsafe slots[Int(truncatingIfNeeded: hash) & slotMask]
  }

  /// Returns the term ID of the word in `slot`, whichever it is; ``unknown`` for an empty slot.
  @inline(__always)
  func termID(in slot: UInt64) -> UInt32 {
    slot == Self.emptySlot ? Self.unknown : termID(at: Self.record(in: slot))
  }

  /// Returns true if `slot`, the first one of a look-up, holds the word of `count` bytes with this
  /// key.
  @inline(__always)
  func leads(_ slot: UInt64, to key: WordKey, _ count: Int, hash: UInt64) -> Bool {
    slot &>> 32 == hash &>> 32 && slot != Self.emptySlot
      && holds(key, count, at: Self.record(in: slot))
  }

  /// Returns the offset of the record to which `slot` refers.
  ///
  /// A slot has the upper half of the hash and, in its lower half, the offset divided by 4.
  @inline(__always)
  private static func record(in slot: UInt64) -> Int {
    Int(truncatingIfNeeded: slot & 0xFFFF_FFFF) &* 4
  }

  private static func slot(_ hash: UInt64, _ record: Int) -> UInt64 {
    (hash &>> 32) &<< 32 | UInt64(record / 4)
  }

  /// Returns the bytes of the record of a string of `count` bytes, a multiple of 4.
  private static func recordSize(_ count: Int) -> Int { headerSize + (count + 3) & ~3 }

  /// Returns the offset of the record of a word of `count` bytes, which is added if it is missing.
  ///
  /// - Parameter hash: The `WordHash` of the key and the count, with ``seed``.
  func record(of key: WordKey, _ count: Int, hash: UInt64) -> Int {
    let (record, index) = find(hash) { holds(key, count, at: $0) }
    return record ?? key.withBytes(count) { add($0, hash: hash, at: index) }
  }

  /// Returns the offset of the record of `word`, which is added if it is missing.
  func record(of word: Span<UInt8>) -> Int {
    let hash = WordHash.hash(word, seed: seed)
    // SAFETY: the table is not changed while it is searched.
    let (record, index) = find(hash) { unsafe bytes(at: $0).span.isEqual(to: word) }
    return record ?? add(word, hash: hash, at: index)
  }

  /// Returns the matching record with this hash and its slot, or nil and the slot for a new record.
  @inline(__always)
  private func find(_ hash: UInt64, _ isRight: (Int) -> Bool) -> (record: Int?, index: Int) {
    var index = Int(truncatingIfNeeded: hash) & slotMask
    while true {
      // SAFETY: the index is masked to the table's size. The table is at most half full.
      let slot = unsafe slots[index]
      if slot == Self.emptySlot { return (nil, index) }
      if slot &>> 32 == hash &>> 32 {
        let record = Self.record(in: slot)
        if isRight(record) { return (record, index) }
      }
      index = (index &+ 1) & slotMask
    }
  }

  @inline(__always)
  private func holds(_ key: WordKey, _ count: Int, at record: Int) -> Bool {
    // SAFETY: behind the last record there is room for a header and a key.
    let known = unsafe Int(records.load(fromByteOffset: record &+ 8, as: UInt32.self))
    guard known == count else { return false }
    let start = unsafe (records + record + Self.headerSize).assumingMemoryBound(to: UInt8.self)
    return unsafe WordKey(readingAllAt: start, count) == key
  }

  @inline(never)
  private func add(_ word: Span<UInt8>, hash: UInt64, at index: Int) -> Int {
    let size = Self.recordSize(word.count)
    if end + size + Self.margin > capacity { growRecords(by: size) }
    let record = end
    // SAFETY: there is room for the record, and its offset is a multiple of 4.
    unsafe records.storeBytes(of: Self.unknown, toByteOffset: record, as: UInt32.self)
    unsafe records.storeBytes(of: Self.unknown, toByteOffset: record + 4, as: UInt32.self)
    unsafe records.storeBytes(
      of: UInt32(word.count), toByteOffset: record + 8, as: UInt32.self)
    unsafe word.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe (records + record + Self.headerSize).copyMemory(from: start, byteCount: bytes.count)
    }
    end += size
    unsafe slots[index] = Self.slot(hash, record)
    stringCount += 1
    if stringCount * 2 > slotMask { growSlots() }
    return record
  }

  private func growRecords(by needed: Int) {
    capacity = max(capacity * 2, end + needed + Self.margin)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
    // SAFETY: both blocks hold `end` bytes.
    unsafe memory.copyMemory(from: records, byteCount: end)
    unsafe records.deallocate()
    unsafe records = memory
  }

  private func growSlots() {
    slotMask = (slotMask + 1) * 2 - 1
    unsafe slots.deallocate()
    unsafe slots = .allocate(capacity: slotMask + 1)
    unsafe slots.initialize(repeating: Self.emptySlot, count: slotMask + 1)
    var record = 0
    while record < end {
      let word = unsafe bytes(at: record)
      let hash = unsafe WordHash.hash(word.span, seed: seed)
      // SAFETY: `find` returns the index of a slot; no two records are the same.
      unsafe slots[find(hash) { _ in false }.index] = Self.slot(hash, record)
      record += Self.recordSize(word.count)
    }
  }
}
