/// The last 64 bytes of an image, which locate its tables. The layout is in ``ImageFormat``.
struct ImageFooter: Sendable, Equatable {
  /// The offset of the section table.
  var tableOffset: Int
  /// The number of sections.
  var sectionCount: Int
  /// The offset of the page hashes, which is also the number of hashed bytes.
  var hashOffset: Int
  /// The byte count of the whole image.
  var byteCount: Int
  /// The hash of the page hashes, which covers every byte of the image.
  var rootHash: UInt64

  /// The byte count of the page hashes, without the zeros after them.
  var hashByteCount: Int {
    IntegerMath.ceilingDivide(hashOffset, by: PageVerifier.pageByteCount) * 8
  }

  /// The byte count of the section table, without the zeros after it.
  var tableByteCount: Int { sectionCount * ImageFormat.entryByteCount }

  /// Appends the 64 bytes to `writer`.
  func encode(into writer: ByteWriter) {
    let bytes = ByteWriter(capacity: ImageFormat.footerByteCount)
    bytes.append(UInt64(tableOffset))
    bytes.append(UInt32(sectionCount))
    bytes.append(UInt32(0))
    bytes.append(UInt64(hashOffset))
    bytes.append(UInt64(byteCount))
    bytes.append(rootHash)
    bytes.append([UInt8](repeating: 0, count: 12))
    let checked = bytes.finish()
    writer.append(checked)
    writer.append(Checksum.crc32c(checked.array))
    writer.append(FileHeader.magic)
  }

  /// Decodes the footer at the end of `image`, and makes sure that every offset in it fits the
  /// image.
  static func decode(_ image: ByteView, file: String) throws(SearchError) -> ImageFooter {
    let least = ImageFormat.headerByteCount + ImageFormat.footerByteCount
    guard image.count >= least else {
      throw .corrupted("expected at least \(least) bytes, found \(image.count)", file: file)
    }
    let start = image.count - ImageFormat.footerByteCount
    let view = image.slice(start..<image.count)
    guard view.uint64(at: 56) == FileHeader.magic else {
      throw .corrupted(
        "the file does not end with a footer; it was truncated or extended", file: file,
        offset: start + 56)
    }
    let zeros = view.array(12..<16) + view.array(40..<52)
    guard view.uint32(at: 52) == Checksum.crc32c(view.array(0..<52)), zeros.allSatisfy({ $0 == 0 })
    else {
      throw .corrupted("the footer does not match its checksum", file: file, offset: start + 52)
    }
    guard let footer = fitting(view, before: start, total: image.count) else {
      throw .corrupted("the footer's offsets do not fit the file", file: file, offset: start)
    }
    return footer
  }

  /// Returns the footer's values, or nil when the tables that they describe do not end at `start`.
  private static func fitting(_ view: ByteView, before start: Int, total: Int) -> ImageFooter? {
    let count = view.uint32(at: 8)
    guard let table = offset(view.uint64(at: 0), upTo: start),
      let hashes = offset(view.uint64(at: 16), upTo: start),
      view.uint64(at: 24) == UInt64(total),
      count <= start / ImageFormat.entryByteCount
    else { return nil }
    let footer = ImageFooter(
      tableOffset: table, sectionCount: Int(count), hashOffset: hashes,
      byteCount: total, rootHash: view.uint64(at: 32))
    guard footer.tableByteCount <= start - table, footer.hashByteCount <= start - hashes else {
      return nil
    }
    let tableEnd = table + footer.tableByteCount
    let hashEnd = hashes + footer.hashByteCount
    guard IntegerMath.roundUp(tableEnd, toMultipleOf: ImageFormat.alignment) == hashes,
      IntegerMath.roundUp(hashEnd, toMultipleOf: ImageFormat.alignment) == start
    else { return nil }
    return footer
  }

  private static func offset(_ value: UInt64, upTo limit: Int) -> Int? {
    guard value >= UInt64(ImageFormat.headerByteCount), value <= UInt64(limit),
      value % UInt64(ImageFormat.alignment) == 0
    else { return nil }
    return Int(value)
  }
}
