import MartletTestSupport
import Testing

@testable import Martlet

/// The engine that applications run, over a storage of the test, with documents that are a key and
/// a version.
enum TestEngine {
  static let schema = IndexSchema([
    (FieldDefinition(name: "text", kind: .text), Analyzer.whitespace)
  ])

  /// The schema of a later version of the application.
  static let laterSchema = IndexSchema([
    (FieldDefinition(name: "text", kind: .text), Analyzer.whitespace),
    (FieldDefinition(name: "more", kind: .text), Analyzer.whitespace),
  ])

  static func put(_ key: String, _ version: Int, fields: Int = 1) -> LogOperation {
    let values = (0..<fields).map {
      InputDocument.Value(field: FieldID(UInt16($0)), content: .text("w\(version) all"))
    }
    return .put(
      InputDocument(key: Array(key.utf8), values: values, stored: Array("\(version)".utf8)))
  }

  static func puts(_ keys: Range<Int>, _ version: Int) -> [LogOperation] {
    keys.map { put("k\($0)", version) }
  }

  /// Forty documents with more stored bytes than are written at once, which do not compress.
  static func bulkyPuts(_ name: String, seed: UInt64) -> [LogOperation] {
    var random = SeededRandom(seed: seed)
    return (0..<40).map { number in
      .put(
        InputDocument(
          key: Array("\(name)-\(number)".utf8),
          values: [InputDocument.Value(field: FieldID(0), content: .text("w\(number) all"))],
          stored: (0..<2_000).map { _ in UInt8(random.int(in: 0..<256)) }))
    }
  }

  static func options(
    _ change: (inout TestOptions) -> Void = { _ in }
  ) -> TestOptions {
    var options = TestOptions()
    options.mergesAutomatically = false
    change(&options)
    return options
  }

  static func open(
    _ storage: any Storage, _ change: (inout TestOptions) -> Void = { _ in }
  ) throws(SearchError) -> IndexCore {
    try IndexCore.open(storage, schema: schema, options: options(change))
  }

  /// The documents that a reader finds.
  static func read(_ storage: any Storage) throws -> [String: Int] {
    try IndexCore.openForReading(storage, schema: schema, options: options()).documents()
  }

  /// The files as they are at this moment, which is what a killed process leaves.
  static func copy(_ storage: MemoryStorage) -> MemoryStorage {
    let image = MemoryStorage()
    for name in storage.list() { image[name] = storage[name] }
    image.setWriterNote(storage.writerNote())
    return image
  }

  /// An index of ten documents in one segment file.
  static func tenDocuments() throws -> DiskState {
    let disk = SimulatedDisk()
    let core = try open(disk)
    try core.write(puts(0..<10, 0))
    try core.close()
    return disk.state
  }

  /// The names in `disk` that no index of its state needs.
  static func leftovers(_ disk: any Storage) throws -> [String] {
    let recovered = try #require(try RecoveredIndex.read(from: disk, forWriting: false))
    let needed = recovered.manifest.fileNames
    return try disk.list().sorted().filter { name in
      switch FileName(name) {
      case .segment, .liveDocuments: !needed.contains(name)
      case .log(let sequence): sequence < recovered.manifest.firstLogSequence
      case .temporary: true
      case .lock, .removal, .manifest, .tornLog, nil: false
      }
    }
  }
}

extension IndexCore {
  func write(_ operations: [LogOperation]) throws(SearchError) {
    var batch = WriteBatch()
    for operation in operations { batch.append(operation) }
    try write(batch)
  }

  /// Closes the index, and returns how that failed.
  @discardableResult
  func closeAnyway() -> SearchError.Code? { thrownCode { try close() } }

  /// All documents of the present state; a key that is there twice is an issue.
  func documents() throws -> [String: Int] {
    var result: [String: Int] = [:]
    for part in state.members {
      let reader = part.segment.reader
      for index in 0..<reader.documentCount where part.segment.live.isLive(DocumentID(index)) {
        let key = String(decoding: try reader.keys.key(of: DocumentID(index)), as: UTF8.self)
        let bytes = try reader.storedFields.bytes(of: DocumentID(index))
        #expect(result[key] == nil, "\(key) is there twice")
        result[key] = Int(String(decoding: bytes, as: UTF8.self))
      }
    }
    return result
  }
}
