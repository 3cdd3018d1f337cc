import Martlet
import Synchronization

/// A file of a simulated disk that is being written.
final class SimulatedFile: WritableFile {
  private let disk: SimulatedDisk
  private let file: Int
  private let name: String
  private let count = Atomic(0)
  private let hasFailed = Atomic(false)
  private let isClosed = Atomic(false)

  init(_ disk: SimulatedDisk, _ file: Int, _ name: String) {
    self.disk = disk
    self.file = file
    self.name = name
  }

  var byteCount: Int { count.load(ordering: .relaxed) }

  func append(_ bytes: ByteView) throws(SearchError) {
    let (file, name, bytes) = (file, name, bytes.array)
    let call = DiskCall(kind: .append, name: name, byteCount: bytes.count)
    try requireUsable(call)
    do throws(SearchError) {
      try disk.perform(
        call,
        failed: { machine, effect in
          if effect == .half { machine.disk.append(Array(bytes.prefix(bytes.count / 2)), to: file) }
        },
        { (machine) throws(SearchError) in try machine.append(bytes, to: file, name) })
    } catch {
      guard PlantedBug.ignoresShortWrite.isPlanted else { throw error }
    }
    count.add(bytes.count, ordering: .relaxed)
  }

  func reserve(_ byteCount: Int) {
    let (file, name, end) = (file, name, self.byteCount + byteCount)
    let call = DiskCall(kind: .reserve, name: name, byteCount: byteCount)
    guard !isClosed.load(ordering: .relaxed) else { return }
    try? disk.perform(
      call,
      failed: { machine, effect in
        if effect == .half { machine.reserve(upTo: end - byteCount / 2, in: file) }
      },
      { (machine) throws(SearchError) in machine.reserve(upTo: end, in: file) })
  }

  func synchronize(_ flush: Flush) throws(SearchError) {
    let file = file
    let call = DiskCall(kind: .synchronize, name: name)
    try requireUsable(call)
    do throws(SearchError) {
      try disk.perform(
        call,
        failed: { machine, effect in
          machine.disk.synchronize(file, flush, effect == .half ? .half : .dropped)
        },
        { (machine) throws(SearchError) in
          if !machine.isLying, !machine.puts(off: name, file) {
            machine.disk.synchronize(file, flush, .done)
          }
        })
    } catch {
      hasFailed.store(true, ordering: .relaxed)
      throw error
    }
  }

  func close() throws(SearchError) {
    isClosed.store(true, ordering: .relaxed)
    let file = file
    do throws(SearchError) {
      // The last chance to hear of what could not be written back; it is lost then.
      try disk.perform(
        DiskCall(kind: .close, name: name),
        failed: { machine, effect in
          if effect != .after { machine.disk.forgetUnwritten(file) }
        },
        { (_) throws(SearchError) in })
    } catch {
      guard PlantedBug.ignoresCloseError.isPlanted else { throw error }
    }
  }

  private func requireUsable(_ call: DiskCall) throws(SearchError) {
    guard !isClosed.load(ordering: .relaxed) else {
      throw SearchError(.closed, "the file was closed for writing", file: name)
    }
    if hasFailed.load(ordering: .relaxed) { disk.whileAlive { $0.misuses.append(call) } }
  }
}

/// Being the only writer of a simulated disk.
final class SimulatedLock: WriterLock {
  private let disk: SimulatedDisk
  private let isHeld = Atomic(true)

  init(_ disk: SimulatedDisk) { self.disk = disk }

  deinit { release() }

  package var isIntact: Bool { isHeld.load(ordering: .relaxed) }

  func leaveNote(_ note: ByteView) {
    let bytes = note.array
    disk.whileAlive { $0.disk.leaveNote(bytes) }
  }

  func release() {
    if isHeld.exchange(false, ordering: .relaxed) { disk.whileAlive { $0.isLocked = false } }
  }
}
