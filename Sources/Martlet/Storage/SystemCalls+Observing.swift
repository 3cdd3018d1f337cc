/// Lets tests observe the calls to the operating system, each before it is made.
///
/// Only debug builds can be observed: in a release build ``willCall(_:_:)`` is empty.
package final class SystemCallObserver: Sendable {
  /// Receives what a call does and the name of its file, on the thread that is about to make the
  /// call.
  package typealias Body = @Sendable (_ call: StaticString, _ file: String) -> Void

  #if DEBUG
    private static let present = Lock<SystemCallObserver?>(nil)
    private let body: Body

    private init(_ body: @escaping Body) { self.body = body }

    /// Sets the observer of all further calls of this process; nil removes it.
    package static func set(_ body: Body?) {
      let next = body.map { SystemCallObserver($0) }
      present.withLock { $0 = next }
    }

    /// Tells the observer, if there is one, of a call that is about to be made.
    static func willCall(_ call: StaticString, _ file: String) {
      let observer = present.withLock { $0 }
      observer?.body(call, file)
    }
  #else
    package static func set(_ body: Body?) {
      preconditionFailure("calls to the system are observed in debug builds only")
    }

    @inline(__always)
    static func willCall(_ call: StaticString, _ file: String) {}
  #endif
}
