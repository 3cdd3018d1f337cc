import Dispatch
import Synchronization

/// An open index, without the application's document type.
///
/// Readers take the published ``IndexState`` and never wait, because publishing exchanges one
/// reference. Writers run one at a time. A write is prepared completely, then appended to the log,
/// then published; a failure on the way leaves everything as it was.
///
/// Locks are taken in this order: `merging` (one merge at a time, long), `position` (one refresh at
/// a time), `writing` (one change at a time), those of the log and of the writer's lock,
/// `published` (the exchange of a reference).
final class IndexCore: Sendable {
  /// The state that only a writer may access.
  struct Writer: Sendable {
    var isClosed = false
    var isSuspended = false
    /// True if only memory has what could not be written when the index was suspended.
    var isUnsaved = false
    /// The automatic checkpoints.
    var checkpoints = BackOff()
    /// The time that the batches since the last checkpoint have taken, about as long as applying
    /// the log takes.
    var unsavedWork = Duration.zero
    /// The number of those who need the lock of the index at this moment, if it is not held all the
    /// time.
    var lockUsers = 0
    /// True if the lock, which could not be released, is released later.
    var isUnlockAwaited = false
    /// The number of times that the lock was released. What was begun under one number must not be
    /// published under another.
    var session = 0
  }

  /// The state that only a merge may access.
  struct Merging: Sendable {
    var attempts = BackOff()
    /// The segments that cannot be merged because they are damaged, or the device cannot read them.
    var damaged: Set<SegmentID> = []
  }

  /// A kind of work that waits until no batch has arrived for a while.
  enum IdleWork {
    case checkpoint
    /// The merges that waited for the end of a load.
    case merge
    /// The merges that leave fewer segments than may rest while batches arrive.
    case furtherMerge
  }

  /// The fields, with the analyzers for documents.
  let schema: IndexSchema
  /// The fields, with the analyzers for queries, whose synonyms and stop words may change.
  let querySchema: SharedValue<IndexSchema>
  let options: IndexOptions
  let tuning: EngineTuning
  /// The threads that a long search may use; nil for its caller's alone.
  let searchThreads: SearchThreads?
  /// The storage of the files.
  let storage: any Storage
  /// The end of the log that was dropped when the index was opened, or made again.
  let tornTail: RecoveredLog.TornTail?
  /// The files; nil if the index was opened for reading.
  private let currentFiles: Lock<DurableIndex?>
  let writing = Lock(Writer())
  /// The number of tokens that gave no term, because of their length or their number, since the
  /// index was opened.
  let skippedTokens = Atomic(0)
  let valueCounts = ValueCounts()
  let merging = Lock(Merging())
  /// The last failure of a checkpoint, for readers that do not wait for a running write.
  let checkpointFailure = Lock<SearchError?>(nil)
  /// The last failure of a merge, for readers that do not wait for a running merge.
  let mergeFailure = Lock<SearchError?>(nil)
  /// The last failure of an automatic refresh.
  let refreshFailure = Lock<SearchError?>(nil)
  /// The commits of another process that were seen; nil if the index was opened for writing.
  let position: Lock<ReaderPosition?>
  /// Those who follow the changes of documents.
  let changes = ChangeHub()
  /// The timer of automatic refreshes.
  let refreshes = Lock<RefreshTimer?>(nil)
  /// The merges that are running or about to run.
  let merges = DispatchGroup()
  /// True once the index is being closed, so that merges stop.
  let isClosing = Atomic(false)
  /// True while the index is suspended, so that merges stop.
  let isSuspending = Atomic(false)
  /// The work that waits for a pause between batches.
  let awaitingIdle = Lock<Set<IdleWork>>([])
  /// True while files that are in use wait for being removed.
  let isReclaimAwaited = Atomic(false)
  /// The merges that wait for their turn on the background queue, each as the number of segments
  /// that it leaves unmerged.
  let awaitedMerges = Lock<Set<Int>>([])
  /// The number of callers that wait for a compaction, for which background merges stop.
  let compactions = Atomic(0)
  let background = DispatchQueue(label: "martlet.merge", qos: .utility)
  /// The queue on which the log is flushed, so that no writer has to wait for it.
  let flushes = DispatchQueue(label: "martlet.flush", qos: .utility)
  /// True if a flush is scheduled.
  let isFlushScheduled = Atomic(false)
  /// True if the files were opened again before the flush that was scheduled for the old ones.
  let owesFlush = Atomic(false)
  private let published: SharedValue<IndexState>

