/// Byte strings in memory, each of them once: the words of a field as they stand in its texts, and
/// the terms that they give, which are mostly the same.
///
/// A string can have two numbers: as a term, counted from 0 in the order in which terms were
/// numbered, and the ``meaning(at:)`` that ``WordMeanings`` gives it as a word.
///
/// Open addressing with linear probing over slots of 8 bytes: 32 bits of the hash and the place of
/// a record. Records lie one behind the other in one block of memory: both numbers, the length, and
/// the bytes. No object per word, no growing list per word. Used by one thread.
///
/// - Complexity: O(length) per word. When the table is larger than the caches, a look-up waits for
///   memory twice, one after the other: slot, record.
@safe
final class TermTable {
  /// Terms that have a number.
  var count: Int { places.count }

  /// What ``meaning(at:)`` is until it is set.
  static let unknown = UInt32.max

  /// Strings in the table.
  private(set) var stringCount = 0
  private var slots: UnsafeMutablePointer<UInt64>
  private var slotMask: Int
  private var records: UnsafeMutableRawPointer
  private var capacity = 1 << 12
  private var end = 0
  /// Where each term's record is.
  private let places = GrowingArray<UInt32>()
  /// What the hashes of this table are made with.
  let seed: UInt64

  private static let emptySlot = UInt64.max
  /// Bytes of a record before its word: meaning, number, length.
  private static let headerSize = 12
  /// Bytes behind the last record that may be read and written.
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

  /// Bytes of memory held.
  var memory: Int { (slotMask + 1) * 8 + capacity + places.memory }

  /// What the string at `place` means as a word, or ``unknown``.
  @inline(__always)
  func meaning(at place: Int) -> UInt32 {
    // SAFETY: places come from this table.
    unsafe records.load(fromByteOffset: place, as: UInt32.self)
  }

  /// Says what the string at `place` means as a word.
  func setMeaning(_ meaning: UInt32, at place: Int) {
    // SAFETY: places come from this table.
    unsafe records.storeBytes(of: meaning, toByteOffset: place, as: UInt32.self)
  }

  /// The number of the term at `place`, which is the next one if it had none.
  func number(at place: Int) -> UInt32 {
    // SAFETY: places come from this table.
    let known = unsafe records.load(fromByteOffset: place + 4, as: UInt32.self)
    guard known == Self.unknown else { return known }
    let number = UInt32(truncatingIfNeeded: places.count)
    unsafe records.storeBytes(of: number, toByteOffset: place + 4, as: UInt32.self)
    places.append(UInt32(truncatingIfNeeded: place / 4))
    return number
  }

  /// The number of `term`, which is the next one if it had none.
  @unsafe
  func number(of term: UnsafeBufferPointer<UInt8>) -> UInt32 {
    unsafe number(at: place(of: term))
  }

  /// Lends the bytes of term `number` until the next change.
  ///
  /// - Precondition: `number` is below ``count``.
  @unsafe
  func term(_ number: Int) -> UnsafeBufferPointer<UInt8> {
    unsafe bytes(at: Int(places[number]) * 4)
  }

  @unsafe @inline(__always)
  private func bytes(at place: Int) -> UnsafeBufferPointer<UInt8> {
    // SAFETY: a record has its header and as many bytes as its length says.
    let count = unsafe records.load(fromByteOffset: place &+ 8, as: UInt32.self)
    let start = unsafe (records + place + Self.headerSize).assumingMemoryBound(to: UInt8.self)
    return unsafe UnsafeBufferPointer(start: start, count: Int(count))
  }

  /// The slot in which the look-up of a word with this hash begins.
  @inline(__always)
  func firstSlot(of hash: UInt64) -> UInt64 {
    // SAFETY: masked to the table's size.
    unsafe slots[Int(truncatingIfNeeded: hash) & slotMask]
  }

  /// What the word means to which `slot` leads, whichever it is; ``unknown`` of an empty one.
  @inline(__always)
  func meaning(in slot: UInt64) -> UInt32 {
    slot == Self.emptySlot ? Self.unknown : meaning(at: Self.place(in: slot))
  }

  /// Whether `slot`, the first one of its look-up, leads to a word of `count` bytes.
  @inline(__always)
  func leads(_ slot: UInt64, to key: WordKey, _ count: Int, hash: UInt64) -> Bool {
    slot &>> 32 == hash &>> 32 && slot != Self.emptySlot
      && holds(key, count, at: Self.place(in: slot))
  }

