/// An automaton that reads a term byte by byte, and accepts it or not.
///
/// Its states are small values, so that those of all prefixes of a term can be kept: the next term of
/// a dictionary shares some of them.
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
}
