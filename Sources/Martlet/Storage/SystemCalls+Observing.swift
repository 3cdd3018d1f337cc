import Synchronization

/// Lets tests see the calls to the operating system, each before it is made.
///
/// While nobody observes, that costs the load of a flag beside a call that takes much longer.
package final class SystemCallObserver: Sendable {
  /// Is told what a call does and to which file, on the thread that is about to make it.
  package typealias Body = @Sendable (_ call: StaticString, _ file: String) -> Void

  private static let isObserved = Atomic(false)
  private static let present = Lock<SystemCallObserver?>(nil)
  private let body: Body

  private init(_ body: @escaping Body) { self.body = body }

  /// Tells `body` of every call of this process from now on; nil ends that.
  package static func set(_ body: Body?) {
    let next = body.map { SystemCallObserver($0) }
    present.withLock { $0 = next }
    isObserved.store(next != nil, ordering: .releasing)
  }

  /// Tells whoever observes of a call to come.
  static func willCall(_ call: StaticString, _ file: String) {
    guard isObserved.load(ordering: .acquiring) else { return }
    let observer = present.withLock { $0 }
    observer?.body(call, file)
  }
}
