/// Runs an automaton over the terms of a dictionary, block by block.
///
/// Keeps the state after each byte of the term that was read last. A term is read from where it
/// differs from that one, also if it is the first of a block, and not at all if the automaton was
/// dead before. Used by one thread.
///
/// - Complexity: at most a step per byte that the blocks have.
@safe
final class TermScan<Automaton: TermAutomaton> {
  private let automaton: Automaton
  // SAFETY: the states after 0, 1, 2, … bytes of the longest term; freed with this object.
  private let states: UnsafeMutablePointer<Automaton.State>
  /// The number of bytes of the term read last after which the automaton was not dead. A term that
  /// shares more bytes with it than that is not accepted.
  private var alive = 0
  /// True if the automaton was dead before the end of that term.
  private var isDead = false
  // SAFETY: that term, up to and with the byte after which the automaton was dead; room for the
  // longest term, freed with this object.
  private let term: UnsafeMutablePointer<UInt8>
  /// A bitmap of the terms of the current block that are accepted.
  private var accepted: UInt16 = 0
  /// The number of terms of the current block that were read.
  private var readCount = 0

  init(_ automaton: Automaton) {
    self.automaton = automaton
    unsafe states = .allocate(capacity: Limits.termByteCount + 1)
    unsafe states[0] = automaton.start
    unsafe term = .allocate(capacity: Limits.termByteCount)
  }

  deinit {
    unsafe states.deallocate()
    unsafe term.deallocate()
  }

  /// True if so few terms of the last block were read that the next blocks may have none that are
  /// accepted.
  var isIdle: Bool { isDead && readCount <= 2 }

  /// Returns the least bytes with which a term after the last block can begin so that the automaton
  /// is not dead after them; nil if there are none.
  ///
  /// - Precondition: The automaton was dead at the end of the block.
  func nextPrefix() -> [UInt8]? {
    for depth in (0...alive).reversed() {
      // SAFETY: the states and bytes up to the dead one have been set.
      let (state, byte) = unsafe (states[depth], term[depth])
      guard byte < .max else { continue }
      let others = automaton.boundaries.lazy.filter { $0 > byte &+ 1 }
      if !automaton.isDead(automaton.next(state, byte &+ 1)) {
        return unsafe [UInt8](UnsafeBufferPointer(start: term, count: depth)) + [byte &+ 1]
      }
      if let next = others.first(where: { !automaton.isDead(automaton.next(state, $0)) }) {
        return unsafe [UInt8](UnsafeBufferPointer(start: term, count: depth)) + [next]
      }
    }
    return nil
  }

  /// Returns a bitmap of the terms of `block` that are accepted; nil when the block is damaged.
  ///
  /// The lengths of eight terms are tested together, so that most terms are not visited where the
  /// automaton is dead. Where one of the eight needs an escape, the rest is read one by one.
  func accepted(in block: TermBlock) -> UInt16? {
    (accepted, readCount) = (0, 0)
    var (index, offset) = unsafe (0, block.suffixes)
    while unsafe index < block.count {
      // SAFETY: slack follows the blocks, so that eight bytes are readable.
      let group = unsafe LengthGroup(
        block.base + (block.lengths &+ index), count: min(8, block.count &- index))
      if group.hasEscape { return unsafe readOneByOne(block, from: index, at: offset) }
      guard unsafe group.suffixByteCount <= block.end &- offset else { return nil }
      var rest = group.all
      while let term = group.first(of: rest, sharingAtMost: alive) {
        rest = group.after(term)
        // SAFETY: the suffixes of the group lie in the block (checked above). Without escapes, no
        // term is longer than the longest.
        unsafe read(
          index &+ term, block.base + (offset &+ group.start(term)), shared: group.shared(term),
          suffix: group.suffix(term))
      }
      offset &+= group.suffixByteCount
      index &+= 8
    }
    return accepted
  }

  @inline(never)
  private func readOneByOne(_ block: TermBlock, from index: Int, at offset: Int) -> UInt16? {
    var offset = offset
    for index in unsafe index..<block.count {
      guard let (shared, suffix) = unsafe block.parts(index, at: &offset),
        shared &+ suffix <= Limits.termByteCount
      else { return nil }
      if shared <= alive {
        // SAFETY: the suffix lies in the block.
        unsafe read(index, block.base + offset, shared: shared, suffix: suffix)
      }
      offset &+= suffix
    }
    return accepted
  }

