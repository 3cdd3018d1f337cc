/// Reads all of one segment, and reports all errors in it.
///
/// Uses the readers that searches use, so that a segment that passes can be searched, and compares
/// the sections of the image with each other. Whatever the bytes are, it neither traps nor runs
/// forever. An empty report means that the image is one that a writer makes, except for data that
/// is stored only once, such as the text of stored fields: only the hashes protect that.
///
/// - Complexity: linear in the bytes of the image, and one look-up per term and two per key. About
///   10 ns per posting and position. Holds one chunk of stored fields, and some bytes for each
///   document and each pair of words.
enum SegmentChecker {
  /// Returns the errors in the image `view`, including those that keep it from being opened.
  ///
  /// - Parameters:
  ///   - file: The source of the bytes, for the errors.
  ///   - isTrusted: True if this process made the bytes, so that readers need not compare hashes;
  ///     they are compared here nevertheless.
  ///   - definitions: The fields of the index.
  static func check(
    _ view: ByteView, file: String, isTrusted: Bool = false, definitions: [FieldDefinition]
  ) -> [SearchError] {
    let findings = Findings()
    findings.attempt { () throws(SearchError) in
      let image = try ImageReader(view, file: file, isTrusted: isTrusted)
      findings.attempt { () throws(SearchError) in try image.verifyAll() }
      check(try SegmentReader(image, definitions: definitions), findings)
    }
    return findings.report
  }

  /// Returns the errors in `segment`.
  static func check(_ segment: SegmentReader) -> [SearchError] {
    let findings = Findings()
    findings.attempt { () throws(SearchError) in try segment.image.verifyAll() }
    check(segment, findings)
    return findings.report
  }

  /// Returns the errors in `segment`, and in the statistics of its live documents.
  static func check(_ segment: LiveSegment) -> [SearchError] {
    let findings = Findings()
    findings.attempt { () throws(SearchError) in try segment.reader.image.verifyAll() }
    let areKeysSound = check(segment.reader, findings)
    LiveSegmentChecker(segment, findings).check(keys: areKeysSound)
    return findings.report
  }

  /// Returns true if the keys are sound, so that looking up each of them takes linear time.
  @discardableResult
  private static func check(_ segment: SegmentReader, _ findings: Findings) -> Bool {
    checkSections(segment, findings)
    let before = findings.additionCount
    findings.attempt { () throws(SearchError) in try segment.keys.verify() }
    let areKeysSound = findings.additionCount == before
    StoredFieldsChecker(segment.storedFields, file: segment.image.file, findings).check()
    for counts in segment.info.fields {
      guard let field = segment.field(counts.field) else {
        findings.add(
          .corrupted(
            "the segment counts field \(counts.field.rawValue), which has no terms",
            file: segment.image.file))
        continue
      }
      let before = findings.additionCount
      let definition = segment.definitions[Int(counts.field.rawValue)]
      FieldChecker(
        field, counts.field, definition, documentCount: segment.documentCount, findings
      ).check()
      guard findings.additionCount == before else { continue }
      findings.attempt { () throws(SearchError) in
        try ColumnChecker(field, definition, documentCount: segment.documentCount).check()
      }
    }
    return areKeysSound
  }

  /// Checks that there is no section that readers would not use, except for the kinds that only
  /// make searches faster.
  private static func checkSections(_ segment: SegmentReader, _ findings: Findings) {
    for id in segment.image.sectionIDs where id.kind.isRequired && !isRead(id, segment) {
      findings.add(
        .corrupted("a section for \(id), which nothing refers to", file: segment.image.file))
    }
  }

  private static func isRead(_ id: SectionID, _ segment: SegmentReader) -> Bool {
    switch id.kind {
    case .segmentInfo, .keys, .keyTable, .storedFields, .storedFieldsIndex: return id.field == nil
    default: break
    }
    guard let field = id.field.flatMap({ segment.field($0) }) else { return false }
    switch id.kind {
    case .positions: return field.positions != nil
    case .norms, .lengths: return field.norms != nil
    default: return true
    }
  }
}
