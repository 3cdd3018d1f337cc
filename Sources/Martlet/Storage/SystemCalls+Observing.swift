import Synchronization

/// Lets tests see the calls to the operating system, each before it is made.
///
/// While nobody observes, that costs the load of a flag beside a call that takes much longer.
package enum SystemCallObserver {
  /// Is told what a call does and to which file, on the thread that is about to make it.
  package typealias Observer = @Sendable (_ call: StaticString, _ file: String) -> Void

  private static let isObserved = Atomic(false)
  private static let observer = Lock<Observer?>(nil)

  /// Tells `observer` of every call of this process from now on; nil ends that.
  package static func set(_ observer: Observer?) {
    self.observer.withLock { $0 = observer }
    isObserved.store(observer != nil, ordering: .releasing)
  }

  /// Tells the observer, if there is one, of a call to come.
  static func willCall(_ call: StaticString, _ file: String) {
    guard isObserved.load(ordering: .acquiring) else { return }
    let present = observer.withLock { $0 }
    present?(call, file)
  }
}
