extension SegmentMerger {
  /// Adds the keys of all documents to `image`.
  ///
  /// - Throws: `corrupted` or `cancelled`, or the error of a failed write.
  func mergeKeys(into image: ImageWriter) throws(SearchError) {
    let byteCount = segments.reduce(0) { sum, segment in
      sum + (segment.reader.image.section(SectionID(.keys))?.count ?? 0)
    }
    let writer = KeysWriter(seed: segmentID.low, byteCount: byteCount)
    try mapping.forEachDocument { (segment, document) throws(SearchError) in
      try stop.check(every: 1 << 16, at: writer.documentCount)
      let reader = segments[segment].reader
      let key = try reader.keys.view(of: document)
      guard key.count <= Limits.keyByteCount else {
        throw .corrupted(
          "a key has \(key.count) bytes, expected at most \(Limits.keyByteCount)",
          file: reader.image.file)
      }
      writer.append(key)
    }
    try writer.finish(into: image) { (count) throws(SearchError) in
      try stop.check(every: 1 << 16, at: count)
    }
  }

  /// Adds the stored fields of all documents to `image`.
  ///
  /// - Parameter pages: Receives the number of bytes read.
  /// - Throws: `corrupted` or `cancelled`, or the error of a failed write.
  func mergeStoredFields(
    into image: ImageWriter, _ pages: PageRelease
  ) throws(SearchError) {
    let chunks = ImageSection(SectionID(.storedFields), of: image)
    let writer = StoredFieldsWriter(chunks: chunks)
    if mapping.isReordered {
      try reorderStoredFields(into: writer, pages)
    } else {
      try appendStoredFields(to: writer, pages)
    }
    let index = try writer.finish()
    try chunks.end()
    try image.add(SectionID(.storedFieldsIndex), index)
  }

  /// Appends the stored fields of the documents, segment by segment.
  private func appendStoredFields(
    to writer: StoredFieldsWriter, _ pages: PageRelease
  ) throws(SearchError) {
    for (segment, source) in zip(segments, mapping.sources) {
      try writer.appendAll(
        from: segment.reader.storedFields, live: segment.live
      ) { (byteCount) throws(SearchError) in
        pages.didRead(byteCount)
        try stop.check()
      }
      guard writer.documentCount == Int(source.base) + segment.liveCount else {
        throw .corrupted(
          "not all of the \(segment.liveCount) live documents have stored fields",
          file: segment.reader.image.file)
      }
    }
  }

  /// Appends the stored fields of the documents one by one. Neighbours come from anywhere, so a
  /// chunk is decompressed for nearly every document.
  private func reorderStoredFields(
    into writer: StoredFieldsWriter, _ pages: PageRelease
  ) throws(SearchError) {
    try mapping.forEachDocument { (segment, document) throws(SearchError) in
      try stop.check()
      let chunk = try segments[segment].reader.storedFields.chunk(containing: document)
      try writer.append(chunk.view(of: document))
      pages.didRead(chunk.byteCount)
    }
  }
}