  /// Reads the term `index`, which shares no more than ``alive`` bytes with the one read before it,
  /// and goes on with those at `bytes`.
  @unsafe @inline(__always)
  private func read(_ index: Int, _ bytes: UnsafeRawPointer, shared: Int, suffix: Int) {
    // SAFETY: the caller has made sure that the term is not longer than the longest, and that the
    // bytes are readable. The states after up to `alive` bytes have been computed.
    readCount &+= 1
    let known = index == 0 && shared == 0 ? unsafe knownByteCount(bytes, suffix) : 0
    if known > alive, isDead { return }
    var state = unsafe states[shared &+ known]
    for count in known..<suffix {
      let byte = unsafe bytes.load(fromByteOffset: count, as: UInt8.self)
      unsafe term[shared &+ count] = byte
      state = automaton.next(state, byte)
      if automaton.isDead(state) {
        (alive, isDead) = (shared &+ count, true)
        return
      }
      unsafe states[shared &+ count &+ 1] = state
    }
    (alive, isDead) = (shared &+ suffix, false)
    if automaton.accepts(state) { accepted |= 1 &<< UInt16(truncatingIfNeeded: index) }
  }

  /// Returns the number of bytes that the first term of a block, of `count` bytes, has in common
  /// with the term read last, up to and with the byte after which the automaton was dead.
  @unsafe @inline(__always)
  private func knownByteCount(_ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    let most = min(count, isDead ? alive &+ 1 : alive)
    var known = 0
    // SAFETY: the caller has made sure that the bytes are readable, and that many of the term are
    // set.
    while known < most,
      unsafe bytes.load(fromByteOffset: known, as: UInt8.self) == term[known]
    {
      known &+= 1
    }
    return known
  }
}

extension TermDictionary {
  /// Calls `body` with the info and the ordinal of each of the terms `ordinals` that `automaton`
  /// accepts, in order.
  ///
  /// - Parameters:
  ///   - ordinals: The terms.
  ///   - automaton: The automaton, which starts anew at each term.
  ///   - grams: Pairs and triples of bytes that each accepted term has.
  ///   - willRead: Called with the number of terms before they are compared; an error that it
  ///     throws ends the scan.
  ///   - body: A closure that takes the infos and ordinals.
  /// - Complexity: linear in the blocks of the terms.
  func forEachTerm<Automaton: TermAutomaton>(
    _ ordinals: Range<Int>, acceptedBy automaton: Automaton, having grams: GramFilter,
    willRead: (Int) throws(SearchError) -> Void,
    _ body: (TermInfo, Int) throws(SearchError) -> Void
  ) throws(SearchError) {
    guard !ordinals.isEmpty else { return }
    let perBlock = TermDictionaryFormat.termsPerBlock
    let scan = TermScan(automaton)
    var passed: TermEntryCursor?
    var rest = (ordinals.lowerBound / perBlock)..<((ordinals.upperBound - 1) / perBlock + 1)
    while let number = try firstBlock(in: rest, having: grams) {
      try willRead(perBlock)
      rest = (number + 1)..<rest.upperBound
      let block = try unsafe block(number)
      guard let accepted = unsafe scan.accepted(in: block) else { throw damaged(number) }
      let found = accepted & Self.bits(of: ordinals, inBlock: number)
      if found == 0 {
        if scan.isIdle {
          guard let prefix = scan.nextPrefix() else { return }
          let next = try self.number(ofBlockFor: prefix)
          rest = min(max(rest.lowerBound, next), rest.upperBound)..<rest.upperBound
        }
        continue
      }
      // If blocks could share a list, reading all lists would take time quadratic in the image's
      // size.
      let entries = unsafe TermEntryCursor(block)
      if let passed = unsafe passed, unsafe !entries.follows(passed) { throw damaged(number) }
      unsafe passed = entries
      try unsafe forEach(found, of: block, entries, number, body)
    }
  }

  /// Returns a bitmap of those terms of the block `number` that are among `ordinals`.
  private static func bits(of ordinals: Range<Int>, inBlock number: Int) -> UInt16 {
    let first = number * TermDictionaryFormat.termsPerBlock
    let lower = UInt32.max << UInt32(clamping: ordinals.lowerBound - first)
    let upper = ~(UInt32.max << UInt32(clamping: ordinals.upperBound - first))
    return UInt16(truncatingIfNeeded: lower & upper)
  }

  /// Calls `body` with the infos and ordinals of the terms `found` of a block.
  @unsafe
  private func forEach(
    _ found: UInt16, of block: TermBlock, _ entries: TermEntryCursor, _ number: Int,
    _ body: (TermInfo, Int) throws(SearchError) -> Void
  ) throws(SearchError) {
    let first = number * TermDictionaryFormat.termsPerBlock
    var (entries, single, rest) = unsafe (entries, 0, found)
    var index: UInt16 = 0
    while rest != 0 {
      let bit: UInt16 = 1 &<< index
      if unsafe block.singles & bit != 0 {
        if rest & bit != 0 { try body(unsafe block.single(single), first + Int(index)) }
        single &+= 1
      } else {
        guard let info = unsafe entries.next(block) else { throw damaged(number) }
        if rest & bit != 0 { try body(info, first + Int(index)) }
      }
      rest &= ~bit
      index &+= 1
    }
  }
}
