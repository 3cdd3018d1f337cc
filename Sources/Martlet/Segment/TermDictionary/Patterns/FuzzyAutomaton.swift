/// Accepts the terms that at most two edits make of a word.
///
/// An edit inserts, removes or replaces one character, or swaps two neighbours. For each number of
/// edits *e*, the state has a set of the lengths *j* of the word's prefixes that *e* edits make the
/// term as far as it was read. After *i* characters such a *j* is from *i* − 2 to *i* + 2, so a set
/// has five bits, whatever the word's length. On the sets: Wu and Manber, "Fast Text Searching
/// Allowing Errors", 1992; swaps are those of Damerau's distance as restricted to neighbours
/// ("optimal string alignment").
///
/// - Complexity: a step is O(1).
struct FuzzyAutomaton: TermAutomaton {
  /// Three sets, one in each byte but the highest, for 0, 1 and 2 edits. The bit *b* of a set is
  /// the prefix of *i* + *b* − 2 characters.
  private typealias Sets = UInt32

  struct State: BitwiseCopyable {
    /// The number of characters read.
    fileprivate var count: Int32 = 0
    fileprivate var reached: UInt32 = 0
    /// The sets before the last character.
    fileprivate var before: UInt32 = 0
    /// Bit *b*: the last character is the word's at the index `count` − 1 + *b* − 2.
    fileprivate var matches: UInt32 = 0
    /// The part of the current character that was read, and the number of its bytes that were not.
    fileprivate var scalar: UInt32 = 0
    fileprivate var missing: UInt32 = 0
  }

  /// The most edits: the distance of the middle bit of a set from its ends.
  private static let mostEdits = 2
  /// All prefixes in one set, and a bit that is multiplied to be in each set.
  private static let all: Sets = 0b11111
  private static let each: Sets = 0x01_01_01
  /// A number that is no character.
  private static let nothing = UInt32.max

  /// The word's characters, with others before and after them that no term has.
  private let characters: [UInt32]
  /// For each character of ASCII, bit *b*: it is the word's at the index *b* − 2. Empty for a long
  /// word.
  private let letterMasks: [UInt64]
  private let count: Int32
  private let edits: Int
  /// The sets of as many edits as are allowed.
  private let allowed: Sets
  let boundaries: [UInt8]

  /// - Parameter edits: The most edits, 0…2.
  init(_ word: [UInt8], edits: Int) {
    precondition((0...Self.mostEdits).contains(edits), "a distance of \(edits) edits")
    let scalars = String(decoding: word, as: UTF8.self).unicodeScalars.map(\.value)
    let margin = [UInt32](repeating: Self.nothing, count: Self.mostEdits)
    // A state that is not dead has read at most two characters more than the word has.
    characters = margin + scalars + margin + margin + [Self.nothing]
    count = Int32(clamping: scalars.count)
    letterMasks = Self.letterMasks(of: scalars)
    self.edits = edits
    allowed = 0xFF_FFFF &>> UInt32(8 * (Self.mostEdits - edits))
    boundaries = Self.boundaries(of: word)
  }

  private static func letterMasks(of scalars: [UInt32]) -> [UInt64] {
    guard scalars.count + mostEdits < 64 else { return [] }
    var masks = [UInt64](repeating: 0, count: 128)
    for (index, scalar) in scalars.enumerated() where scalar < 128 {
      masks[Int(scalar)] |= 1 << UInt64(index + mostEdits)
    }
    return masks
  }

  var start: State {
    var state = State()
    state.reached = removing(1 &<< UInt32(Self.mostEdits), valid(at: 0))
    return state
  }

  @inline(__always)
  func next(_ state: State, _ byte: UInt8) -> State {
    var state = state
    if byte < 0x80 {
      state.scalar = UInt32(byte)
      state.missing = 0
    } else if byte >= 0xC0 {
      // A character that lacks bytes, as only damage makes it, ends here without being compared.
      state.missing = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3
      state.scalar = UInt32(byte) & (0x3F &>> state.missing)
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
    guard state.count <= count &+ Int32(Self.mostEdits) else { return state.reached = 0 }
    let matches = matches(state.scalar, at: state.count)
    let (old, swapped) = (state.reached, state.matches &>> 1 & matches &<< 1)
    // One more edit: a character of the word was replaced, one was inserted before it, or two were
    // swapped.
    let inserted = old &>> 1 & (Self.all &>> 1 &* Self.each)
    let edited = (old | inserted | state.before & (swapped &* Self.each)) &<< 8
    let mask = valid(at: state.count &+ 1)
    state.reached = removing((old & (matches &* Self.each) | edited) & mask, mask)
    state.before = old
    state.matches = matches
    state.count &+= 1
  }

  /// Returns the sets with the prefixes that up to two more characters of the word lead to, each
  /// removed by an edit.
  @inline(__always)
  private func removing(_ sets: Sets, _ mask: Sets) -> Sets {
    let once = sets | sets &<< 9 & mask
    return once | once &<< 9 & mask
  }

  /// Returns the indices of the word, as bits, at which it has `scalar`.
  @inline(__always)
  private func matches(_ scalar: UInt32, at count: Int32) -> UInt32 {
    if Int(scalar) < letterMasks.count {
      return UInt32(truncatingIfNeeded: letterMasks[Int(scalar)] &>> UInt64(count)) & Self.all
    }
    var matches: UInt32 = 0
    for bit in 0..<5 where characters[Int(count) &+ bit] == scalar {
      matches |= 1 &<< UInt32(bit)
    }
    return matches
  }

  /// Returns the sets of all prefixes that the word has, after `count` characters.
  @inline(__always)
  private func valid(at count: Int32) -> Sets {
    let last = self.count &- count &+ Int32(Self.mostEdits)
    let prefixes = last >= 4 ? Self.all : last < 0 ? 0 : (2 &<< UInt32(last)) &- 1
    return prefixes &* Self.each & allowed
  }

  @inline(__always)
  func accepts(_ state: State) -> Bool {
    let bit = count &- state.count &+ Int32(Self.mostEdits)
    guard bit >= 0, bit < 5, state.missing == 0 else { return false }
    return state.reached &>> UInt32(bit) & Self.each != 0
  }

  @inline(__always)
  func isDead(_ state: State) -> Bool { state.reached == 0 }
}
