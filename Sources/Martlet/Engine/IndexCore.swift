import Dispatch
import Synchronization

/// One open index, without the application's document type.
///
/// Readers take the published ``IndexState`` and never wait: publishing exchanges one reference.
/// Writers come one after the other. What a write changes is prepared completely, then put into
/// the log, then published; a failure on the way leaves everything as it was.
///
/// Locks are taken in this order: `merging` (one merge at a time, long), `writing` (one change at a
/// time), `published` (the exchange of a reference).
final class IndexCore: Sendable {
  /// What only a writer may touch.
  struct Writer: Sendable {
    var isClosed = false
    /// Checkpoints that nobody asked for.
    var checkpoints = BackOff()
  }

  /// What only a merge may touch.
  struct Merging: Sendable {
    var attempts = BackOff()
    /// Segments that cannot be read to their end.
    var damaged: Set<SegmentID> = []
  }

  /// The fields.
  let schema: IndexSchema
  let options: IndexOptions
  let tuning: EngineTuning
  /// The threads that a long search may use; nil for its caller's alone.
  let searchThreads: SearchThreads?
  /// Where the files are.
  let storage: any Storage
  /// The end of the log that opening left out.
  let tornTail: RecoveredLog.TornTail?
  /// The files; nil when the index was opened for reading.
  let files: DurableIndex?
  let writing = Lock(Writer())
  /// Tokens that gave no term because of their length or their number, since the index was opened.
  let skippedTokens = Atomic(0)
  let merging = Lock(Merging())
  /// The last failure of a merge, for readers who do not wait for the one that is running.
  let mergeFailure = Lock<SearchError?>(nil)
  /// Merges that are running or about to.
  let merges = DispatchGroup()
  /// Set when the index is being closed, so that a merge gives up.
  let isClosing = Atomic(false)
  /// Batches after which more like them were expected.
  let largeBatches = Atomic(0)
  /// Those who wait for all segments to become one, before whom a merge in the background gives up.
  let compactions = Atomic(0)
  let background = DispatchQueue(label: "martlet.merge", qos: .utility)
  /// Where the log is flushed, so that nobody who writes has to wait for it.
  let flushes = DispatchQueue(label: "martlet.flush", qos: .utility)
  /// Whether a flush will come by itself.
  let isFlushScheduled = Atomic(false)
  private let published: Lock<IndexState>

  init(
    _ storage: any Storage, _ schema: IndexSchema, _ options: IndexOptions, _ tuning: EngineTuning,
    _ files: DurableIndex?, _ recovered: RecoveredIndex, _ state: IndexState
  ) {
    self.schema = schema
    self.options = options
    self.tuning = tuning
    searchThreads = .dispatched(options.searchConcurrency)
    self.storage = storage
    self.files = files
    tornTail = recovered.log.tornTail
    published = Lock(state)
  }

  /// What the index is at this moment.
  var state: IndexState { published.withLock { $0 } }

  /// Makes `parts` what searches see from now on, but for segments that were found to be damaged
  /// meanwhile. Only while `writing` is held.
  ///
  /// - Parameter isWhole: Whether nothing is missing any more, because all documents were replaced.
  func publish(
    _ parts: [IndexState.Part], _ bookmarks: [String: [UInt8]], isWhole: Bool = false
  ) {
    exchange { current in
      let damage = isWhole ? IndexState.Damage() : current.damage
      let lost = Set(damage.segments.map(\.entry.id))
      return IndexState(
        parts.filter { !lost.contains($0.id) }, fieldCount: schema.fields.count,
        bookmarks: bookmarks, version: current.version + 1, damage: damage)
    }
  }

  /// Publishes what `next` makes of the present state, unless that is nil. A search that finds damage
  /// may do so beside a writer.
  func exchange(_ next: (IndexState) -> IndexState?) {
    var isDone = false
    while !isDone {
      let current = state
      guard let next = next(current) else { return }
      isDone = published.withLock { state in
        guard state === current else { return false }
        state = next
        return true
      }
    }
  }

  /// The files, for changing them.
  ///
  /// - Throws: `readOnly`, `closed`.
  func writableFiles(_ writer: Writer) throws(SearchError) -> DurableIndex {
    guard let files else {
      throw SearchError(
        .readOnly, "\(storage.displayName) was opened for reading; open it for writing to change it"
      )
    }
    guard !writer.isClosed else {
      throw SearchError(.closed, "\(storage.displayName) was closed; open it again")
    }
    return files
  }
}

extension ManifestSegment {
  /// The names of the segment's files.
  var fileNames: Set<String> { Set([fileName, liveFileName].compactMap { $0 }) }
}

extension SegmentID {
  /// Returns an identifier that no other segment has.
  static func random() -> SegmentID {
    var random = SystemRandomNumberGenerator()
    return SegmentID.random(using: &random)
  }
}

extension IndexID {
  /// Returns an identifier that no other index has.
  static func random() -> IndexID {
    var random = SystemRandomNumberGenerator()
    return IndexID.random(using: &random)
  }
}
