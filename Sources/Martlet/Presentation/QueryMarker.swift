/// The query of a search, for marking what it matches in the texts of its hits.
///
/// Keeps the query as it has searched: resolved, and with fewer words if only that found something.
/// Any number of threads may use it.
final class QueryMarker: Sendable {
  /// A field, and the language in which a document's texts are analysed.
  private struct Key: Hashable {
    var field: FieldID
    var language: String
  }

  private let query: ResolvedQuery
  private let segments: SegmentSet
  private let markers = Lock<[Key: FieldMarker]>([:])

  init(_ query: ResolvedQuery, _ segments: SegmentSet) {
    self.query = query
    self.segments = segments
  }

  /// Returns the marker for texts of a field.
  ///
  /// - Parameter language: The language that the document names, if the field goes by it.
  /// - Complexity: O(query) for the first text of a field.
  func marker(for field: IndexSchema.Field, language: String = "") -> FieldMarker {
    let chosen =
      field.analyzer.languageField == nil ? "" : field.analyzer.languageChosen(by: language)
    let key = Key(field: field.id, language: chosen)
    return markers.withLock { markers in
      if let known = markers[key] { return known }
      let analyzer = chosen.isEmpty ? field.analyzer : field.analyzer.narrowed(to: chosen)
      let marker = FieldMarker(query, field: field.id, analyzer, segments)
      markers[key] = marker
      return marker
    }
  }
}
