import Foundation
import Martlet
import MartletToolSupport

/// A document of the game. Its text is searched and not stored, as in the other engines.
struct GameDocument: SearchDocument {
  /// The stored properties. The text is not one of them: it would be encoded only to be left out.
  private enum CodingKeys: CodingKey { case id }

  var id: String
  var text: String?

  var searchKey: String { id }

  static let searchSchema = Schema<GameDocument>(fields: [
    .text("text", \.text, analyzer: .whitespace)
  ])
}

/// The game's index: made once from its corpus, then searched.
struct GameIndex: Sendable {
  private let index: SearchIndex<GameDocument>
  /// The weights of words that stand near each other.
  var proximity = Proximity.none

  /// Opens the index in a folder, for reading.
  ///
  /// - Parameter searchConcurrency: The number of threads that one search may use. Other engines
  ///   use one.
  init(folder: String, searchConcurrency: Int = 1) throws {
    index = try SearchIndex.readOnly(
      at: URL(fileURLWithPath: folder),
      options: IndexOptions(searchConcurrency: searchConcurrency))
  }

  /// The maximum number of bytes of text in a batch of an index of one segment.
  private static let batchBytes = 12 << 20

  /// The options of a build.
  struct Build {
    /// The bytes of documents kept in memory; nil for the default.
    var memory: Int?
    /// The failures that a batch survives. The other engines of the game keep no log while they
    /// build.
    var durability = Durability.none
    /// The number of segments at the end, which have about the same size.
    var segmentCount = 1
    /// The percentage of documents that are deleted at the end.
    var deletedPercent = 0
    /// True if similar documents are placed near each other.
    var isReordered = false
  }

  /// Creates an index in a folder, replacing whatever the folder held.
  ///
  /// - Returns: The bytes of the corpus.
  static func build(corpus path: String, folder: String, _ build: Build = Build()) throws -> Int {
    var corpus = try GameCorpusLine.documents(path: path)
    try? FileManager.default.removeItem(atPath: folder)
    // One segment is the result of one merge of everything: what is merged before is merged twice.
    var options = IndexOptions(durability: build.durability, merging: .manual)
    if let memory = build.memory { options.memoryLimit = memory }
    // A batch becomes an image for each thread, and each large image a segment.
    if build.segmentCount > 1 { options.indexingConcurrency = 1 }
    let index = try SearchIndex<GameDocument>(
      at: URL(fileURLWithPath: folder), options: options)
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    var (deleted, number) = ([String](), 0)
    for segment in 1...build.segmentCount {
      let end = segment == build.segmentCount ? .max : size / build.segmentCount * segment
      let batch = build.segmentCount == 1 ? batchBytes : size / build.segmentCount
      try add(&corpus, upTo: end, in: batch, to: index) { id in
        // A step without a common divisor with 100 spreads them.
        if number * 37 % 100 < build.deletedPercent { deleted.append(id) }
        number += 1
      }
      if build.segmentCount > 1 { try index.checkpointSync() }
    }
    if build.segmentCount == 1 { try index.compactSync(reordering: build.isReordered) }
    if !deleted.isEmpty { try index.writeSync { batch in batch.delete(contentsOf: deleted) } }
    try index.closeSync()
    return corpus.byteCount
  }

  /// Adds documents in batches of `batchBytes` until `end` bytes of the corpus have been read, and
  /// calls `didAdd` for each.
  private static func add(
    _ corpus: inout DecodedLines<GameDocument>, upTo end: Int, in batchBytes: Int,
    to index: SearchIndex<GameDocument>, didAdd: (String) -> Void
  ) throws {
    var isAtEnd = false
    while !isAtEnd, corpus.byteCount < end {
      let batchEnd = min(end, corpus.byteCount + batchBytes)
      try index.writeSync { batch in
        while corpus.byteCount < batchEnd {
          guard let document = try corpus.next() else {
            isAtEnd = true
            return
          }
          try batch.put(document)
          didAdd(document.id)
        }
      }
    }
  }

  /// Returns the request for a text of the game: any of its words, all of them complete.
  static func request(_ text: String, _ command: GameCommand) -> SearchRequest {
    let options = UserQueryOptions(combine: .any, lastWordIsUnfinished: false)
    return SearchRequest(.user(text, options: options)) { request in
      request.limit = command.limit
      request.counting = command.counts ? .exact : .none
    }
  }

  /// Searches once, from the text to the results.
  func search(_ text: String, _ command: GameCommand) throws -> SearchResults<GameDocument> {
    var request = command == .asTyped ? SearchRequest(text) : Self.request(text, command)
    request.proximity = proximity
    return try index.searchSync(request)
  }

  /// Searches as while a person types: the last word is unfinished, as by an application's default.
  func searchAsTyped(_ text: String) async throws -> SearchResults<GameDocument> {
    try await index.search(text)
  }

  /// Returns the exact number of matching documents; nil if it was not counted.
  static func total(_ results: SearchResults<GameDocument>) -> Int? {
    if case .exactly(let count) = results.total { return count }
    return nil
  }

  /// Returns the size of all files in a folder.
  static func size(ofFolder folder: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: folder).reduce(0) { sum, name in
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      return sum + (attributes[.size] as? Int ?? 0)
    }
  }
}
