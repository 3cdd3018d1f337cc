/// The destination of an image.
enum ImageDestination {
  /// An empty buffer, whose `finish()` then returns the image's bytes.
  case memory(ByteWriter)
  /// An empty file. The caller synchronizes and closes it.
  case file(any WritableFile)
}

/// The size and the hash of a finished image, which the manifest keeps.
struct ImageSummary: Sendable, Equatable {
  /// The byte count of the whole image.
  var byteCount: Int
  /// The hash that covers every byte.
  var rootHash: UInt64
}

/// Writes one image from start to end, section by section; see ``ImageFormat``.
///
/// Sections that grow at the same time are collected in a ``SectionBuffer`` each, and added in
/// turn. Used by one thread at a time. After an error the image is unusable, and the caller removes
/// the file.
///
/// - Complexity: linear in the bytes; a file needs 256 KiB of memory and 8 bytes per 16 KiB.
final class ImageWriter {
  /// The bytes written to a file at once: whole pages, and enough to keep the number of calls low.
  private static let pieceByteCount = 16 * PageVerifier.pageByteCount

  private let file: (any WritableFile)?
  /// The end of the image: all of it in memory, or the bytes that are not yet in the file.
  private let staged: ByteWriter
  private var flushedByteCount = 0
  private let hashes = ByteWriter()
  private var hashCount: UInt64 = 0
  private var entries: [ImageFormat.Entry] = []
  private var names: Set<SectionID> = []
  private var current: (id: SectionID, start: Int)?
  private var isFinished = false

  /// Begins the image of a segment.
  ///
  /// - Precondition: The destination is empty.
  init(into destination: ImageDestination, segmentID: SegmentID, documentCount: Int) {
    switch destination {
    case .memory(let writer):
      precondition(writer.count == 0, "the destination is not empty: it has \(writer.count) bytes")
      file = nil
      staged = writer
    case .file(let target):
      precondition(
        target.byteCount == 0,
        "the destination is not empty: it has \(target.byteCount) bytes")
      file = target
      staged = ByteWriter(capacity: Self.pieceByteCount)
    }
    FileHeader(kind: .image, owner: segmentID.owner, documentCount: documentCount)
      .encode(into: staged)
  }

  /// The offset in the image of the next byte to be written.
  private var offset: Int { flushedByteCount + staged.count }

  /// Begins the section `id`.
  ///
  /// - Precondition: No section is open, and the image has none of this name.
  func begin(_ id: SectionID) throws(SearchError) {
    precondition(
      current == nil && !isFinished, "\(id) begins before the previous section has ended")
    precondition(names.insert(id).inserted, "the image has a second section for \(id)")
    try align()
    current = (id, offset)
  }

  /// Adds `view` to the open section.
  ///
  /// - Throws: Any error from the file.
  func append(_ view: ByteView) throws(SearchError) {
    precondition(current != nil, "\(view.count) bytes are written outside a section")
    try view.withBytes { (bytes) throws(SearchError) in try write(bytes) }
  }

  /// Adds `bytes` to the open section.
  ///
  /// - Throws: Any error from the file.
  func append(_ bytes: Span<UInt8>) throws(SearchError) {
    precondition(current != nil, "\(bytes.count) bytes are written outside a section")
    try write(bytes)
  }

  /// Ends the open section.
  func end() {
    guard let (id, start) = current else { preconditionFailure("no section to end") }
    entries.append(
      ImageFormat.Entry(
        kind: id.kind.rawValue, field: id.field?.rawValue ?? SectionID.noField,
        flags: id.kind.isRequired ? ImageFormat.requiredFlag : 0, offset: UInt64(start),
        byteCount: UInt64(offset - start)))
    current = nil
  }

  /// Adds a whole section.
  func add(_ id: SectionID, _ view: ByteView) throws(SearchError) {
    try begin(id)
    try append(view)
    end()
  }

  /// Writes the tables and ends the image.
  ///
  /// - Returns: The summary that the manifest keeps.
  /// - Throws: Any error from the file.
  func finish() throws(SearchError) -> ImageSummary {
    precondition(
      current == nil && !isFinished, "the image is finished twice, or in the middle of a section")
    isFinished = true
    try align()
    let tableOffset = offset
    for entry in entries { entry.encode(into: staged) }
    try align()
    let hashOffset = offset
    try flush()
    let rootHash = hashes.withBytes { Checksum.hash64($0) }
    hashes.align(to: ImageFormat.alignment)
    let byteCount = hashOffset + hashes.count + ImageFormat.footerByteCount
    staged.append(hashes.finish())
    ImageFooter(
      tableOffset: tableOffset, sectionCount: entries.count, hashOffset: hashOffset,
      byteCount: byteCount, rootHash: rootHash
    ).encode(into: staged)
    if let file { try hand(to: file) }
    return ImageSummary(byteCount: byteCount, rootHash: rootHash)
  }

  /// Adds zeros up to the next multiple of the alignment, which divides a chunk.
  private func align() throws(SearchError) {
    staged.align(to: ImageFormat.alignment)
    if file != nil, staged.count >= Self.pieceByteCount { try flush() }
  }

  private func write(_ bytes: Span<UInt8>) throws(SearchError) {
    guard file != nil else { return staged.append(bytes) }
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + Self.pieceByteCount - staged.count)
      staged.append(bytes.extracting(start..<end))
      start = end
      if staged.count == Self.pieceByteCount { try flush() }
    }
  }

  /// Hashes the staged bytes, whole pages except for the image's last, and writes them to the file.
  private func flush() throws(SearchError) {
    staged.withBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: PageVerifier.pageByteCount) {
        let end = min(start + PageVerifier.pageByteCount, bytes.count)
        hashes.append(Checksum.hash64(bytes.extracting(start..<end), seed: hashCount))
        hashCount += 1
      }
    }
    guard let file else { return }
    flushedByteCount += staged.count
    try hand(to: file)
  }

  private func hand(to file: any WritableFile) throws(SearchError) {
    try staged.lend { (chunk) throws(SearchError) in try file.append(chunk) }
  }
}
