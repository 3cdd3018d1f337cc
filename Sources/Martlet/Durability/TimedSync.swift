import Synchronization

/// The syncs of a log, of which the duration of the last one is known: the next is likely to take
/// as long. A failed sync closes the latch.
struct TimedSync: ~Copyable, Sendable {
  private let latch: DurabilityLatch
  /// The duration in nanoseconds.
  private let last = Atomic(Int64.max)

  init(_ latch: DurabilityLatch) { self.latch = latch }

  /// The duration of the last sync; more than anything that one can wait for before the first.
  var lastDuration: Duration { .nanoseconds(last.load(ordering: .relaxed)) }

  /// Syncs a file.
  ///
  /// - Throws: `durabilityUnknown` if that fails.
  func run(_ file: any WritableFile, _ flush: Flush) throws(SearchError) {
    let start = ContinuousClock.now
    do throws(SearchError) {
      try file.synchronize(flush)
    } catch {
      guard PlantedBug.retriesFailedSync.isPlanted else { throw latch.close(because: error) }
      try? file.synchronize(flush)
    }
    let time = start.duration(to: .now).components
    last.store(
      time.seconds == 0 ? time.attoseconds / 1_000_000_000 : .max, ordering: .relaxed)
  }
}
