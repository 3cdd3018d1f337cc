/// Matches terms with a ``WildcardPattern``, all ways to match at once.
///
/// The state *i* says that the pattern's first *i* bytes and single wildcards have been matched. A
/// byte moves each state to the next one if it is what comes there, and leaves it where it is after
/// a `*`. On bit-parallel simulation: Baeza-Yates and Gonnet, "A New Approach to Text Searching",
/// 1992.
///
/// A text of the pattern begins with the first byte of a character, so it is never found within
/// one.
///
/// - Complexity: a step is O(1), and proportional to the longest term for long patterns.
struct WildcardAutomaton<States: StateSet>: TermAutomaton {
  /// For each byte, the states that it leads to.
  private var entered = [States](repeating: .empty, count: 256)
  /// For each byte, the states in which it changes nothing.
  private var kept = [States](repeating: .empty, count: 256)
  private var end = 0
  let start: States
  let boundaries: [UInt8]

  /// - Precondition: The pattern's states fit `States`.
  init(_ pattern: WildcardPattern) {
    precondition(
      pattern.leastByteCount < States.count,
      "a pattern of \(pattern.leastByteCount) bytes for \(States.count) states")
    boundaries = Self.boundaries(
      of: pattern.elements.flatMap { element -> [UInt8] in
        if case .text(let bytes) = element { bytes } else { [] }
      })
    var start = States.empty
    start.insert(0)
    self.start = start
    for element in pattern.elements {
      switch element {
      case .text(let bytes):
        for byte in bytes {
          end += 1
          entered[Int(byte)].insert(end)
        }
      case .one:
        end += 1
        for byte in 0..<256 where !Self.isContinuation(byte) { entered[byte].insert(end) }
        for byte in 0..<256 where Self.isContinuation(byte) { kept[byte].insert(end) }
      case .any: for byte in 0..<256 { kept[byte].insert(end) }
      }
    }
  }

  /// Returns true for the second and later bytes of a character.
  private static func isContinuation(_ byte: Int) -> Bool { byte & 0xC0 == 0x80 }

  @inline(__always)
  func next(_ state: States, _ byte: UInt8) -> States {
    state.stepped(entering: entered[Int(byte)], keeping: kept[Int(byte)])
  }

  @inline(__always)
  func accepts(_ state: States) -> Bool { state.contains(end) }

  @inline(__always)
  func isDead(_ state: States) -> Bool { state.isEmpty }
}
