import Foundation
import Martlet
import MartletToolSupport

/// One index that was built, and what that took.
struct BuildRun {
  /// The source of the documents.
  enum Source {
    /// A file, whose documents are decoded while the index is built.
    case file
    /// Memory, in which the documents are before the clock starts.
    case memory
  }

  /// The bytes of the file.
  private(set) var byteCount = 0
  private(set) var seconds = 0.0
  private(set) var usage = ResourceUsage()
  private(set) var ownMemory = 0
  private(set) var indexBytes = 0
  private(set) var phases = BuildPhases()
  private let residentMemory: Int

  init<Document: SearchDocument>(
    _ options: BuildOptions, _ source: Source,
    make: @escaping @Sendable (String, String) -> Document
  ) throws {
    let folder = options.folder ?? Self.temporaryFolder
    try? FileManager.default.removeItem(atPath: folder)
    defer { if options.folder == nil { try? FileManager.default.removeItem(atPath: folder) } }
    var input = try BuildInput<Document>(options, make: make)
    if source == .memory { try input.readAll() }
    let before = ResourceUsage.current
    let stopwatch = Stopwatch()
    var phases = BuildPhases()
    ownMemory = try MemorySampler.peak {
      phases = try Self.build(&input, options, folder)
    }
    seconds = stopwatch.seconds
    usage = ResourceUsage.current - before
    residentMemory = usage.peakMemory
    self.phases = phases
    byteCount = input.byteCount
    indexBytes = try GameIndex.size(ofFolder: folder)
  }

  private static var temporaryFolder: String {
    FileManager.default.temporaryDirectory
      .appendingPathComponent("martlet-bench-\(UUID().uuidString)").path
  }

  private static func build<Document: SearchDocument>(
    _ input: inout BuildInput<Document>, _ options: BuildOptions, _ folder: String
  ) throws -> BuildPhases {
    var indexOptions = IndexOptions(durability: .none)
    if let limit = options.memoryLimit { indexOptions.memoryLimit = limit }
    let index = try SearchIndex<Document>(
      at: URL(fileURLWithPath: folder), options: indexOptions)
    var phases = BuildPhases()
    var writes: [BuildPhases.Write] = []
    while true {
      let (reading, batch) = try Stopwatch.time { try input.nextBatch() }
      phases.reading += reading
      guard !batch.documents.isEmpty else { break }
      writes.append(try write(batch, to: index, &phases))
    }
    phases.take(writes)
    phases.lastCheckpoint = try Stopwatch.time { try index.checkpointSync() }.0
    phases.compacting = try Stopwatch.time {
      try index.compactSync()
      try index.closeSync()
    }.0
    return phases
  }

  private static func write<Document: SearchDocument>(
    _ batch: BuildInput<Document>.Batch, to index: SearchIndex<Document>,
    _ phases: inout BuildPhases
  ) throws -> BuildPhases.Write {
    let before = index.statistics
    var encoding = 0.0
    let (seconds, _) = try Stopwatch.time {
      try index.writeSync { writes in
        encoding = try Stopwatch.time { try writes.put(contentsOf: batch.documents) }.0
      }
    }
    phases.encoding += encoding
    let after = index.statistics
    let effect: BuildPhases.Effect =
      after.memorySegmentCount == 0
      ? .checkpoint : after.memorySegmentCount > before.memorySegmentCount ? .nothing : .merge
    return .init(bytes: batch.byteCount, seconds: seconds - encoding, effect: effect)
  }
}

extension BuildRun {
  private var rate: Double { Double(byteCount) / 1e6 / seconds }

  /// A line with the sums and a table of the phases.
  var text: String {
    let figures = [
      "\(Figures.bytes(byteCount)) in \(Figures.time(seconds))",
      "\(Figures.decimal(rate, places: 1)) MB/s",
      "user \(Figures.time(usage.userSeconds)), system \(Figures.time(usage.systemSeconds))",
      "index \(Figures.bytes(indexBytes))",
      "own memory \(Figures.bytes(ownMemory)), resident so far \(Figures.bytes(residentMemory))",
    ]
    return figures.joined(separator: "; ") + "\n\n" + phases.table.text
  }

  /// Returns the figures that are kept in a record.
  func figures(_ name: String) -> MeasuredFigures {
    var figures = MeasuredFigures()
    figures.add("\(name), rate", rate, "MB/s")
    figures.add("\(name), user", usage.userSeconds, "s")
    figures.add("\(name), system", usage.systemSeconds, "s")
    figures.add("\(name), own memory", Double(ownMemory) / 1e6, "MB")
    figures.add("\(name), index", Double(indexBytes) / 1e6, "MB")
    return figures
  }
}
