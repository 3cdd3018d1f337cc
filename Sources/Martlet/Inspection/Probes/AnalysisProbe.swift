/// The part of indexing that turns texts into numbered terms, isolated so that it can be measured.
package enum AnalysisProbe {
  /// Inverts all texts as documents of one field, `repeats` times, with a new table wherever a
  /// segment would have been full.
  ///
  /// - Returns: The number of tokens and the number of distinct terms, both added up over the
  ///   segments.
  /// - Complexity: O(texts).
  package static func count(
    _ texts: [String], repeats: Int, analyzer: Analyzer
  ) -> (tokens: Int, terms: Int) {
    let definition = FieldDefinition(name: "text", kind: .text)
    var field = FieldInverter(definition: definition, analyzer: analyzer)
    var (tokens, terms) = (0, 0)
    var (document, byteCount) = (DocumentID(0), 0)
    for text in repeatElement(texts, count: repeats).joined() {
      field.beginDocument(document)
      field.take(text)
      _ = field.endDocument()
      document += 1
      byteCount += text.utf8.count
      if byteCount > segmentByteCount {
        tokens += field.stream.count
        terms += field.terms.count
        field = FieldInverter(definition: definition, analyzer: analyzer)
        (document, byteCount) = (0, 0)
      }
    }
    return (tokens + field.stream.count, terms + field.terms.count)
  }

  /// The bytes of text that go into one table: somewhat more than an index with the default options
  /// collects for a segment.
  private static let segmentByteCount = 64 << 20
}
