#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Options for opening an index.
///
/// The options are not kept in the index: you can choose others each time you open it.
public struct IndexOptions: Sendable, Hashable {
  /// The times at which small segments are merged into larger ones.
  public enum Merging: Sendable, Hashable {
    /// Segments are merged in the background whenever that pays. While large batches follow each
    /// other, most merges wait for the last of them. Once nothing has been written for five
    /// seconds, a writer that keeps its lock merges further, so that later searches have few
    /// segments to visit.
    case automatic
    /// Segments are merged only by ``SearchIndex/compact(reordering:)``. Searches slow down as the
    /// number of segments grows.
    case manual
  }

  /// The time for which a writer keeps other writers away.
  public enum WriterLock: Sendable, Hashable {
    /// From opening to ``SearchIndex/close(discardingUnsaved:)`` or ``SearchIndex/suspend()``.
    case whileOpen
    /// Only while a write, a checkpoint or a merge runs, so that several processes can have one
    /// index open for writing.
    ///
    /// Each write first takes over what other processes have written since. It waits up to two
    /// seconds for them, and then throws `writerBusy`. Searches see what other processes have
    /// written after the next write, or after ``SearchIndex/refresh()``. Choose ``Merging/manual``
    /// in all processes but one: a merge holds the lock until it ends, or until it is suspended.
    case perWrite
  }

  /// The failures that a batch survives once `write` has returned.
  public var durability: Durability

  /// The size of the segments in memory at which they are written to a file, in bytes.
  ///
  /// The segments in memory do not exceed the limit when a `write` returns, and by no more than a
  /// quarter while it runs. If files cannot be written, for example because the device is full,
  /// they may take twice as much before a `write` throws that error. An index that was opened for
  /// reading keeps in memory what is in the log, whatever the limit.
  ///
  /// This is not the memory of the process. Turning documents into postings takes up to the limit
  /// again; that, writing a file, merging, and reading a long log when an index is opened take at
  /// most 100 MB more than the segments as long as the limit is at most 64 MiB. Merging takes in
  /// addition, for one keyword, number or date field at a time, 12 bytes for each document, 8 for
  /// each value and each different number, and for each different keyword its text twice and 16
  /// bytes. The current batch takes three to eight times the bytes of its documents in addition, so
  /// write many documents in batches of a few megabytes. `martlet-bench limits` measures this.
  public var memoryLimit: Int

  /// The times at which small segments are merged into larger ones.
  public var merging: Merging

  /// The number of threads that one large `write` uses to turn its documents into postings, and
  /// that merges use while someone waits for them.
  ///
  /// Batches and merges of some megabytes and more are divided among the threads. Hits, scores and
  /// their order do not depend on this number.
  ///
  /// - Precondition: The number is positive.
  public var indexingConcurrency: Int { didSet { checkThreads() } }

  /// The most threads that one search may use, including the thread of its caller.
  ///
  /// A search that takes longer than some tenths of a millisecond is divided among as many threads
  /// as no other long search in the process uses. With 1, every search stays on the calling thread.
  /// Hits, scores, their order and totals do not depend on this number.
  ///
  /// - Precondition: The number is positive.
  public var searchConcurrency: Int { didSet { checkThreads() } }

  /// The ranking parameters for requests that have none of their own.
  public var ranking: BM25

  /// The protection of the files on Apple's mobile systems while the device is locked.
  public var fileProtection: FileProtection

  /// A Boolean value that indicates whether a writer may use a volume that other machines may
  /// share.
  ///
  /// On such a volume, nothing keeps a writer on another machine away.
  public var allowsSharedVolumes: Bool

  /// The treatment of damaged files.
  public var onCorruption: CorruptionPolicy

  /// The time for which a writer keeps other writers away. The default is ``WriterLock/whileOpen``.
  public var writerLock: WriterLock

  /// The pause after which an index that was opened for reading looks for what other processes have
  /// written, again and again; nil for never. The default is nil.
  ///
  /// See ``SearchIndex/refresh()``. A look takes some tens of microseconds while nothing has
  /// changed. If one fails, ``IndexStatistics/lastFailure`` has the reason until another succeeds.
  /// Has no effect on an index that is open for writing.
  public var automaticRefresh: Duration?

  /// The receiver of the index's events, or nil for none. The default is nil.
  public var events: IndexEventHandler?

  /// Creates options; the defaults suit an app.
  ///
  /// - Parameters:
  ///   - durability: The failures that a batch survives. The default is ``Durability/normal``.
  ///   - memoryLimit: The size of the segments in memory at which they are written to a file, in
  ///     bytes. The default is 64 MiB.
  ///   - merging: The times at which segments are merged. The default is ``Merging/automatic``.
  ///   - indexingConcurrency: The number of threads for a large batch. The default is the number of
  ///     active processors.
  ///   - searchConcurrency: The most threads for a long search. The default is the number of active
  ///     processors.
  ///   - ranking: The ranking parameters. The default is that of ``BM25``.
  ///   - fileProtection: The protection of the files. The default is
  ///     ``FileProtection/untilFirstUnlock``.
  ///   - allowsSharedVolumes: True to allow writing on volumes that other machines may share. The
  ///     default is false.
  ///   - onCorruption: The treatment of damaged files. The default is ``CorruptionPolicy/fail``.
  ///   - writerLock: The time for which a writer keeps other writers away. The default is
  ///     ``WriterLock/whileOpen``.
  ///   - automaticRefresh: The pause between two looks at what other processes have written, for an
  ///     index that is opened for reading. The default is nil, for never.
  ///   - events: The receiver of the index's events. The default is nil, for none.
  /// - Precondition: `indexingConcurrency` and `searchConcurrency` are positive.
  public init(
    durability: Durability = .normal,
    memoryLimit: Int = 64 << 20,
    merging: Merging = .automatic,
    indexingConcurrency: Int = ProcessInfo.processInfo.activeProcessorCount,
    searchConcurrency: Int = ProcessInfo.processInfo.activeProcessorCount,
    ranking: BM25 = BM25(),
    fileProtection: FileProtection = .untilFirstUnlock,
    allowsSharedVolumes: Bool = false,
    onCorruption: CorruptionPolicy = .fail,
    writerLock: WriterLock = .whileOpen,
    automaticRefresh: Duration? = nil,
    events: IndexEventHandler? = nil
  ) {
    self.durability = durability
    self.memoryLimit = memoryLimit
    self.merging = merging
    self.indexingConcurrency = indexingConcurrency
    self.searchConcurrency = searchConcurrency
    self.ranking = ranking
    self.fileProtection = fileProtection
    self.allowsSharedVolumes = allowsSharedVolumes
    self.onCorruption = onCorruption
    self.writerLock = writerLock
    self.automaticRefresh = automaticRefresh
    self.events = events
    checkThreads()
  }

  private func checkThreads() {
    requireOfProgram(
      indexingConcurrency > 0, "indexingConcurrency must be positive, is \(indexingConcurrency)")
    requireOfProgram(
      searchConcurrency > 0, "searchConcurrency must be positive, is \(searchConcurrency)")
  }
}

extension IndexOptions {
  /// The same options without a log, for an index that needs none.
  var withoutLog: IndexOptions {
    var options = self
    options.durability = .none
    options.writerLock = .whileOpen
    return options
  }

  /// The size from which an image on the heap is written to a file as it is, in bytes. Merging it
  /// on the heap first would only add work, because files are merged in the background.
  var largeImageByteCount: Int { max(memoryLimit / 32, 256 << 10) }
}