  /// A slot has the hash's high half and the place, a multiple of 4, in quarters.
  @inline(__always)
  private static func place(in slot: UInt64) -> Int {
    Int(truncatingIfNeeded: slot & 0xFFFF_FFFF) &* 4
  }

  private static func slot(_ hash: UInt64, _ place: Int) -> UInt64 {
    (hash &>> 32) &<< 32 | UInt64(place / 4)
  }

  /// Bytes of the record of a word of `count` bytes.
  private static func recordSize(_ count: Int) -> Int { headerSize + (count + 3) & ~3 }

  /// Where the record of the word of `count` bytes is; it is new if there was none.
  ///
  /// - Parameter hash: what `WordHash` makes of the key, the count and ``seed``.
  func place(of key: WordKey, _ count: Int, hash: UInt64) -> Int {
    let (place, index) = find(hash) { holds(key, count, at: $0) }
    return unsafe place ?? key.withBytes(count) { unsafe add($0, hash: hash, at: index) }
  }

  /// Where the record of `word` is; it is new if there was none.
  @unsafe
  func place(of word: UnsafeBufferPointer<UInt8>) -> Int {
    let hash = unsafe WordHash.hash(word, seed: seed)
    let (place, index) = find(hash) { unsafe bytes(at: $0).elementsEqual(word) }
    return unsafe place ?? add(word, hash: hash, at: index)
  }

  /// The record with this hash that is the right one, or none and the slot for a new one.
  @inline(__always)
  private func find(_ hash: UInt64, _ isRight: (Int) -> Bool) -> (place: Int?, index: Int) {
    var index = Int(truncatingIfNeeded: hash) & slotMask
    while true {
      // SAFETY: masked to the table's size, which is at most half full.
      let slot = unsafe slots[index]
      if slot == Self.emptySlot { return (nil, index) }
      if slot &>> 32 == hash &>> 32 {
        let place = Self.place(in: slot)
        if isRight(place) { return (place, index) }
      }
      index = (index &+ 1) & slotMask
    }
  }

  @inline(__always)
  private func holds(_ key: WordKey, _ count: Int, at place: Int) -> Bool {
    // SAFETY: behind the last record there is room for a header and a key.
    let known = unsafe Int(records.load(fromByteOffset: place &+ 8, as: UInt32.self))
    guard known == count else { return false }
    let start = unsafe (records + place + Self.headerSize).assumingMemoryBound(to: UInt8.self)
    return unsafe WordKey(start, count, readable: WordKey.longest) == key
  }

  @unsafe @inline(never)
  private func add(_ word: UnsafeBufferPointer<UInt8>, hash: UInt64, at index: Int) -> Int {
    let size = Self.recordSize(word.count)
    if end + size + Self.margin > capacity { growRecords(by: size) }
    let place = end
    // SAFETY: there is room for the record, and places are multiples of 4.
    unsafe records.storeBytes(of: Self.unknown, toByteOffset: place, as: UInt32.self)
    unsafe records.storeBytes(of: Self.unknown, toByteOffset: place + 4, as: UInt32.self)
    unsafe records.storeBytes(
      of: UInt32(word.count), toByteOffset: place + 8, as: UInt32.self)
    if let start = word.baseAddress {
      unsafe (records + place + Self.headerSize).copyMemory(from: start, byteCount: word.count)
    }
    end += size
    unsafe slots[index] = Self.slot(hash, place)
    stringCount += 1
    if stringCount * 2 > slotMask { growSlots() }
    return place
  }

  private func growRecords(by needed: Int) {
    capacity = max(capacity * 2, end + needed + Self.margin)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
    // SAFETY: both hold `end` bytes.
    unsafe memory.copyMemory(from: records, byteCount: end)
    unsafe records.deallocate()
    unsafe records = memory
  }

  private func growSlots() {
    slotMask = (slotMask + 1) * 2 - 1
    unsafe slots.deallocate()
    unsafe slots = .allocate(capacity: slotMask + 1)
    unsafe slots.initialize(repeating: Self.emptySlot, count: slotMask + 1)
    var place = 0
    while place < end {
      let word = unsafe bytes(at: place)
      let hash = unsafe WordHash.hash(word, seed: seed)
      // SAFETY: `find` gives the index of a slot; no two records are the same.
      unsafe slots[find(hash) { _ in false }.index] = Self.slot(hash, place)
      place += Self.recordSize(word.count)
    }
  }
}
