/// An automaton that reads a term byte by byte, and accepts it or not.
///
/// Its states are small values, so that those of all prefixes of a term can be kept: the next term
/// of a dictionary shares some of them.
protocol TermAutomaton {
  associatedtype State: BitwiseCopyable

  /// The state before the first byte.
  var start: State { get }

  /// Returns the state after one more byte.
  func next(_ state: State, _ byte: UInt8) -> State

  /// Returns true if a term that ends in `state` is accepted.
  func accepts(_ state: State) -> Bool

  /// Returns true if no term that goes on from `state` is accepted.
  func isDead(_ state: State) -> Bool

  /// Bytes in rising order that tell where states differ: if no term goes on with one of them, none
  /// goes on with the bytes between it and the next one.
  var boundaries: [UInt8] { get }
}

extension TermAutomaton {
  /// Returns the boundaries of an automaton for which all bytes are alike that are not in `bytes`,
  /// and do not begin a character where these do not.
  static func boundaries(of bytes: some Sequence<UInt8>) -> [UInt8] {
    let starts: [UInt8] = [0, 0x80, 0xC0]
    return Set(starts + bytes.flatMap { [$0, $0 &+ 1] }).sorted()
  }
}
