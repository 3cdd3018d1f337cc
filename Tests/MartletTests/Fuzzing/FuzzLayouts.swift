@testable import Martlet

extension [UInt8] {
  /// Writes `value` over the bytes at `offset`.
  fileprivate mutating func seal(_ value: some FixedWidthInteger, at offset: Int) {
    for index in 0..<(value.bitWidth / 8) {
      self[offset + index] = UInt8(truncatingIfNeeded: value >> (index * 8))
    }
  }

  /// Makes the check of a header of 64 bytes right.
  fileprivate mutating func sealHeader() { seal(Checksum.crc32c(Array(self[..<60])), at: 60) }

  fileprivate mutating func align(to multiple: Int) {
    let size = IntegerMath.roundUp(count, toMultipleOf: multiple)
    append(contentsOf: repeatElement(0, count: size - count))
  }

  /// As many bytes, with zeros at the end when there are fewer.
  fileprivate func resized(to size: Int) -> [UInt8] {
    Array(prefix(size)) + [UInt8](repeating: 0, count: Swift.max(0, size - count))
  }
}

/// A segment's image as its header, its section table and its sections.
struct ImageLayout: FuzzLayout {
  private static let keptByteCount = 4
  var parts: [[UInt8]]

  init?(_ bytes: [UInt8]) {
    let view = ByteView(copying: bytes)
    guard let footer = try? ImageFooter.decode(view, file: "") else { return nil }
    var table: [UInt8] = []
    var sections: [[UInt8]] = []
    for index in 0..<footer.sectionCount {
      let entry = ImageFormat.Entry(
        view, at: footer.tableOffset + index * ImageFormat.entryByteCount)
      guard entry.offset <= UInt64(bytes.count),
        entry.byteCount <= UInt64(bytes.count) - entry.offset
      else { return nil }
      let start = Int(entry.offset)
      sections.append(Array(bytes[start..<(start + Int(entry.byteCount))]))
      // Kind and field; offsets and sizes follow from the sections.
      table += [entry.kind, entry.field].flatMap {
        [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
      }
    }
    parts = [Array(bytes[..<ImageFormat.headerByteCount]), table] + sections
  }

  func assembled() -> [UInt8] {
    var bytes = parts[0].resized(to: ImageFormat.headerByteCount)
    bytes.sealHeader()
    let sections = parts.dropFirst(2)
    let kinds = ByteView(copying: parts[1].resized(to: sections.count * Self.keptByteCount))
    let table = ByteWriter()
    for (index, section) in sections.enumerated() {
      bytes.align(to: ImageFormat.alignment)
      let kind = kinds.uint16(at: index * Self.keptByteCount)
      let isRequired = SectionKind(rawValue: kind)?.isRequired ?? false
      ImageFormat.Entry(
        kind: kind, field: kinds.uint16(at: index * Self.keptByteCount + 2),
        flags: isRequired ? ImageFormat.requiredFlag : 0, offset: UInt64(bytes.count),
        byteCount: UInt64(section.count)
      ).encode(into: table)
      bytes += section
    }
    bytes.align(to: ImageFormat.alignment)
    return Self.finished(bytes, table.finish().array, sectionCount: sections.count)
  }

  /// Appends table, hashes and footer.
  private static func finished(
    _ content: [UInt8], _ table: [UInt8], sectionCount: Int
  ) -> [UInt8] {
    var bytes = content + table
    bytes.align(to: ImageFormat.alignment)
    let hashOffset = bytes.count
    let hashes = ByteWriter()
    for (number, start) in stride(from: 0, to: hashOffset, by: PageVerifier.pageByteCount)
      .enumerated()
    {
      let block = Array(bytes[start..<min(hashOffset, start + PageVerifier.pageByteCount)])
      hashes.append(Checksum.hash64(block, seed: UInt64(number)))
    }
    let hashBytes = hashes.finish().array
    bytes += hashBytes
    bytes.align(to: ImageFormat.alignment)
    let footer = ByteWriter()
    ImageFooter(
      tableOffset: content.count, sectionCount: sectionCount, hashOffset: hashOffset,
      byteCount: bytes.count + ImageFormat.footerByteCount, rootHash: Checksum.hash64(hashBytes)
    ).encode(into: footer)
    return bytes + footer.finish().array
  }
}

/// A manifest as its header and what lies between header and check.
struct ManifestLayout: FuzzLayout {
  var parts: [[UInt8]]

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= FileHeader.byteCount + 4 else { return nil }
    parts = [Array(bytes[..<FileHeader.byteCount])]
    parts.append(Array(bytes[FileHeader.byteCount..<(bytes.count - 4)]))
  }

