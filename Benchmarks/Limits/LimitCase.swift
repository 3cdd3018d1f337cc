import Foundation
import Martlet
import MartletToolSupport

/// A task of an application that runs with a limit for memory.
enum LimitCase: String, CaseIterable {
  case documents
  case batch
  case loading
  case compacting
  case reopening
  case closing

  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// Creates the case called `name`.
  init(named name: String) throws(ToolFailure) {
    guard let found = LimitCase(rawValue: name) else {
      throw ToolFailure("there is no case \(name): expected \(Self.names)")
    }
    self = found
  }

  /// The bytes that an index may keep in memory.
  private var limit: Int {
    switch self {
    case .documents, .batch: 4 << 20
    case .loading, .compacting, .reopening, .closing: 16 << 20
    }
  }

  private var options: IndexOptions {
    IndexOptions(memoryLimit: limit, merging: self == .loading ? .automatic : .manual)
  }

  /// Creates in `folder` the files with which ``measure(in:megabytes:)`` begins. Runs in its own
  /// process, because memory that a process has used before is available to it without asking the
  /// system.
  func prepare(in folder: URL, megabytes: Int) throws {
    let texts = try LargeTexts()
    switch self {
    case .documents, .batch, .loading: return
    case .compacting, .closing:
      let index = try SearchIndex<LargeText>(at: folder, options: options)
      try load(index, texts, megabytes: megabytes)
      try index.closeSync()
    case .reopening:
      let index = try SearchIndex<LargeText>(
        at: folder, options: IndexOptions(memoryLimit: .max))
      try load(index, texts, megabytes: megabytes)
      // The index is left as by a killed process.
      Foundation.exit(0)
    }
  }

  /// Runs the case, and returns a line with what it took.
  func measure(in folder: URL, megabytes: Int) throws -> String {
    let texts = try LargeTexts()
    switch self {
    case .documents: return try documents(folder, texts, min(60, megabytes))
    case .batch: return try batch(folder, texts, min(60, megabytes))
    case .loading: return try loading(folder, texts, megabytes)
    case .compacting: return try compacting(folder, megabytes)
    case .reopening: return try reopening(folder, megabytes)
    case .closing: return try closing(folder, megabytes)
    }
  }

  private func line(_ what: String, _ memory: Int) -> String {
    "\(rawValue): \(what), limit \(Figures.bytes(limit)): \(Figures.bytes(memory))"
  }

  private func documents(_ folder: URL, _ texts: LargeTexts, _ count: Int) throws -> String {
    let index = try SearchIndex<LargeText>(at: folder, options: options)
    let memory = try MemorySampler.peak {
      for number in 0..<count {
        try index.writeSync { try $0.put(texts.document(number, byteCount: 3 << 20)) }
      }
      try index.closeSync()
    }
    return line("\(count) documents of 3 MiB, a write each", memory)
  }

  private func batch(_ folder: URL, _ texts: LargeTexts, _ count: Int) throws -> String {
    let index = try SearchIndex<LargeText>(at: folder, options: options)
    let memory = try MemorySampler.peak {
      try index.writeSync { batch in
        for number in 0..<count { try batch.put(texts.document(number, byteCount: 3 << 20)) }
      }
      try index.closeSync()
    }
    return line("\(count) documents of 3 MiB in one write", memory)
  }

  /// Writes texts of 4 KiB, 1 MiB with one `write`.
  private func load(
    _ index: SearchIndex<LargeText>, _ texts: LargeTexts, megabytes: Int
  ) throws {
    for megabyte in 0..<megabytes {
      try index.writeSync { batch in
        for number in 0..<256 {
          try batch.put(texts.document(megabyte * 256 + number, byteCount: 4 << 10))
        }
      }
    }
  }

  private func loading(_ folder: URL, _ texts: LargeTexts, _ megabytes: Int) throws -> String {
    let index = try SearchIndex<LargeText>(at: folder, options: options)
    let memory = try MemorySampler.peak {
      try load(index, texts, megabytes: megabytes)
      try index.closeSync()
    }
    return line("\(megabytes) MiB of texts, 1 MiB a write", memory)
  }

  private func compacting(_ folder: URL, _ megabytes: Int) throws -> String {
    let index = try SearchIndex<LargeText>(at: folder, options: options)
    let memory = try MemorySampler.peak { try index.compactSync() }
    try index.closeSync()
    return line("merging \(megabytes) MiB of texts", memory)
  }

  private func reopening(_ folder: URL, _ megabytes: Int) throws -> String {
    let logs = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: [.fileSizeKey]
    ).filter { $0.lastPathComponent.hasPrefix("wal-") }
    let byteCount = try logs.reduce(0) { sum, log in
      sum + (try log.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
    }
    let memory = try MemorySampler.peak {
      let index = try SearchIndex<LargeText>(at: folder, options: options)
      guard index.statistics.documentCount == megabytes * 256 else {
        throw ToolFailure(
          "expected \(megabytes * 256) documents, found \(index.statistics.documentCount)")
      }
      try index.closeSync()
    }
    return line(
      "opening \(megabytes) MiB of texts after a crash, \(Figures.bytes(byteCount)) of them in the log",
      memory)
  }

  /// Measures the longest of twenty closings at different moments of a merge.
  private func closing(_ folder: URL, _ megabytes: Int) throws -> String {
    var times: [Double] = []
    for round in 0..<20 {
      let index = try SearchIndex<LargeText>(at: folder, options: options)
      let merging = Thread { try? index.compactSync() }
      merging.start()
      Thread.sleep(forTimeInterval: 0.05 + Double(round) * Double(megabytes) / 8_000)
      times.append(try Stopwatch.time { try index.closeSync() }.0)
    }
    let samples = Samples(times)
    return "\(rawValue): beside a merge of \(megabytes) MiB of texts, 20 times: median "
      + "\(Figures.time(samples.median)), longest \(Figures.time(samples.percentile(1)))"
  }
}
