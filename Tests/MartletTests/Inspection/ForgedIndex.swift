import MartletTestSupport
import Testing

@testable import Martlet

/// An index in a folder whose segment is forged: manifest and checksums agree with the files, and
/// only the content of the files is wrong.
struct ForgedIndex {
  static let documentCount = 300
  /// The numbers of the fields.
  static let body: UInt16 = 0
  static let title: UInt16 = 1
  static let plain: UInt16 = 2
  static let kind: UInt16 = 3
  static let unused: UInt16 = 4
  static let year: UInt16 = 5

  /// The files of a sound index with one segment, which has lists of every kind.
  private struct Sound: Sendable {
    var manifest: Manifest
    var files: [String: [UInt8]]
    var image: [UInt8]
  }

  private static let sound = Result { try makeSound() }
  /// The image of the sound index as another segment.
  private static let repeated = Result {
    let sound = try Self.sound.get()
    return try addingLists(sound.image, sound.manifest.fields, repeatedID)
  }
  private static let repeatedID = SegmentID(high: 7, low: 7)

  let folder: TemporaryFolder

  /// Makes an index with an image that `change` changes.
  ///
  /// - Parameters:
  ///   - deleted: The documents that the file of live documents says are deleted.
  ///   - changeLive: A change of that file behind its header.
  ///   - repeatsSegment: True for a second segment with the same documents.
  init(
    deleting deleted: [DocumentID] = [], repeatsSegment: Bool = false,
    changingLive changeLive: (inout [UInt8]) -> Void = { _ in },
    change: (inout ForgedImage) throws -> Void = { _ in }
  ) throws {
    folder = try TemporaryFolder()
    let sound = try Self.sound.get()
    var image = try ForgedImage(sound.image, definitions: sound.manifest.fields)
    try change(&image)
    let bytes = image.bytes
    var entry = sound.manifest.segments[0]
    entry.byteCount = bytes.count
    entry.hash = try ImageFooter.decode(ByteView(copying: bytes), file: "").rootHash
    for (name, content) in sound.files where name != entry.fileName {
      try folder.put(name, content)
    }
    try folder.put(entry.fileName, bytes)
    var manifest = sound.manifest
    manifest.generation += 1
    if !deleted.isEmpty {
      let live = try Self.live(deleted, entry.id, manifest.generation, changeLive)
      entry.liveGeneration = manifest.generation
      entry.liveByteCount = live.count
      entry.liveHash = LiveDocumentsFormat.check(ByteView(copying: live))
      try folder.put(try #require(entry.liveFileName), live)
    }
    manifest.segments = [entry]
    if repeatsSegment {
      let repeated = try Self.repeated.get()
      var second = entry
      second.id = Self.repeatedID
      (second.byteCount, second.hash) = (
        repeated.count, try ImageFooter.decode(ByteView(copying: repeated), file: "").rootHash
      )
      try folder.put(second.fileName, repeated)
      manifest.segments.append(second)
    }
    try folder.put(
      FileName.manifest(manifest.generation).text, ManifestFormat.encode(manifest).array)
  }

  private static func live(
    _ deleted: [DocumentID], _ id: SegmentID, _ generation: Generation,
    _ change: (inout [UInt8]) -> Void
  ) throws -> [UInt8] {
    let live = LiveDocuments(documentCount: documentCount).deleting(deleted)
    let bytes = LiveDocumentsFormat.encode(live, segmentID: id, generation: generation).array
    var layout = try #require(LiveLayout(bytes))
    change(&layout.parts[1])
    return layout.assembled()
  }

  /// What the public way to verify an index reports.
  ///
  /// Opened like this, an index whose segment cannot be opened is verified too.
  func verify() throws(SearchError) -> VerificationReport {
    let options = IndexOptions(onCorruption: .salvage)
    return try SearchIndex<Record>.readOnly(path: folder.path, options: options).verifySync()
  }

  // MARK: - The sound index

  private static let schema = RecordSchema(fields: [
    .text("body"), .text("title"), .text("plain", hasPositions: false), .keyword("kind"),
    .text("unused"), .number("year"),
  ])

  private static func record(_ number: Int) -> Record {
    var body = Array(repeating: "red fish", count: number % 3 + 1) + ["w\(number)"]
    if number % 2 == 0 { body.append("fast") }
    if number < 128 { body.append("dozen") }
    if number == 0 { body.append("thrice thrice thrice") }
    if number == 5 { body.append("twice twice") }
    // Both begin with the same byte.
    if number == 9 { body.append("ω ψ") }
    // Norms of lengths above 40 are not exact, so that the field has lengths.
    if number == 7 { body += Array(repeating: "filler", count: 60) }
    return Record(
      key: "key \(number)",
      fields: [
        "body": .string(body.joined(separator: " ")),
        "title": .string("title\(number % 100)" + (number % 4 == 0 ? " quarter" : "")),
        "plain": .string("every plain\(number % 50)"),
        "kind": .string(number % 9 == 0 ? "rare" : "common"),
        "year": .number(Double(number % 10)),
      ])
  }

  private static func makeSound() throws -> Sound {
    let folder = try TemporaryFolder()
    let index = try SearchIndex<Record>(path: folder.path, schema: schema)
    try index.writeSync { batch in
      for number in 0..<documentCount { try batch.put(record(number)) }
    }
    try index.closeSync()
    let storage = try FileStorage(path: folder.path, createIfMissing: false)
    let manifest = try #require(try ManifestStore.readNewest(from: storage, forWriting: false))
    try #require(manifest.segments.count == 1)
    var files: [String: [UInt8]] = [:]
    for name in try storage.list() { files[name] = folder.content(of: name) }
    let file = try #require(files[manifest.segments[0].fileName])
    let image = try addingLists(file, manifest.fields, manifest.segments[0].id)
    return Sound(manifest: manifest, files: files, image: image)
  }

  /// Merges the segment into one that has lists for prefixes and for pairs of words.
  private static func addingLists(
    _ bytes: [UInt8], _ definitions: [FieldDefinition], _ id: SegmentID
  ) throws -> [UInt8] {
    let image = try ImageReader(ByteView(copying: bytes), file: "seg", isTrusted: false)
    let reader = try SegmentReader(image, definitions: definitions)
    var merger = try SegmentMerger(
      [LiveSegment(reader, fieldCount: definitions.count)], definitions: definitions,
      segmentID: id)
    merger.leastPrefixCost = 100
    merger.bigramBudget = BigramBudget(leastDocumentFrequency: 100, share: .infinity)
    merger.prefixPairBudget = PrefixPairBudget(leastCost: 100, leastShare: 0, mostWords: 8)
    return try merger.merge().array
  }
}
