/// The manifest in force, and the one way to put another in its place.
///
/// The switch is atomic: a crash at any instant leaves the one or the other. Used by any number of
/// threads; publications happen one after the other, each on top of the one before, so a merge and
/// a checkpoint do not lose each other's changes.
package final class ManifestStore: Sendable {
  /// A manifest with the hash of its bytes, which the next one names.
  struct Stored: Sendable {
    var manifest: Manifest
    var hash: UInt64
  }

  private let storage: any Storage
  private let latch: DurabilityLatch
  private let stored: Lock<Stored>

  /// Continues from `stored`, which is in force.
  init(_ storage: any Storage, _ stored: Stored, latch: DurabilityLatch) {
    self.storage = storage
    self.latch = latch
    self.stored = Lock(stored)
  }

  /// The manifest in force.
  package var current: Manifest { stored.withLock { $0.manifest } }

  /// The generation of the newest manifest; nil when there is none.
  static func newestGeneration(in storage: any Storage) throws(SearchError) -> Generation? {
    var newest: Generation?
    for name in try storage.list() {
      if case .manifest(let generation) = FileName(name) {
        newest = max(newest ?? 0, generation)
      }
    }
    return newest
  }

  /// Reads the newest manifest; nil when there is none.
  ///
  /// An older one never takes the place of a damaged one: the files it names may be gone, and what
  /// was acknowledged since would be forgotten in silence.
  ///
  /// - Throws: `corrupted`; `formatTooNew`; `notFound` when it was removed meanwhile, because there
  ///   is one that is newer still.
  static func readNewest(
    from storage: any Storage, forWriting: Bool
  ) throws(SearchError) -> Stored? {
    guard let generation = try newestGeneration(in: storage) else { return nil }
    let file = FileName.manifest(generation).text
    let bytes = try storage.read(file, limit: ManifestFormat.byteLimit)
    let manifest = try ManifestFormat.decode(
      bytes, generation: generation, file: file, forWriting: forWriting)
    return Stored(manifest: manifest, hash: Checksum.hash64(bytes))
  }

  /// Puts the result of `edit` in force, as the next generation, and returns it. The files that it
  /// names were synced before. `edit` is called once and must not ask the store for anything.
  ///
  /// - Throws: what `edit` throws, `diskFull`, `io`, `limitExceeded`: then the manifest before
  ///   stays in force. `durabilityUnknown`: nobody can say which one the disk holds, so nothing may
  ///   be removed, and the index must be opened again.
  package func publish(
    _ edit: (inout Manifest) throws(SearchError) -> Void
  ) throws(SearchError) -> Manifest {
    try stored.withLock { (stored) throws(SearchError) in
      try latch.check()
      var next = stored.manifest
      try edit(&next)
      precondition(
        next.appliedLSN >= stored.manifest.appliedLSN
          && next.firstLogSequence >= stored.manifest.firstLogSequence,
        "a manifest goes back from \(stored.manifest.appliedLSN) to \(next.appliedLSN)")
      next.generation = stored.manifest.generation + 1
      next.previousHash = stored.hash
      stored = try Self.write(next, to: storage, latch: latch)
      return next
    }
  }

  /// Makes `manifest` the newest one on disk.
  ///
  ///     1  sync the folder               the files it names must have their names first
  ///     2  write and sync tmp-manifest   a crash leaves a file that means nothing
  ///     3  rename to manifest-<n>        atomic; the disk may know or forget it
  ///     4  sync the folder               here, and not before, the switch is certain
  ///
  /// A failure in 2 is cleaned up and changes nothing. After a failure in 3 or 4 either manifest
  /// may be on the disk, and undoing the rename could lose both. A folder that failed to sync (1)
  /// may report success the next time although names were lost. So these close the latch.
  static func write(
    _ manifest: Manifest, to storage: any Storage, latch: DurabilityLatch
  ) throws(SearchError) -> Stored {
    let bytes = try ManifestFormat.encode(manifest)
    let name = FileName.manifest(manifest.generation)
    let incomplete = name.whileIncomplete.text
    do {
      try storage.synchronizeDirectory()
    } catch {
      throw latch.close(because: error)
    }
    do {
      try storage.remove(incomplete)
      let file = try storage.create(incomplete)
      try file.append(bytes)
      try file.synchronize()
      try file.close()
    } catch {
      try? storage.remove(incomplete)
      guard error.code == .durabilityUnknown else { throw error }
      throw SearchError(
        .io, "\(error.message); the index stays as it was before", file: name.text)
    }
    do {
      try storage.rename(incomplete, to: name.text)
      try storage.synchronizeDirectory()
    } catch {
      throw latch.close(because: error)
    }
    return Stored(manifest: manifest, hash: Checksum.hash64(bytes))
  }
}
