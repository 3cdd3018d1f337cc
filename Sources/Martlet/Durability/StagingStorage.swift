/// The files of a new index that is built in the folder of another one, before it takes its place.
///
/// Segments go into the folder, where no manifest names them: a crash leaves files that the next
/// writer removes. Manifests stay in memory, so that nobody else sees the new index before
/// ``publish(_:)``. Used by any number of threads.
final class StagingStorage: Storage {
  private let base: any Storage
  private let memory = MemoryStorage()
  /// The files in the folder, each with what keeps the writer of the old index from removing it.
  private let staged = Lock<[String: FilePin?]>([:])
  /// The reclaimer of the old index if that is open.
  private let reclaimer: FileReclaimer?

  /// - Parameter reclaimer: The reclaimer of the index in `base`, if a writer has that open.
  init(in base: any Storage, besides reclaimer: FileReclaimer?) {
    self.base = base
    self.reclaimer = reclaimer
  }

  var displayName: String { base.displayName }

  func list() -> [String] { memory.list() + staged.withLock { Array($0.keys) } }

  func create(_ name: String) throws(SearchError) -> any WritableFile {
    guard Self.isInFolder(name) else { return try memory.create(name) }
    let pin = reclaimer?.pin([name])
    staged.withLock { $0[name] = .some(pin) }
    return try base.create(name)
  }

  func read(
    _ name: String, from offset: Int, atMost count: Int
  ) throws(SearchError) -> ByteView {
    try home(of: name).read(name, from: offset, atMost: count)
  }

  func map(_ name: String, byteCount: Int) throws(SearchError) -> ByteView {
    try home(of: name).map(name, byteCount: byteCount)
  }

  func rename(_ old: String, to new: String) throws(SearchError) {
    try memory.rename(old, to: new)
  }

  func remove(_ name: String) throws(SearchError) {
    try home(of: name).remove(name)
    staged.withLock { $0[name] = nil }
  }

  func synchronizeDirectory(_ flush: Flush) {}

  func availableByteCount() -> UInt64? { base.availableByteCount() }

  func writerNote() -> ByteView? { nil }

  func acquireWriterLock() throws(SearchError) -> any WriterLock {
    try memory.acquireWriterLock()
  }

  /// Publishes `manifest`, whose files are complete, as the newest one of the folder: from then on
  /// the new index is the one that is there.
  ///
  /// - Throws: The errors of ``ManifestStore/write(_:to:latch:)``; `limitExceeded`.
  func publish(_ manifest: Manifest) throws(SearchError) {
    var manifest = manifest
    let newest = try ManifestStore.newestGeneration(in: base) ?? 0
    let lastLog = try LogRecovery.sequences(in: base).last ?? 0
    guard newest < ManifestFormat.numberLimit else {
      throw SearchError(
        .limitExceeded,
        "the folder has a manifest with the last number that there is: make the index in a new folder"
      )
    }
    manifest.generation = newest + 1
    // The log of the old index is not read any more.
    manifest.firstLogSequence = lastLog + 1
    do throws(SearchError) {
      try ManifestStore.write(manifest, to: base, latch: DurabilityLatch())
    } catch {
      // The manifest may be in force, and the files then belong to it.
      if error.code == .durabilityUnknown { staged.withLock { $0 = [:] } }
      throw error
    }
    staged.withLock { $0 = [:] }
  }

  /// Removes the files of an index that was not published.
  func clear() {
    for name in staged.withLock({ Array($0.keys) }) { try? remove(name) }
  }

  private func home(of name: String) -> any Storage { Self.isInFolder(name) ? base : memory }

  /// Returns true for a segment, its live documents, and a section that a merge collects.
  @inline(never)
  private static func isInFolder(_ name: String) -> Bool {
    let file = FileName(name)
    return switch file {
    case .segment, .liveDocuments: true
    case .temporary: file?.segmentOfSection != nil
    case .lock, .removal, .manifest, .log, .tornLog, nil: false
    }
  }
}
