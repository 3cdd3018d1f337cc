/// Gives each distinct word a number, counted from 0 in the order of first sight.
///
/// Open addressing with linear probing over slots of 8 bytes: 32 bits of the hash and the number;
/// words lie one behind the other in one block of memory. No object per word, no growing list per
/// word. Used by one thread.
///
/// - Complexity: O(length) per word. When the table is larger than the caches, a look-up waits for
///   memory three times, one after the other: slot, place of the word, word.
@safe
final class TermTable {
  /// Distinct words so far.
  private(set) var count = 0
  private var slots: UnsafeMutablePointer<UInt64>
  private var slotMask: Int
  private var bytes: UnsafeMutablePointer<UInt8>
  private var byteCapacity = 1 << 12
  private var byteCount = 0
  private var ends: UnsafeMutablePointer<UInt32>
  private var endCapacity = 1 << 8

  private static let emptySlot = UInt64.max

  init() {
    slotMask = (1 << 9) - 1
    unsafe slots = .allocate(capacity: slotMask + 1)
    unsafe slots.initialize(repeating: Self.emptySlot, count: slotMask + 1)
    unsafe bytes = .allocate(capacity: byteCapacity)
    unsafe ends = .allocate(capacity: endCapacity)
    unsafe ends[0] = 0
  }

  deinit {
    unsafe slots.deallocate()
    unsafe bytes.deallocate()
    unsafe ends.deallocate()
  }

  /// Bytes of memory held.
  var memory: Int { (slotMask + 1) * 8 + byteCapacity + endCapacity * 4 }

  /// Lends the bytes of word `number` until the next ``insert(_:)``.
  ///
  /// - Precondition: `number` is below ``count``.
  @unsafe @inline(__always)
  func word(_ number: Int) -> UnsafeBufferPointer<UInt8> {
    // SAFETY: `ends` has `count + 1` entries.
    let start = unsafe Int(ends[number])
    let end = unsafe Int(ends[number &+ 1])
    return unsafe UnsafeBufferPointer(start: bytes + start, count: end &- start)
  }

  /// The number of `word`, and whether it was seen for the first time.
  @unsafe @inline(__always)
  func insert(_ word: UnsafeBufferPointer<UInt8>) -> (number: Int, isNew: Bool) {
    guard let start = word.baseAddress else { return unsafe insert(emptyWord) }
    let hash = unsafe WordHash.hash(start, word.count)
    let tag = hash &>> 32
    var slot = Int(truncatingIfNeeded: hash) & slotMask
    while true {
      // SAFETY: masked to the table's size.
      let entry = unsafe slots[slot]
      if entry == Self.emptySlot { break }
      if entry &>> 32 == tag {
        let number = Int(truncatingIfNeeded: entry & 0xFFFF_FFFF)
        if unsafe equals(number, start, word.count) { return (number, false) }
      }
      slot = (slot &+ 1) & slotMask
    }
    return unsafe (add(word, tag: tag, slot: slot), true)
  }

  @unsafe
  private var emptyWord: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: bytes, count: 0)
  }

  @unsafe @inline(__always)
  private func equals(_ number: Int, _ start: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    let known = unsafe word(number)
    guard known.count == length, let base = known.baseAddress else { return false }
    if length <= 8 {
      return unsafe WordHash.short(base, length) == WordHash.short(start, length)
    }
    for index in 0..<length where unsafe base[index] != start[index] { return false }
    return true
  }

  @unsafe @inline(never)
  private func add(_ word: UnsafeBufferPointer<UInt8>, tag: UInt64, slot: Int) -> Int {
    if byteCount + word.count > byteCapacity { growBytes(by: word.count) }
    if count + 2 > endCapacity { growEnds() }
    if let start = word.baseAddress {
      // SAFETY: `growBytes` made room.
      unsafe (bytes + byteCount).update(from: start, count: word.count)
    }
    byteCount += word.count
    let number = count
    unsafe slots[slot] = tag &<< 32 | UInt64(number)
    count += 1
    unsafe ends[count] = UInt32(byteCount)
    if count * 2 > slotMask { growSlots() }
    return number
  }

  private func growBytes(by needed: Int) {
    let capacity = max(byteCapacity * 2, byteCount + needed)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    // SAFETY: both hold `byteCount` bytes.
    unsafe memory.update(from: bytes, count: byteCount)
    unsafe bytes.deallocate()
    unsafe bytes = memory
    byteCapacity = capacity
  }

  private func growEnds() {
    let capacity = endCapacity * 2
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
    // SAFETY: both hold `count + 1` entries.
    unsafe memory.update(from: ends, count: count + 1)
    unsafe ends.deallocate()
    unsafe ends = memory
    endCapacity = capacity
  }

  private func growSlots() {
    let newMask = (slotMask + 1) * 2 - 1
    unsafe slots.deallocate()
    unsafe slots = .allocate(capacity: newMask + 1)
    unsafe slots.initialize(repeating: Self.emptySlot, count: newMask + 1)
    slotMask = newMask
    for number in 0..<count {
      let known = unsafe word(number)
      guard let start = known.baseAddress else { continue }
      let hash = unsafe WordHash.hash(start, known.count)
      var slot = Int(truncatingIfNeeded: hash) & slotMask
      // SAFETY: masked to the table's size, which is at most half full.
      while unsafe slots[slot] != Self.emptySlot { slot = (slot &+ 1) & slotMask }
      unsafe slots[slot] = (hash &>> 32) &<< 32 | UInt64(number)
    }
  }

  /// The numbers of all words in the order of their bytes.
  ///
  /// - Complexity: O(n log n), mostly on 8 bytes at a time.
  func sortedNumbers() -> [UInt32] {
    var entries: [(prefix: UInt64, number: UInt32)] = []
    entries.reserveCapacity(count)
    for number in 0..<count {
      entries.append((unsafe Self.prefix(of: word(number)), UInt32(number)))
    }
    entries.sort { left, right in
      if left.prefix != right.prefix { return left.prefix < right.prefix }
      return unsafe word(Int(left.number)).lexicographicallyPrecedes(word(Int(right.number)))
    }
    return entries.map(\.number)
  }

  /// The first 8 bytes as a number that orders as they do.
  @unsafe
  private static func prefix(of word: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var prefix: UInt64 = 0
    for index in 0..<8 {
      prefix = prefix &<< 8 | (index < word.count ? unsafe UInt64(word[index]) : 0)
    }
    return prefix
  }
}
