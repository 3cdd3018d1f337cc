/// The files of an index that may be damaged anywhere, for reading only.
struct SalvageSource {
  /// A segment, as far as it is known.
  struct Segment {
    var id: SegmentID
    /// The segment's entry in the manifest; nil if the manifest does not name it.
    var entry: ManifestSegment?
    /// The live documents; nil if no readable file lists them.
    var live: LiveDocuments?
    /// True if ``live`` is known to be up to date.
    var isExact: Bool
    /// The damage, as far as it is known before the bytes are read.
    var problem: SearchError?
  }

  let storage: any Storage
  /// The newest manifest that can be read, if any.
  let manifest: Manifest?
  /// The reason for which a newer manifest, or any, cannot be read.
  let damage: SearchError?
  private let names: [String]

  /// Reads the manifest of the index in `storage`.
  ///
  /// - Throws: `notFound` if there is no index; `formatTooNew` or `io`.
  init(_ storage: any Storage) throws(SearchError) {
    self.storage = storage
    names = try storage.indexFiles().ordered(by: <)
    guard names.contains(where: { FileName($0)?.isEvidence ?? false }) else {
      throw SearchError(.notFound, "there is no index in \(storage.displayName)")
    }
    do throws(SearchError) {
      let found = try ManifestStore.readNewestReadable(
        from: storage, passesFailures: true)
      manifest = found?.manifest
      if let found {
        let note = try? storage.writerNote()
        damage =
          found.damage
          ?? note.flatMap { FlushNote.decode($0, indexID: found.manifest.indexID) }?
          .lostManifest(after: found.manifest)
      } else {
        damage = .corrupted("\(storage.displayName) has no manifest")
      }
    } catch {
      guard error.code == .corrupted else { throw error }
      manifest = nil
      damage = error
    }
  }

  /// True if the manifest is the last one that was written.
  var isNewest: Bool { damage == nil }

  /// Returns the log after the manifest, or nil if there is neither a manifest nor a log.
  ///
  /// - Throws: `io` if the files cannot be listed or read.
  func log() throws(SearchError) -> LogSalvage? {
    try LogSalvage(storage, after: manifest, isNewest: isNewest)
  }

  /// Returns the bookmarks, as far as they can be read.
  ///
  /// - Throws: `io` if the log cannot be read.
  func bookmarks() throws(SearchError) -> [String: [UInt8]] {
    var bookmarks = manifest?.bookmarks ?? [:]
    var log = try log()
    try log?.forEachBatch { batch throws(SearchError) in
      for case .bookmark(let name, let bytes) in batch.operations { bookmarks[name] = bytes }
    }
    return bookmarks
  }

  /// Returns the segments that the manifest names, in document order.
  func namedSegments() -> [Segment] {
    (manifest?.segments ?? []).map { entry in
      var segment = Segment(
        id: entry.id, entry: entry, isExact: isNewest && !entry.isQuarantined,
        problem: entry.isQuarantined ? entry.quarantine : nil)
      do throws(SearchError) {
        segment.live = try LiveDocumentsFormat.read(entry, from: storage)
        guard !isNewest else { return segment }
      } catch {
        segment.isExact = false
        segment.problem = error
      }
      let newest = newestLive(of: entry.id, documentCount: entry.documentCount)
      segment.live = newest ?? segment.live
      return segment
    }
  }

  /// True if there are segments, of which it may not be known when they were written.
  var hasSegments: Bool { manifest?.segments.isEmpty == false || !unnamedSegments().isEmpty }

  /// Returns the segments that the manifest does not name.
  func unnamedSegments() -> [SegmentID] {
    let named = Set((manifest?.segments ?? []).map(\.id))
    return names.compactMap { name in
      guard case .segment(let id) = FileName(name), !named.contains(id) else { return nil }
      return id
    }
  }

  /// Returns the live documents of a segment from the last readable file. Because documents are
  /// only ever deleted, this is the best that is known.
  func newestLive(of id: SegmentID, documentCount: Int) -> LiveDocuments? {
    let generations = names.compactMap { name -> Generation? in
      if case .liveDocuments(id, let generation) = FileName(name) { generation } else { nil }
    }
    for generation in generations.ordered(by: >) {
      let name = FileName.liveDocuments(id, generation).text
      let byteCount = LiveDocumentsFormat.byteCount(documentCount: documentCount)
      if let bytes = try? storage.map(name, byteCount: byteCount),
        let live = try? LiveDocumentsFormat.decode(
          bytes, file: name, segmentID: id, generation: generation, documentCount: documentCount)
      {
        return live
      }
    }
    return nil
  }

  /// Returns the bytes of a segment, or as many as there are, with zeros for those that the medium
  /// cannot read; such a failure is one of the findings.
  ///
  /// - Throws: `notFound` or `io`.
  func bytes(of segment: Segment, _ findings: Findings) throws(SearchError) -> ByteView {
    let name = FileName.segment(segment.id).text
    let bytes: ByteView
    if let failure = try storage.unreadablePart(of: name) {
      findings.add(failure)
      bytes = try storage.readablePieces(of: name)
    } else {
      bytes = try storage.map(name, byteCount: storage.readableByteCount(of: name))
    }
    guard let entry = segment.entry, entry.byteCount < bytes.count else { return bytes }
    return bytes.slice(0..<entry.byteCount)
  }
}

extension FileName {
  /// True if a file of this name is evidence of an index.
  var isEvidence: Bool {
    switch self {
    case .manifest, .log, .segment: true
    case .lock, .removal, .tornLog, .liveDocuments, .temporary: false
    }
  }
}