  @inline(never)
  init(
    _ storage: any Storage, _ schema: IndexSchema, _ options: IndexOptions, _ tuning: EngineTuning,
    _ files: DurableIndex?, _ recovered: RecoveredIndex, _ state: IndexState,
    tornTail: RecoveredLog.TornTail? = nil
  ) {
    self.schema = schema
    querySchema = SharedValue(schema)
    self.options = options
    self.tuning = tuning
    searchThreads = .dispatched(options.searchConcurrency)
    self.storage = storage
    currentFiles = Lock(files)
    self.tornTail = recovered.log.tornTail ?? tornTail
    position = Lock(files == nil ? ReaderPosition(recovered) : nil)
    published = SharedValue(state)
  }

  deinit {
    // The timer ends with the index, and what was written last must not wait for the next opening.
    guard isFlushScheduled.load(ordering: .acquiring), let file = files?.log.unflushedFile else {
      return
    }
    flushes.async { try? file.synchronize(.durable) }
  }

  /// The files; nil if the index was opened for reading.
  var files: DurableIndex? {
    @inline(never) get { currentFiles.withLock { $0 } }
  }

  /// Goes on with `files`, which were opened again. `writing` must be locked.
  func replaceFiles(_ files: DurableIndex) { currentFiles.withLock { $0 = files } }

  /// The published state of the index.
  var state: IndexState {
    @inline(never) get { published.value }
  }

  /// Publishes `members`, except segments that were found to be damaged meanwhile. `writing` must
  /// be locked.
  ///
  /// - Parameter isWhole: True if nothing is missing any more, because all documents were replaced.
  func publish(
    _ members: [IndexState.Member], _ bookmarks: [String: [UInt8]], isWhole: Bool = false
  ) {
    exchange { current in
      let damage = isWhole ? IndexState.Damage() : current.damage
      let lost = Set(damage.segments.map(\.entry.id))
      return IndexState(
        members.filter { !lost.contains($0.id) }, fieldCount: schema.fields.count,
        bookmarks: bookmarks, version: current.version + 1, damage: damage)
    }
  }

  /// Publishes the state that `next` returns for the current state, unless that is nil.
  ///
  /// A search that finds damage may call this at the same time as a writer.
  @inline(never)
  @discardableResult
  func exchange(_ next: (IndexState) -> IndexState?) -> Bool {
    var isDone = false
    while !isDone {
      let current = state
      guard let next = next(current) else { return false }
      isDone = published.replace { $0 === current ? next : nil }
    }
    return true
  }

  /// Returns the files for changing them.
  ///
  /// - Throws: `readOnly` if the index was opened for reading; `closed` if it was closed;
  ///   `suspended` if it is suspended.
  func writableFiles(_ writer: Writer) throws(SearchError) -> DurableIndex {
    guard let files else {
      throw SearchError(
        .readOnly, "\(storage.displayName) was opened for reading; open it for writing to change it"
      )
    }
    guard !writer.isClosed else {
      throw SearchError(.closed, "the index in \(storage.displayName) was closed; open it again")
    }
    guard !writer.isSuspended else {
      throw SearchError(
        .suspended, "\(storage.displayName) is suspended; call resume() first")
    }
    return files
  }
}

extension SegmentID {
  /// Returns a random identifier, which no other segment has.
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
