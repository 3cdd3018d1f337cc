#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// How an index is kept. Not part of the index: each opening may choose anew.
public struct IndexOptions: Sendable, Hashable {
  /// When small segments become large ones.
  public enum Merging: Sendable, Hashable {
    /// In the background, whenever it pays; while large batches come one after the other, after them.
    case automatic
    /// Only in ``SearchIndex/compact(reordering:)``. Searches slow down as segments add up.
    case manual
  }

  /// What `write` has made safe when it returns.
  public var durability: Durability

  /// Bytes of documents kept in memory before they are written to a segment file.
  ///
  /// Not the memory of the process. Turning documents into postings, writing a file, merging, and
  /// reading a large log at opening take up to about 100 MB more, and on top comes the batch at hand,
  /// with four to eight times the bytes of its documents: write many documents in batches of a few
  /// megabytes. `martlet-bench limits` measures it.
  public var memoryLimit: Int

  /// When small segments become large ones.
  public var merging: Merging

  /// The threads that one large `write` uses to turn its documents into postings: from some megabytes
  /// on, each takes a part of the batch. Hits, scores and their order do not depend on it.
  public var indexingConcurrency: Int

  /// The threads that one search may use, its caller's with them: a search that takes long, some tenths
  /// of a millisecond, is divided over as many as no other long search in the process uses. With 1,
  /// every search stays on the thread that asks. Hits, scores, their order and totals do not depend on
  /// it.
  public var searchConcurrency: Int

  /// The parameters of the ranking, unless a request has its own.
  public var ranking: BM25

  /// What Apple's mobile systems do with the files while the device is locked.
  public var fileProtection: FileProtection

  /// Whether a writer may work on a volume that other machines may share, where nothing keeps a
  /// writer of another machine away.
  public var allowsSharedVolumes: Bool

  /// The treatment of damage in the files.
  public var onCorruption: CorruptionPolicy

  /// Options that suit an application: normal durability, 64 MiB, merging in the background, as many
  /// threads as there are processors for a large batch and for a long search, and damage is an error.
  ///
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
    onCorruption: CorruptionPolicy = .fail
  ) {
    self.durability = durability
    self.memoryLimit = memoryLimit
    self.merging = merging
    precondition(indexingConcurrency > 0, "\(indexingConcurrency) threads for a batch")
    self.indexingConcurrency = indexingConcurrency
    precondition(searchConcurrency > 0, "\(searchConcurrency) threads for a search")
    self.searchConcurrency = searchConcurrency
    self.ranking = ranking
    self.fileProtection = fileProtection
    self.allowsSharedVolumes = allowsSharedVolumes
    self.onCorruption = onCorruption
  }
}

extension IndexOptions {
  /// These options for an index that ends with the process anyway.
  var withoutLog: IndexOptions {
    var options = self
    options.durability = .none
    return options
  }

  /// The size in bytes from which an image on the heap becomes a file as it is: merging it before
  /// would only add to the work, as files are merged beside the writers.
  var largeImageByteCount: Int { max(memoryLimit / 32, 256 << 10) }
}
