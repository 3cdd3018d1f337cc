/// An open image: checks its structure and finds its sections. The layout is in ``ImageFormat``.
///
/// Opening does not read the sections. Their readers call ``Section/verify(_:)``, which compares
/// each 16 KiB page with its hash once; an image that this process made is not verified.
/// Immutable, so any thread may use it.
final class ImageReader: Sendable {
  /// The whole image.
  let view: ByteView
  /// The file that holds it, for error messages.
  let file: String
  let header: FileHeader
  /// The sections in file order, without those of an unknown kind.
  let sectionIDs: [SectionID]
  /// The hash that covers every byte.
  let rootHash: UInt64

  /// True if what is damaged is to be read as far as possible.
  let isDamaged: Bool
  private let footer: ImageFooter
  private let verifier: PageVerifier?
  private let ranges: [SectionID: Range<Int>]
  /// The unused bytes after each section.
  private let gaps: [Range<Int>]

  /// Opens `view`.
  ///
  /// - Parameters:
  ///   - file: The source of the bytes, for error messages.
  ///   - isTrusted: True if this process made the bytes, so that only their structure is checked.
  ///   - segmentID: The segment expected, if any.
  ///   - rootHash: The root hash expected, if any.
  ///   - isDamaged: True to tolerate damage outside the sections, in order to read what is left of
  ///     them. The footer has a check of its own, the table must describe the file from its start
  ///     to its end, and a page is still compared with its hash before it is used.
  ///   - known: The header to use if that of the file is damaged.
  /// - Throws: `corrupted`; `formatTooNew` when a newer version of this library wrote the image;
  ///   `io` when the device cannot read what is looked at.
  /// - Complexity: O(sections) for an image made here, otherwise linear in the page hashes.
  @inline(never)
  init(
    _ view: ByteView, file: String, isTrusted: Bool, segmentID: SegmentID? = nil,
    rootHash: UInt64? = nil, isDamaged: Bool = false, header known: FileHeader? = nil
  ) throws(SearchError) {
    self.view = view
    self.file = file
    self.isDamaged = isDamaged
    try Self.loadEnds(of: view, file)
    header = try Self.header(view, file, instead: known)
    if let segmentID, SegmentID(header.owner) != segmentID {
      throw .corrupted(
        "the header names a segment other than the one that the file is named after",
        file: file, offset: 24)
    }
    footer = try ImageFooter.decode(view, file: file)
    self.rootHash = footer.rootHash
    if let rootHash, footer.rootHash != rootHash {
      throw .corrupted(
        "expected root hash \(rootHash), found \(footer.rootHash): the manifest names another file",
        file: file, offset: view.count - ImageFormat.footerByteCount)
    }
    verifier =
      isTrusted ? nil : try Self.makeVerifier(view, footer, file, toleratesDamage: isDamaged)
    if !isDamaged {
      try verifier?.verify(0..<ImageFormat.headerByteCount)
      try verifier?.verify(footer.tableOffset..<footer.hashOffset)
    }
    do throws(SearchError) {
      (sectionIDs, ranges, gaps) = try Self.readTable(view, footer, file)
    } catch {
      // Damaged entries may look like those of a newer version.
      if error.code == .formatTooNew {
        try verifier?.verify(footer.tableOffset..<footer.hashOffset)
      }
      throw error
    }
  }

  /// Loads the header and the footer of `view`, which no hash covers alone.
  private static func loadEnds(of view: ByteView, _ file: String) throws(SearchError) {
    let header = min(view.count, ImageFormat.headerByteCount)
    try view.slice(0..<header).loadPages(of: file, at: 0)
    let footer = max(0, view.count - ImageFormat.footerByteCount)
    try view.slice(footer..<view.count).loadPages(of: file, at: footer)
  }

  /// Returns the header of `view`, or `known` if it is damaged.
  private static func header(
    _ view: ByteView, _ file: String, instead known: FileHeader?
  ) throws(SearchError) -> FileHeader {
    do throws(SearchError) {
      return try FileHeader.decode(view, kind: .image, file: file)
    } catch {
      guard error.code == .corrupted, let known else { throw error }
      return known
    }
  }

  /// The segment's name.
  var segmentID: SegmentID { SegmentID(header.owner) }

  /// The number of documents, including deleted ones.
  var documentCount: Int { header.documentCount }

  /// Returns the section `id`, or nil when the image has none.
  func section(_ id: SectionID) -> Section? {
    guard let range = ranges[id] else { return nil }
    return Section(
      bytes: view.slice(range), file: file, origin: range.lowerBound, verifier: verifier)
  }

  /// Returns the section `id`, which every valid image has.
  ///
  /// - Throws: `corrupted` when there is none.
  func requiredSection(_ id: SectionID) throws(SearchError) -> Section {
    guard let section = section(id) else {
      throw .corrupted("the image has no section for \(id)", file: file, offset: footer.tableOffset)
    }
    return section
  }

