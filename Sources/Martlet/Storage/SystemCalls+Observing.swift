import Synchronization

/// Lets tests observe the calls to the operating system, each before it is made.
///
/// Without an observer, that costs the load of a flag, which is small beside the call itself.
package final class SystemCallObserver: Sendable {
  /// Receives what a call does and the name of its file, on the thread that is about to make the
  /// call.
  package typealias Body = @Sendable (_ call: StaticString, _ file: String) -> Void

  private static let isObserved = Atomic(false)
  private static let present = Lock<SystemCallObserver?>(nil)
  private let body: Body

  private init(_ body: @escaping Body) { self.body = body }

  /// Sets the observer of all further calls of this process; nil removes it.
  package static func set(_ body: Body?) {
    let next = body.map { SystemCallObserver($0) }
    present.withLock { $0 = next }
    isObserved.store(next != nil, ordering: .releasing)
  }

  /// Tells the observer, if there is one, of a call that is about to be made.
  @inline(never)
  static func willCall(_ call: StaticString, _ file: String) {
    guard isObserved.load(ordering: .acquiring) else { return }
    let observer = present.withLock { $0 }
    observer?.body(call, file)
  }
}
