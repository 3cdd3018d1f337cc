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
  /// How an index behaves.
  struct Options: Sendable {
    /// What a write survives.
    var durability = Durability.normal
    /// Bytes of images on the heap past which they are written to files.
    var memoryLimit = 64 << 20
    /// Whether segments are merged in the background.
    var mergesAutomatically = true
    /// Which segment files become one.
    var mergePolicy = MergePolicy.files
    /// Bytes of documents from which on a batch is one of many, as when a whole collection is loaded.
    var loadByteCount = 4 << 20
    /// Segment files that rest while such batches come.
    var loadRestingCount = 48
    /// The pause after which no more of them are expected.
    var loadPause: DispatchTimeInterval = .seconds(1)
    /// What stored bounds are computed with.
    var parameters = BM25()
    /// Bytes that the log may have beyond four times those of the images that it stands for.
    var logAllowance = 4 << 20
    /// Bytes for which the log makes room at a time at level `full`: some hundred small batches.
    var logReservation = 128 << 10
    /// How long a batch of level `normal` may wait for its flush; nil to flush only when asked to.
    var flushDelay: DispatchTimeInterval? = .milliseconds(100)
    /// Bytes of the log past which a flush does not wait.
    var flushByteCount = 1 << 20
    /// The treatment of damage.
    var onCorruption = CorruptionPolicy.fail
    /// The threads that a long search may use; nil for its caller's alone.
    var searchThreads: SearchThreads?
    /// The threads that invert a large batch, or compact.
    var indexingConcurrency = 1
    /// Bytes of documents of a batch, or of postings and positions of a merge, that are not worth a thread
    /// of their own.
    var leastRangeByteCount = 2 << 20
    /// What tells the time between two attempts at something that failed.
    var now: @Sendable () -> ContinuousClock.Instant = { .now }

    /// From how many bytes on an image on the heap becomes a file as it is: merging it before would
    /// only add to the work, as files are merged beside the writers.
    var largeImageByteCount: Int { max(memoryLimit / 32, 256 << 10) }
  }

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
  let options: Options
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
    _ storage: any Storage, _ schema: IndexSchema, _ options: Options, _ files: DurableIndex?,
    _ recovered: RecoveredIndex, _ state: IndexState
  ) {
    self.schema = schema
    self.options = options
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
  /// A name that no other segment has.
  static func random() -> SegmentID {
    var random = SystemRandomNumberGenerator()
    return SegmentID.random(using: &random)
  }
}