  /// Verifies every page, and makes sure that unused bytes are zero.
  ///
  /// - Complexity: linear in the image's bytes, unless they were verified before.
  func verifyAll() throws(SearchError) {
    let checker = if let verifier { verifier } else { try Self.makeVerifier(view, footer, file) }
    try checker.verify(0..<footer.hashOffset)
    for gap in gaps { try Self.checkZeros(view, gap, file) }
  }

  /// Verifies the pages of a range, for a caller that calls ``verifyAll()`` in the end.
  func verifyPages(_ range: Range<Int>) throws(SearchError) {
    try verifier?.verify(range.clamped(to: 0..<footer.hashOffset))
  }

  /// Returns a verifier of the image's pages, after checking the hashes against the root hash.
  private static func makeVerifier(
    _ view: ByteView, _ footer: ImageFooter, _ file: String, toleratesDamage: Bool = false
  ) throws(SearchError) -> PageVerifier {
    let end = footer.hashOffset + footer.hashByteCount
    let hashes = view.slice(footer.hashOffset..<end)
    try hashes.loadPages(of: file, at: footer.hashOffset)
    if toleratesDamage {
      return try PageVerifier(
        image: view.slice(0..<footer.hashOffset), hashes: hashes, file: file)
    }
    guard Checksum.hash64(hashes) == footer.rootHash else {
      throw .corrupted(
        "the page hashes do not match the root hash", file: file, offset: footer.hashOffset)
    }
    try checkZeros(view, end..<(view.count - ImageFormat.footerByteCount), file)
    return try PageVerifier(
      image: view.slice(0..<footer.hashOffset), hashes: hashes, file: file)
  }

  private static func checkZeros(
    _ view: ByteView, _ range: Range<Int>, _ file: String
  ) throws(SearchError) {
    for offset in range where view[offset] != 0 {
      throw .corrupted(
        "expected an unused byte to be 0, found \(view[offset])",
        file: file, offset: offset)
    }
  }

  /// Returns the sections that this library knows, and the unused bytes after each of all sections.
  private static func readTable(
    _ view: ByteView, _ footer: ImageFooter, _ file: String
  ) throws(SearchError) -> ([SectionID], [SectionID: Range<Int>], [Range<Int>]) {
    var ids: [SectionID] = []
    var ranges: [SectionID: Range<Int>] = [:]
    var gaps: [Range<Int>] = []
    var start = ImageFormat.headerByteCount
    for index in 0..<footer.sectionCount {
      let entryOffset = footer.tableOffset + index * ImageFormat.entryByteCount
      let entry = ImageFormat.Entry(view, at: entryOffset)
      let range = try self.range(of: entry, at: start, upTo: footer.tableOffset, file, entryOffset)
      start = IntegerMath.roundUp(range.upperBound, toMultipleOf: ImageFormat.alignment)
      gaps.append(range.upperBound..<start)
      guard let id = try name(of: entry, file, entryOffset) else { continue }
      guard ranges.updateValue(range, forKey: id) == nil else {
        throw .corrupted(
          "the image has a second section for \(id)", file: file, offset: entryOffset)
      }
      ids.append(id)
    }
    guard start == footer.tableOffset else {
      throw .corrupted(
        "the sections end at \(start), but the table begins at \(footer.tableOffset)", file: file,
        offset: footer.tableOffset)
    }
    let tableEnd = footer.tableOffset + footer.tableByteCount
    try checkZeros(view, tableEnd..<footer.hashOffset, file)
    return (ids, ranges, gaps)
  }

  /// Returns the byte range of a section, which must begin at `start`.
  private static func range(
    of entry: ImageFormat.Entry, at start: Int, upTo limit: Int, _ file: String, _ entryOffset: Int
  ) throws(SearchError) -> Range<Int> {
    guard entry.offset == UInt64(start), start <= limit, entry.byteCount <= UInt64(limit - start)
    else {
      throw .corrupted(
        "expected a section between \(start) and \(limit), found \(entry.byteCount) bytes "
          + "at \(entry.offset)", file: file, offset: entryOffset)
    }
    return start..<(start + Int(entry.byteCount))
  }

  /// Returns the section's name, or nil for a kind that is unknown and may be ignored.
  private static func name(
    of entry: ImageFormat.Entry, _ file: String, _ entryOffset: Int
  ) throws(SearchError) -> SectionID? {
    let kind = SectionKind(rawValue: entry.kind)
    guard entry.flags & ~ImageFormat.requiredFlag == 0, kind != nil || entry.flags == 0 else {
      throw SearchError(
        .formatTooNew,
        "a section of kind \(entry.kind) with flags \(entry.flags) was written by a newer version "
          + "of this library; update the application", file: file, offset: entryOffset)
    }
    guard let kind else { return nil }
    return SectionID(kind, entry.field == SectionID.noField ? nil : FieldID(entry.field))
  }
}
