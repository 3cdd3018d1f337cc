package import Martlet

extension SimulatedDisk: Storage {
  package func list() throws(SearchError) -> [String] {
    try perform(DiskCall(kind: .list)) { (machine) throws(SearchError) in machine.disk.fileNames }
  }

  package func create(_ name: String) throws(SearchError) -> any WritableFile {
    let call = DiskCall(kind: .create, name: name)
    let file = try perform(call) { (machine) throws(SearchError) in
      try machine.requireSpace(for: name)
      return try machine.disk.create(name)
    }
    return SimulatedFile(self, file, name)
  }

  package func read(
    _ name: String, from offset: Int, atMost count: Int
  ) throws(SearchError) -> ByteView {
    let content = try content(DiskCall(kind: .read, name: name))
    let start = min(max(0, offset), content.count)
    return ByteView(copying: Array(content[start...].prefix(max(0, count))))
  }

  package func map(_ name: String, byteCount: Int) throws(SearchError) -> ByteView {
    let content = try content(DiskCall(kind: .map, name: name))
    guard content.count == byteCount else {
      throw SearchError(.corrupted, "expected \(byteCount), found \(content.count)", file: name)
    }
    return ByteView(copying: content)
  }

  private func content(_ call: DiskCall) throws(SearchError) -> [UInt8] {
    try perform(call) { (machine) throws(SearchError) in
      guard let content = machine.disk[call.name] else {
        throw SearchError(.notFound, "there is no such file", file: call.name)
      }
      return content
    }
  }

  package func rename(_ old: String, to new: String) throws(SearchError) {
    try perform(DiskCall(kind: .rename, name: old, newName: new)) { (machine) throws(SearchError) in
      try machine.disk.rename(old, to: new)
    }
  }

  package func remove(_ name: String) throws(SearchError) {
    try perform(DiskCall(kind: .remove, name: name)) { (machine) throws(SearchError) in
      machine.disk.remove(name)
    }
  }

  package func synchronizeDirectory(_ flush: Flush) throws(SearchError) {
    try perform(
      DiskCall(kind: .synchronizeFolder),
      failed: { machine, effect in
        machine.disk.synchronizeFolder(flush, effect == .half ? .half : .dropped)
      },
      { (machine) throws(SearchError) in
        if !machine.isLying, !machine.putsOffFolder(flush) {
          machine.disk.synchronizeFolder(flush, .done)
        }
        if flush == .durable { machine.makeUp(for: .publishesBeforeSegments) }
      })
  }

  package func availableByteCount() -> UInt64? {
    withMachine { machine in
      guard machine.tellsSpace, let space = machine.space else { return nil }
      return UInt64(max(0, space - machine.disk.byteCount))
    }
  }

  package func writerNote() throws(SearchError) -> ByteView? {
    try perform(DiskCall(kind: .readNote)) { (machine) throws(SearchError) in
      machine.disk.note.map { ByteView(copying: $0) }
    }
  }

  package func acquireWriterLock() throws(SearchError) -> any WriterLock {
    try perform(DiskCall(kind: .lock)) { (machine) throws(SearchError) in
      guard !machine.isLocked else {
        throw SearchError(.writerBusy, "the simulated disk has a writer")
      }
      machine.isLocked = true
    }
    return SimulatedLock(self)
  }
}
