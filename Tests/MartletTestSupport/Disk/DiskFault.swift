package import Martlet

/// A call of a simulated disk that fails, alone or with those that follow.
package struct DiskFault: Sendable, CustomStringConvertible {
  /// The effect of a failed call.
  package enum Effect: String, Sendable, CaseIterable {
    /// Nothing was done. What a sync should have made durable is lost to the disk for good, while
    /// programs still see it, and the next sync reports success.
    case before
    /// The first half of an append; of a sync, the first half of what it should have made durable.
    case half
    /// Everything was done, only the report of success is lost.
    case after
  }

  /// One way to fail.
  package struct Failure: Sendable, Hashable, CustomStringConvertible {
    package var code: SearchError.Code
    package var effect: Effect

    package init(_ code: SearchError.Code, _ effect: Effect) {
      self.code = code
      self.effect = effect
    }

    package var description: String { "\(code.name), \(effect.rawValue)" }
  }

  /// The number of the first call that fails, counted from 0.
  package var call: Int
  /// True when later calls fail too, as far as they can for such a reason.
  package var isLasting: Bool
  package var failure: Failure

  package init(call: Int, isLasting: Bool, _ code: SearchError.Code, _ effect: Effect) {
    self.call = call
    self.isLasting = isLasting
    failure = Failure(code, effect)
  }

  package var description: String { "call \(call), \(isLasting ? "lasting" : "once"), \(failure)" }

  /// Returns the failure of call `number`; nil when it does not fail.
  func failure(of call: DiskCall, _ number: Int) -> Failure? {
    if number < self.call || (number > self.call && !isLasting) { return nil }
    let isSame = number == self.call
    let code: SearchError.Code =
      call.isSync && (isSame || failure.code == .io) ? .durabilityUnknown : failure.code
    // Where a background thread takes another turn than before, the call may be another one.
    if isSame, code == .durabilityUnknown, !call.isSync { return Failure(.io, .before) }
    if isSame { return Failure(code, failure.effect) }
    let possible = call.failures.filter { $0.code == code }
    return possible.first { $0.effect == failure.effect } ?? possible.first
  }
}