  func assembled() -> [UInt8] {
    var bytes = parts[0].resized(to: FileHeader.byteCount)
    bytes.sealHeader()
    bytes += parts[1]
    let check = FileHeader.boundCheck(ByteView(copying: bytes), upTo: bytes.count)
    bytes += [0, 0, 0, 0]
    bytes.seal(check, at: bytes.count - 4)
    return bytes
  }
}

/// A file of live documents as its header and its words.
struct LiveLayout: FuzzLayout {
  var parts: [[UInt8]]

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= FileHeader.byteCount + 8 else { return nil }
    parts = [
      Array(bytes[..<FileHeader.byteCount]), Array(bytes[FileHeader.byteCount..<(bytes.count - 8)]),
    ]
  }

  func assembled() -> [UInt8] {
    var bytes = parts[0].resized(to: FileHeader.byteCount)
    bytes.sealHeader()
    bytes += parts[1]
    let check = Checksum.hash64(bytes)
    bytes += [UInt8](repeating: 0, count: 8)
    bytes.seal(check, at: bytes.count - 8)
    return bytes
  }
}

/// A log file as its header and its records: of each the kind, how many records after the base were
/// durable, and the payload.
///
/// Commit records are computed again, so that batches are whole whatever was done to their
/// operations. An empty commit record is left as it is, to make batches that are not whole.
struct LogLayout: FuzzLayout {
  var parts: [[UInt8]]

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= LogFormat.headerByteCount else { return nil }
    parts = [Array(bytes[..<LogFormat.headerByteCount])]
    let view = ByteView(copying: bytes)
    var offset = LogFormat.headerByteCount
    while bytes.count - offset >= LogFormat.recordOverhead {
      let head = view.slice(offset..<(offset + LogFormat.recordHeaderByteCount))
      guard let count = LogRecord.payloadCount(head),
        LogRecord.byteCount(payload: count) <= bytes.count - offset
      else { break }
      let payload = offset + LogFormat.recordHeaderByteCount
      let durable = UInt8(truncatingIfNeeded: head.uint64(at: 16) &- view.uint64(at: 80))
      parts.append([head[4], durable] + bytes[payload..<(payload + count)])
      offset += LogRecord.byteCount(payload: count)
    }
  }

  func assembled() -> [UInt8] {
    var header = parts[0].resized(to: LogFormat.headerByteCount)
    header.sealHeader()
    let view = ByteView(copying: header)
    header.seal(FileHeader.boundCheck(view, upTo: 92), at: 92)
    let salt = view.uint64(at: 72)
    let base = view.uint64(at: 80)
    var previous = Checksum.hash64(header, seed: salt)
    let records = ByteWriter()
    var batch = OpenBatch(firstLSN: base &+ 1, salt: salt)
    for (index, part) in parts.dropFirst().enumerated() {
      let lsn = base &+ UInt64(index) &+ 1
      let kind = part.first.flatMap { LogRecord.Kind(rawValue: $0) } ?? .operation
      var payload = ByteView(copying: Array(part.dropFirst(2)))
      if kind == .commit, payload.count > 0 { payload = batch.commitPayload }
      let record = LogRecord(
        kind: kind, lsn: lsn, durableLSN: base &+ UInt64(part.dropFirst().first ?? 0),
        previous: previous, payload: payload)
      previous = record.encode(into: records, salt: salt)
      if kind == .commit { batch = OpenBatch(firstLSN: lsn &+ 1, salt: salt) }
      if kind == .operation || kind == .part { batch.add(check: previous) }
    }
    return header + records.finish().array
  }
}
