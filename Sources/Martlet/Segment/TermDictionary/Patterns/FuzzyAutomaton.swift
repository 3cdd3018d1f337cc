/// Accepts the terms that at most two edits make of a word.
///
/// An edit inserts, removes or replaces one character, or swaps two neighbours. For each number of
/// edits *e*, the state has a set of the lengths *j* of the word's prefixes that *e* edits make the
/// term as far as it was read. After *i* characters such a *j* is from *i* − 2 to *i* + 2, so a set has
/// five bits, whatever the word's length. On the sets: Wu and Manber, "Fast Text Searching Allowing
/// Errors", 1992; swaps are those of Damerau's distance as restricted to neighbours ("optimal string
/// alignment").
///
/// - Complexity: a step is O(1).
struct FuzzyAutomaton: TermAutomaton {
  struct State: BitwiseCopyable {
    /// The number of characters read.
    fileprivate var count: Int32 = 0
    /// For 0, 1 and 2 edits: bit *b* is the prefix of `count` + *b* − 2 characters.
    fileprivate var reached = SIMD4<UInt8>()
    /// The same before the last character.
    fileprivate var before = SIMD4<UInt8>()
    /// Bit *b*: the last character is the word's at the index `count` − 1 + *b* − 2.
    fileprivate var matches: UInt8 = 0
    /// The number of bytes of the current character that have not been read, and what has been.
    fileprivate var missing: UInt8 = 0
    fileprivate var scalar: UInt32 = 0
  }

  /// The distance of the middle bit of a set from its ends: the most edits.
  private static let reach = 2
  private static let all: UInt8 = 0b11111
  /// A number that is no character.
  private static let nothing = UInt32.max

  /// The word's characters, with others before and after them that no term has.
  private let characters: [UInt32]
  private let count: Int32
  private let edits: Int

  /// - Parameter edits: The most edits, 0…2.
  init(_ word: [UInt8], edits: Int) {
    precondition((0...Self.reach).contains(edits), "a distance of \(edits) edits")
    let scalars = String(decoding: word, as: UTF8.self).unicodeScalars.map(\.value)
    let margin = [UInt32](repeating: Self.nothing, count: Self.reach)
    // A state that is not dead has read at most two characters more than the word has.
    characters = margin + scalars + margin + margin + [Self.nothing]
    count = Int32(clamping: scalars.count)
    self.edits = edits
  }

  var start: State {
    var state = State()
    state.reached[0] = 1 << UInt8(Self.reach)
    for level in 0..<edits {
      state.reached[level + 1] = state.reached[level] &<< 1 | state.reached[level]
    }
    state.reached &= SIMD4(repeating: valid(at: 0))
    return state
  }

  @inline(__always)
  func next(_ state: State, _ byte: UInt8) -> State {
    var state = state
    if byte & 0xC0 != 0x80 {
      // A character that lacks bytes, as only damage makes it, ends here without being compared.
      state.missing = byte < 0xC0 ? 0 : byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3
      state.scalar = UInt32(byte < 0xC0 ? byte : byte & (0x3F &>> state.missing))
    } else {
      state.missing = state.missing &- 1
      state.scalar = state.scalar &<< 6 | UInt32(byte & 0x3F)
    }
    if state.missing == 0 { step(&state) }
    return state
  }

  /// Moves all sets past the character that was read.
  @inline(__always)
  private func step(_ state: inout State) {
    guard state.count <= count &+ Int32(Self.reach) else { return state.reached = SIMD4() }
    var matches: UInt8 = 0
    for bit in 0..<5 where characters[Int(state.count) &+ bit] == state.scalar {
      matches |= 1 &<< UInt8(bit)
    }
    let (old, swapped) = (state.reached, state.matches &>> 1 & matches &<< 1)
    var new = SIMD4<UInt8>()
    new[0] = old[0] & matches
    let mask = valid(at: state.count &+ 1)
    for edit in 0..<edits {
      // A character of the word was replaced, one was inserted before it, one of the word was
      // removed, or two were swapped.
      let edited =
        old[edit] | old[edit] &>> 1 | new[edit] &<< 1 | state.before[edit] & swapped
      new[edit &+ 1] = (old[edit &+ 1] & matches | edited) & mask
    }
    new[0] &= mask
    state.before = old
    state.reached = new
    state.matches = matches
    state.count &+= 1
  }

  /// Returns the bits of the prefixes that the word has, after `count` characters.
  @inline(__always)
  private func valid(at count: Int32) -> UInt8 {
    let last = Int(self.count &- count) &+ Self.reach
    return last < 0 ? 0 : last >= 4 ? Self.all : (2 &<< UInt8(last)) &- 1
  }

  @inline(__always)
  func accepts(_ state: State) -> Bool {
    let bit = Int(count &- state.count) &+ Self.reach
    guard bit >= 0, bit < 5, state.missing == 0 else { return false }
    return state.reached.union &>> UInt8(bit) & 1 == 1
  }

  @inline(__always)
  func isDead(_ state: State) -> Bool { state.reached == SIMD4() }
}

extension SIMD4<UInt8> {
  /// The bits that any element has.
  @inline(__always)
  fileprivate var union: UInt8 { x | y | z | w }
}
