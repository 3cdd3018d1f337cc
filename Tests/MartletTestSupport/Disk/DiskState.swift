import Martlet

/// The content of a simulated disk at one moment, as programs see it and as the medium has it. A
/// value.
///
/// Keeps, of each file, how far each append has come, and of the folder, each change of a name: a
/// sync of a file says nothing of its name, and one of the folder nothing of any content.
package struct DiskState: Sendable {
  /// The response of drives to a sync that is only to keep its order.
  package enum Drive: Sendable, CaseIterable {
    /// The same as with any other: afterwards it is on the medium.
    case emptiesItsCache
    /// It goes into the drive's cache, behind a barrier. A loss of power may take it, with all that
    /// was written later. The next sync that is to be durable empties the cache.
    case keepsOrder
  }

  struct NameChange: Sendable {
    enum Kind: Sendable {
      case link(name: String, file: Int)
      case unlink(name: String)
      case rename(old: String, new: String, file: Int)
    }

    var kind: Kind
    var part: WrittenPart
  }

  package let drive: Drive
  private(set) var files: [DiskFile] = []
  private(set) var names: [String: Int] = [:]
  private(set) var durableNames: [String: Int] = [:]
  /// The changes to ``durableNames`` since.
  private(set) var changes: [NameChange] = []
  /// Barriers in the drive's cache so far.
  private(set) var barrierCount = 0
  /// Everything in front of this barrier is on the medium.
  private(set) var durableBarrier = 0
  /// The note that the last writer left beside its lock, and the ones that may be there in its
  /// place.
  package var note: [UInt8]?
  private(set) var earlierNotes: [[UInt8]?] = []

  package init(drive: Drive = .emptiesItsCache) { self.drive = drive }

  /// A disk with these files, all of them on the medium.
  init(drive: Drive, contents: [String: [UInt8]], note: [UInt8]?) {
    self.drive = drive
    self.note = note
    for (name, content) in contents.sorted(by: { $0.key < $1.key }) {
      names[name] = files.count
      files.append(DiskFile(content: content))
    }
    durableNames = names
  }

  /// The names of all files, in order.
  package var fileNames: [String] { names.keys.sorted() }

  /// The content of a file, nil when there is none. Setting it replaces or removes the file for
  /// good, as damage would.
  package subscript(name: String) -> [UInt8]? {
    get { names[name].map { files[$0].visible } }
    set {
      names[name] = newValue == nil ? nil : files.count
      durableNames[name] = names[name]
      if let newValue { files.append(DiskFile(content: newValue)) }
    }
  }

  /// Bytes of all files.
  package var byteCount: Int { names.values.reduce(0) { $0 + files[$1].byteCount } }

  /// Bytes of one file.
  func byteCount(of file: Int) -> Int { files[file].byteCount }

  /// The same number for disks that show the same files.
  package var fingerprint: Int {
    var hasher = Hasher()
    for name in fileNames {
      hasher.combine(name)
      hasher.combine(self[name])
    }
    hasher.combine(note)
    return hasher.finalize()
  }
}

/// The operations of programs.
extension DiskState {
  mutating func create(_ name: String) throws(SearchError) -> Int {
    guard names[name] == nil else {
      throw SearchError(.io, "the name exists already", file: name)
    }
    let file = files.count
    files.append(DiskFile())
    names[name] = file
    record(.link(name: name, file: file))
    return file
  }

  mutating func append(_ bytes: [UInt8], to file: Int) {
    files[file].append(bytes, barriersBefore: barrierCount)
  }

  mutating func reserve(upTo end: Int, in file: Int) {
    files[file].reserve(upTo: end, barriersBefore: barrierCount)
  }

  /// Loses what of a file neither a sync nor the system has written back.
  mutating func forgetUnwritten(_ file: Int) { files[file].forgetUnwritten() }

  mutating func rename(_ old: String, to new: String) throws(SearchError) {
    guard let file = names.removeValue(forKey: old) else {
      throw SearchError(.notFound, "there is no such file", file: old)
    }
    names[new] = file
    record(.rename(old: old, new: new, file: file))
  }

  mutating func remove(_ name: String) {
    if names.removeValue(forKey: name) != nil { record(.unlink(name: name)) }
  }

  mutating func leaveNote(_ bytes: [UInt8]) {
    earlierNotes.append(note)
    note = bytes
  }

  private mutating func record(_ kind: NameChange.Kind) {
    changes.append(NameChange(kind: kind, part: WrittenPart(barriersBefore: barrierCount)))
  }
}

/// Syncs.
extension DiskState {
  /// The outcome of a sync.
  enum SyncEnd { case done, half, dropped }

  mutating func synchronize(_ file: Int, _ flush: Flush, _ end: SyncEnd) {
    let place = end == .dropped ? .nowhere : place(after: flush)
    files[file].synchronize(to: place, half: end == .half)
  }

  mutating func synchronizeFolder(_ flush: Flush, _ end: SyncEnd) {
    let place = end == .dropped ? .nowhere : place(after: flush)
    let limit = end == .half ? changes.count / 2 : changes.count
    for index in changes.indices { changes[index].part.move(to: index < limit ? place : .nowhere) }
    while let first = changes.first, first.part.place == .medium {
      first.make(in: &durableNames)
      changes.removeFirst()
    }
  }

  /// Returns the place to which a sync flushes.
  private mutating func place(after flush: Flush) -> WrittenPart.Place {
    if case .ordered = flush, drive == .keepsOrder {
      barrierCount += 1
      return .cache(barrier: barrierCount)
    }
    durableBarrier = barrierCount
    return .medium
  }
}

extension DiskState.NameChange {
  /// Makes the change. A rename is atomic, and holds also when the old name never came to be.
  func make(in names: inout [String: Int]) {
    switch kind {
    case .link(let name, let file): names[name] = file
    case .unlink(let name): names[name] = nil
    case .rename(let old, let new, let file):
      if names[old] == file { names[old] = nil }
      names[new] = file
    }
  }
}
