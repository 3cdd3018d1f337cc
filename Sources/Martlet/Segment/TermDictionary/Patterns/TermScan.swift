/// Runs an automaton over the terms of a dictionary, block by block.
///
/// Keeps the state after each byte of the term that was read last. A term is read from where it
/// differs from that one, and not at all if the automaton was dead before. Used by one thread.
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
  /// A bitmap of the terms of the current block that are accepted.
  private var accepted: UInt16 = 0

  init(_ automaton: Automaton) {
    self.automaton = automaton
    unsafe states = .allocate(capacity: Limits.termByteCount + 1)
    unsafe states[0] = automaton.start
  }

  deinit {
    unsafe states.deallocate()
  }

  /// Returns a bitmap of the terms of `block` that are accepted; nil when the block is damaged.
  ///
  /// The lengths of eight terms are tested together, so that most terms are not visited where the
  /// automaton is dead. Where one of the eight needs an escape, the rest is read one by one.
  func accepted(in block: TermBlock) -> UInt16? {
    (alive, accepted) = (0, 0)
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
    var state = unsafe states[shared]
    for count in 0..<suffix {
      state = automaton.next(state, unsafe bytes.load(fromByteOffset: count, as: UInt8.self))
      if automaton.isDead(state) {
        alive = shared &+ count
        return
      }
      unsafe states[shared &+ count &+ 1] = state
    }
    alive = shared &+ suffix
    if automaton.accepts(state) { accepted |= 1 &<< UInt16(truncatingIfNeeded: index) }
  }
}

extension TermDictionary {
  /// Calls `body` with the info of each of the terms `ordinals` that `automaton` accepts, in order.
  ///
  /// - Parameter willRead: Called with the number of terms before they are compared; an error that
  ///   it throws ends the scan.
  /// - Complexity: linear in the blocks of the terms.
  func forEachTerm<Automaton: TermAutomaton>(
    _ ordinals: Range<Int>, acceptedBy automaton: Automaton,
    willRead: (Int) throws(SearchError) -> Void, _ body: (TermInfo) throws(SearchError) -> Void
  ) throws(SearchError) {
    guard !ordinals.isEmpty else { return }
    let perBlock = TermDictionaryFormat.termsPerBlock
    let scan = TermScan(automaton)
    var passed: TermEntryCursor?
    for number in (ordinals.lowerBound / perBlock)...((ordinals.upperBound - 1) / perBlock) {
      try willRead(perBlock)
      let block = try unsafe block(number)
      guard let accepted = unsafe scan.accepted(in: block) else { throw damaged(number) }
      let found = accepted & Self.bits(of: ordinals, inBlock: number)
      guard found != 0 else { continue }
      // If blocks could share a list, reading all lists would take time quadratic in the image's size.
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

  /// Calls `body` with the infos of the terms `found` of a block.
  @unsafe
  private func forEach(
    _ found: UInt16, of block: TermBlock, _ entries: TermEntryCursor, _ number: Int,
    _ body: (TermInfo) throws(SearchError) -> Void
  ) throws(SearchError) {
    var (entries, single, rest) = unsafe (entries, 0, found)
    var index: UInt16 = 0
    while rest != 0 {
      let bit: UInt16 = 1 &<< index
      if unsafe block.singles & bit != 0 {
        if rest & bit != 0 { try body(unsafe block.single(single)) }
        single &+= 1
      } else {
        guard let info = unsafe entries.next(block) else { throw damaged(number) }
        if rest & bit != 0 { try body(info) }
      }
      rest &= ~bit
      index &+= 1
    }
  }
}
