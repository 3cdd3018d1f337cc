/// The manifest in force, and the only way to replace it.
///
/// The switch is atomic: a crash at any instant leaves the one or the other. Used by any number of
/// threads. Publications happen one after the other, each on top of the one before, so a merge and
/// a checkpoint do not lose each other's changes.
final class ManifestStore: Sendable {
  private let storage: any Storage
  private let latch: DurabilityLatch
  private let stored: Lock<Manifest>

  /// Creates a store that continues from `manifest`, which is in force.
  init(_ storage: any Storage, _ manifest: Manifest, latch: DurabilityLatch) {
    self.storage = storage
    self.latch = latch
    stored = Lock(manifest)
  }

  /// The manifest in force.
  @inline(never)
  var current: Manifest { stored.withLock { $0 } }

  /// Returns the generation of the newest manifest; nil if there is none.
  @inline(never)
  static func newestGeneration(in storage: any Storage) throws(SearchError) -> Generation? {
    try generations(in: storage).max()
  }

  @inline(never)
  private static func generations(in storage: any Storage) throws(SearchError) -> [Generation] {
    try storage.indexFiles().compactMap { name in
      if case .manifest(let generation) = FileName(name) { generation } else { nil }
    }
  }

  /// Reads the newest manifest; nil if there is none.
  ///
  /// An older manifest replaces a damaged one only on request, with
  /// ``readNewestReadable(from:passesFailures:)``: the files that it names may be gone, and changes
  /// that were acknowledged since would be forgotten silently.
  ///
  /// - Throws: `corrupted`; `formatTooNew`; `notFound` if the manifest was removed meanwhile
  ///   because there is a newer one.
  static func readNewest(
    from storage: any Storage, forWriting: Bool
  ) throws(SearchError) -> Manifest? {
    guard let generation = try newestGeneration(in: storage) else { return nil }
    do throws(SearchError) {
      return try read(generation, from: storage, forWriting: forWriting)
    } catch {
      guard PlantedBug.fallsBackToOlderManifest.isPlanted, generation > 1 else { throw error }
      return try read(generation - 1, from: storage, forWriting: forWriting)
    }
  }

  /// Reads the newest manifest, also while another process publishes newer ones; nil if there is
  /// none.
  ///
  /// - Throws: `corrupted`; `formatTooNew`; `io`.
  static func readNewestInForce(from storage: any Storage) throws(SearchError) -> Manifest? {
    var removed: Generation?
    while let generation = try newestGeneration(in: storage) {
      do throws(SearchError) {
        return try read(generation, from: storage, forWriting: false)
      } catch {
        guard error.code == .notFound, generation != removed else { throw error }
        removed = generation
      }
    }
    return nil
  }

  /// Reads the newest readable manifest, and returns it with the damage of a newer one; nil if
  /// there is none at all.
  ///
  /// The manifest before the newest is kept for this purpose. Some of the files that it names may
  /// be gone.
  ///
  /// - Parameter passesFailures: True to go on to older ones if the medium cannot read a newer one,
  ///   for those who write nothing: what fails once may be read the next time.
  /// - Throws: `corrupted` if none can be read; `formatTooNew`, `io`.
  static func readNewestReadable(
    from storage: any Storage, passesFailures: Bool = false
  ) throws(SearchError) -> (manifest: Manifest, damage: SearchError?)? {
    var damage: SearchError?
    for generation in try generations(in: storage).ordered(by: >) {
      do throws(SearchError) {
        return (try read(generation, from: storage, forWriting: false), damage)
      } catch {
        var isPassed = [.corrupted, .notFound].contains(error.code)
        if !isPassed, passesFailures { isPassed = try isUnreadable(generation, in: storage) }
        guard isPassed else { throw error }
        damage = damage ?? error
      }
    }
    if let damage { throw damage }
    return nil
  }

  /// Returns the names of the files that any manifest needs, also an older one.
  ///
  /// - Throws: The error of a manifest that cannot be read.
  static func namedFiles(in storage: any Storage) throws(SearchError) -> Set<String> {
    var names: Set<String> = []
    for generation in try generations(in: storage) {
      names.formUnion(try read(generation, from: storage, forWriting: false).fileNames)
    }
    return names
  }

  private static func isUnreadable(
    _ generation: Generation, in storage: any Storage
  ) throws(SearchError) -> Bool {
    try storage.unreadablePart(of: FileName.manifest(generation).text) != nil
  }

  private static func read(
    _ generation: Generation, from storage: any Storage, forWriting: Bool
  ) throws(SearchError) -> Manifest {
    let file = FileName.manifest(generation).text
    let bytes = try storage.read(file, limit: ManifestFormat.byteLimit)
    return try ManifestFormat.decode(
      bytes, generation: generation, file: file, forWriting: forWriting)
  }

  /// Publishes the result of `edit` as the next generation, and returns it. The files that it names
  /// must have been synced. `edit` is called once and must not use the store.
  ///
  /// - Throws: The errors of `edit`, `diskFull`, `io` or `limitExceeded`, after which the manifest
  ///   before stays in force. `durabilityUnknown`, after which it is not known which manifest the
  ///   disk holds, so nothing may be removed and the index must be opened again.
  func publish(
    _ edit: (inout Manifest) throws(SearchError) -> Void
  ) throws(SearchError) -> Manifest {
    try stored.withLock { (manifest) throws(SearchError) in
      try latch.check()
      var next = manifest
      try edit(&next)
      precondition(
        next.appliedLSN >= manifest.appliedLSN
          && next.firstLogSequence >= manifest.firstLogSequence,
        "the applied LSN would decrease from \(manifest.appliedLSN) to \(next.appliedLSN), or the "
          + "first log file from \(manifest.firstLogSequence) to \(next.firstLogSequence)")
      next.generation = manifest.generation + 1
      try Self.write(next, to: storage, latch: latch)
      manifest = next
      return next
    }
  }

  /// Makes `manifest` the newest one on disk.
  ///
  ///     1  sync the folder               the files it names must have their names first
  ///     2  write and sync tmp-manifest   a crash leaves a file that is ignored
  ///     3  rename to manifest-<n>        atomic; the disk may know or forget it
  ///     4  sync the folder               here, and not before, the switch is certain
  ///
  /// The syncs before the last one only keep the order: whatever a loss of power takes from them is
  /// lost together with the switch.
  ///
  /// A failure in 2 is cleaned up and changes nothing. After a failure in 3 or 4 either manifest
  /// may be on the disk, and undoing the rename could lose both. A folder that failed to sync (1)
  /// may report success the next time although names were lost. So failures in 1, 3 and 4 close the
  /// latch.
  static func write(
    _ manifest: Manifest, to storage: any Storage, latch: DurabilityLatch
  ) throws(SearchError) {
    let bytes = try ManifestFormat.encode(manifest)
    let name = FileName.manifest(manifest.generation)
    let incomplete = name.whileIncomplete.text
    do {
      try storage.synchronizeDirectory(.ordered)
    } catch {
      throw latch.close(because: error)
    }
    do {
      try storage.remove(incomplete)
      let file = try storage.create(incomplete)
      try file.append(bytes)
      try file.synchronize(.ordered)
      try file.close()
    } catch {
      try? storage.remove(incomplete)
      guard error.code == .durabilityUnknown else { throw error }
      throw SearchError(
        .io, "\(error.message); the index stays as it was before", file: name.text)
    }
    do {
      try storage.rename(incomplete, to: name.text)
      try storage.synchronizeDirectory(.durable)
    } catch {
      throw latch.close(because: error)
    }
  }
}
