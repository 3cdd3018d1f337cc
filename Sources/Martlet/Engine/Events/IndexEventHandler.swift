import Dispatch
import Synchronization

/// A receiver of the events of one or several indexes.
///
/// ```swift
/// let events = IndexEventHandler { event in print(event) }
/// let index = try SearchIndex<Note>(at: folder, options: IndexOptions(events: events))
/// ```
///
/// The closure is called after the fact, for one event at a time and in their order, on a queue of
/// its own: it holds up neither searches nor writes, and may use the index. An index without a
/// receiver makes no events. While a thousand events wait for the closure, slow searches are not
/// reported.
///
/// Two receivers are equal if they are the same object.
public final class IndexEventHandler: Sendable {
  /// The time from which a search is reported as slow; nil if none is.
  public let slowSearchLimit: Duration?
  private let handle: @Sendable (IndexEvent) -> Void
  private let queue = DispatchQueue(label: "martlet.events", qos: .utility)
  /// The number of events that the closure has not got yet.
  private let waitingCount = Atomic(0)
  /// The most such events for which a slow search is still reported. Every search may be slow, and
  /// a closure that takes longer would let them take all memory.
  private static let mostWaiting = 1_000

  /// Creates a receiver.
  ///
  /// - Parameters:
  ///   - slowSearchLimit: The time from which a search is reported as slow; nil to report none. The
  ///     default is 100 milliseconds.
  ///   - handle: The closure that gets each event.
  public init(
    slowSearchLimit: Duration? = .milliseconds(100),
    _ handle: @escaping @Sendable (IndexEvent) -> Void
  ) {
    self.slowSearchLimit = slowSearchLimit
    self.handle = handle
  }

  /// Passes an event to the closure, later.
  @inline(never)
  func send(_ event: IndexEvent) {
    if event.kind == .slowSearch, waitingCount.load(ordering: .relaxed) >= Self.mostWaiting {
      return
    }
    waitingCount.add(1, ordering: .relaxed)
    queue.async {
      self.waitingCount.subtract(1, ordering: .relaxed)
      self.handle(event)
    }
  }
}

extension IndexEventHandler: Hashable {
  /// Returns true if both are the same object.
  public static func == (left: IndexEventHandler, right: IndexEventHandler) -> Bool {
    left === right
  }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
