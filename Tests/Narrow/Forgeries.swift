extension RoundTrips {
  static func manifests() throws(SearchError) {
    var manifest = Manifest(
      indexID: IndexID(high: 1, low: 2),
      fields: [FieldDefinition(name: "größe", kind: .text, analyzerFingerprint: .max)])
    manifest.apply(upTo: LogPosition(lsn: 1 << 40, sequence: 17, hasFile: true))
    manifest.segments = [
      ManifestSegment(
        id: SegmentID(high: 3, low: 4), byteCount: 1 << 30, hash: .max,
        documentCount: Limits.documentsPerSegment, liveGeneration: 1 << 50, liveByteCount: 99)
    ]
    let bytes = try ManifestFormat.encode(manifest)
    print("manifest: \(bytes.count) bytes, \(Checksum.hash64(bytes))")
    let read = try ManifestFormat.decode(bytes, generation: 1, file: "manifest", forWriting: true)
    expect(read == manifest, "a manifest comes back")
    // The segment takes 64 bytes before the check, the first 16 of them its identifier.
    let size = bytes.count - 4 - 64 + 16
    let large = error { () throws(SearchError) in
      _ = try decode(bytes.array, overwriting: size, with: 1 << 33)
    }
    expect(large?.code == (Int.bitWidth == 32 ? .limitExceeded : nil), "a segment of 8 GiB")
    for forged in [1 << 56, 1 << 63, UInt64.max] {
      let refusal = error { () throws(SearchError) in
        _ = try decode(bytes.array, overwriting: size, with: forged)
      }
      expect(refusal?.code == .corrupted, "a segment of \(forged) bytes is refused")
    }
    let documents = error { () throws(SearchError) in
      _ = try decode(bytes.array, overwriting: size + 16, with: 0xFFFF_FFFF)
    }
    expect(documents?.code == .corrupted, "so is one of 2^32 - 1 documents")
  }

  /// The manifest in `bytes` with other 8 bytes at `offset` and the check that suits them.
  private static func decode(
    _ bytes: [UInt8], overwriting offset: Int, with value: UInt64
  ) throws(SearchError) -> Manifest {
    let changed = overwriting(bytes, offset, value, byteCount: 8)
    let writer = ByteWriter()
    writer.append(Array(changed[..<(changed.count - 4)]))
    let checked = writer.finish()
    writer.append(checked)
    writer.append(FileHeader.boundCheck(checked, upTo: checked.count))
    return try ManifestFormat.decode(
      writer.finish(), generation: 1, file: "manifest", forWriting: true)
  }

  private static func overwriting(
    _ bytes: [UInt8], _ offset: Int, _ value: UInt64, byteCount: Int
  ) -> [UInt8] {
    var bytes = bytes
    for index in 0..<byteCount {
      bytes[offset + index] = UInt8(truncatingIfNeeded: value >> UInt64(index * 8))
    }
    return bytes
  }

  static func logs() throws(SearchError) {
    let storage = MemoryStorage()
    let first = Manifest(
      indexID: IndexID(high: 7, low: 8), fields: SampleIndex.schema.definitions)
    var sample = SampleIndex(random: Numbers(state: 5))
    let index = try DurableIndex.open(
      storage, durability: .normal, first: { first }, random: { 0xFEDC_BA98_7654_3210 })
    for number in 0..<30 {
      _ = try index.append([.delete(key: [1]), .put(sample.document(number))])
    }
    try index.close()
    for name in storage.list().sorted() {
      guard let bytes = storage[name] else { continue }
      print("\(name): \(bytes.count) bytes, \(Checksum.hash64(bytes))")
    }
    let again = try DurableIndex.open(storage, durability: .normal, first: nil)
    var count = 0
    try again.recovered.replay(from: storage) { batch in count += batch.operations.count }
    expect(count == 60, "all operations are replayed")
    try again.close()
    let head = [UInt8](repeating: 0xFF, count: LogFormat.recordHeaderByteCount)
    expect(LogRecord.payloadCount(ByteView(copying: head)) == nil, "a record of 2^32 - 1 bytes")
  }

  /// Opens, checks and searches images of which four bytes are others. Hashes are not compared, so
  /// that every reader meets the damage; nothing may trap.
  static func damage() throws(SearchError) {
    var sample = SampleIndex(random: Numbers(state: 11))
    let image = try sample.image(150, id: 1).array
    let values: [UInt64] = [
      0xFFFF_FFFF, 0x8000_0000, 0x7FFF_FFFF, 0xFFFF_FFF0, 0x4000_0000, 0x2000_0001,
    ]
    var tried = 0
    var offset = 64
    while offset < image.count - 8 {
      let value = values[tried % values.count]
      tryDamaged(overwriting(image, offset, value, byteCount: tried % 5 == 0 ? 8 : 4))
      tried += 1
      offset += offset % 3 == 0 ? 79 : 62
    }
    print("tried \(tried) damaged images of \(image.count) bytes")
  }

  private static func tryDamaged(_ bytes: [UInt8]) {
    _ = error { () throws(SearchError) in
      let segment = try SampleIndex.open(ByteView(copying: bytes))
      _ = SegmentChecker.check(segment)
      let set = SegmentSet([segment], fieldCount: 4)
      for query in SampleIndex.queries {
        _ = error { () throws(SearchError) in _ = try SampleIndex.answer(query, set) }
      }
      _ = try SegmentMerger(
        [segment, segment], definitions: SampleIndex.schema.definitions,
        segmentID: SegmentID(high: 1, low: 9)
      ).merge()
    }
  }
}
