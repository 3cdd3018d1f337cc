@testable import Martlet

/// The files of an index as they lie on a disk that nobody writes to.
struct DamageDisk: Sendable, Equatable {
  /// The content of each file, by its name.
  var files: [String: [UInt8]] = [:]
  /// The note that the last writer left beside its lock.
  var note: [UInt8]?

  init(_ storage: MemoryStorage) {
    for name in storage.list() { files[name] = storage[name] }
    note = storage.writerNote()?.array
  }

  /// Storage of its own with these files.
  var storage: MemoryStorage {
    let storage = MemoryStorage()
    for (name, bytes) in files { storage[name] = bytes }
    storage.setWriterNote(note.map { ByteView(copying: $0) })
    return storage
  }

  /// The names, in an order that is always the same.
  var names: [String] { files.keys.sorted() }

  /// The newest manifest's name.
  var newestManifest: String {
    names.last { if case .manifest = FileName($0) { true } else { false } } ?? ""
  }

  /// Reads the newest manifest.
  func manifest() throws(SearchError) -> Manifest? {
    try ManifestStore.readNewest(from: storage, forWriting: false)
  }
}
