@testable import Martlet

/// Opens an index one of whose files is any bytes, for reading and for writing, and uses it.
enum IndexFuzzing {
  static func violation(manifest bytes: [UInt8]) -> String? {
    let generation =
      number(in: bytes, headerByteCount: FileHeader.byteCount) ?? FuzzSample.generation
    var index = FuzzSample.index
    index.manifest = bytes
    return violation(index, generation: generation, sequence: FuzzSample.logSequence)
  }

  static func violation(log bytes: [UInt8]) -> String? {
    let sequence =
      number(in: bytes, headerByteCount: LogFormat.headerByteCount) ?? FuzzSample.logSequence
    var index = FuzzSample.index
    index.log = bytes
    return violation(index, generation: FuzzSample.generation, sequence: sequence)
  }

  /// The number that a header gives the file's name; nil when it has none.
  private static func number(in bytes: [UInt8], headerByteCount: Int) -> UInt64? {
    guard bytes.count >= headerByteCount else { return nil }
    let number = ByteView(copying: bytes).uint64(at: 40)
    return number > 0 ? number : nil
  }

  static func violation(live bytes: [UInt8]) -> String? {
    let live = try? LiveDocumentsFormat.decode(
      ByteView(copying: bytes), file: "del", segmentID: FuzzSample.segmentID,
      generation: FuzzSample.liveGeneration, documentCount: 40)
    guard let live else { return nil }
    let again = LiveDocumentsFormat.encode(
      live, segmentID: FuzzSample.segmentID, generation: FuzzSample.liveGeneration)
    // Version and features may be others, and so may the header's check and the one at the end.
    guard again.array[64..<(bytes.count - 8)] == bytes[64..<(bytes.count - 8)] else {
      return "live documents that are decoded and encoded again differ"
    }
    guard let segment = try? FuzzSample.open(ByteView(copying: FuzzSample.index.segment)),
      let deleted = try? segment.deleting(Array(live.deletedDocuments)),
      deleted.live == live
    else { return "deleting what is deleted gives other live documents" }
    let found = SegmentChecker.check(deleted)
    return found.isEmpty ? nil : "the checker finds \(found[0]) in live documents that were decoded"
  }

  private static func storage(
    _ index: FuzzSample.Index, generation: Generation, sequence: UInt64
  ) -> MemoryStorage {
    let storage = MemoryStorage()
    storage[FileName.manifest(generation).text] = index.manifest
    storage[FileName.segment(FuzzSample.segmentID).text] = index.segment
    storage[FileName.liveDocuments(FuzzSample.segmentID, FuzzSample.liveGeneration).text] =
      index.live
    storage[FileName.log(sequence: sequence).text] = index.log
    return storage
  }

  private static func violation(
    _ index: FuzzSample.Index, generation: Generation, sequence: UInt64
  ) -> String? {
    let storage = storage(index, generation: generation, sequence: sequence)
    guard let reader = try? read(storage) else {
      // Only what a writer may not change is for readers alone; everything else is for neither.
      guard let core = try? write(storage) else { return nil }
      try? core.close()
      return "a writer opens what a reader refuses"
    }
    _ = reader.statistics
    let problems = (try? reader.verify()) ?? []
    guard problems.isEmpty else { return "verify finds \(problems[0]) in what was opened" }
    guard let core = try? write(storage) else { return nil }
    guard core.state.segments.documentCount == reader.state.segments.documentCount else {
      return "a writer finds other documents than a reader"
    }
    return goOn(core, storage)
  }

  /// Writes, closes, and reads again.
  private static func goOn(_ core: IndexCore, _ storage: MemoryStorage) -> String? {
    let key = Array("a new document".utf8)
    var batch = WriteBatch()
    batch.append(.put(InputDocument(key: key, values: [], stored: [7])))
    do throws(SearchError) {
      try core.write(batch)
      try core.close()
      let reader = try read(storage)
      guard let place = try reader.state.segments.find(key),
        try reader.state.segments.segments[place.segment].reader.storedFields
          .bytes(of: place.document) == [7]
      else { return "what was written is not there" }
      return nil
    } catch {
      // Numbers near the end of what is possible leave room to read, and none to go on.
      return error.code == .limitExceeded ? nil : "going on throws \(error)"
    }
  }

  private static var options: TestOptions {
    var options = TestOptions()
    options.mergesAutomatically = false
    options.flushDelay = nil
    return options
  }

  private static func read(_ storage: MemoryStorage) throws(SearchError) -> IndexCore {
    try IndexCore.openForReading(storage, schema: FuzzSample.schema, options: options)
  }

  private static func write(_ storage: MemoryStorage) throws(SearchError) -> IndexCore {
    try IndexCore.open(storage, schema: FuzzSample.schema, options: options)
  }
}
