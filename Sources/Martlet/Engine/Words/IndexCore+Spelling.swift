/// Words as documents spell them, and not in the folded form that is compared.
extension IndexCore {
  /// Returns the texts of a field in a document, by its number in the snapshot; nil if the document
  /// cannot be read.
  typealias FieldTexts = (_ document: UInt32, _ field: FieldID) throws(SearchError) -> [String]?

  /// Returns the spelling of a word that is the most frequent in some documents that have it.
  ///
  /// - Parameter texts: Reads the documents.
  /// - Throws: `corrupted`; `cancelled`, as `stop` says.
  /// - Complexity: O(bytes) of these documents.
  static func spelling(
    of continuation: Continuation, in field: IndexSchema.Field, _ segments: SegmentSet,
    _ texts: FieldTexts, _ stop: SearchStop = SearchStop()
  ) throws(SearchError) -> String {
    let term = String(decoding: continuation.term, as: UTF8.self)
    guard field.definition.kind == .text else { return term }
    let clause = TermClause(field: field.id, term: continuation.term, boost: 1)
    let marker = FieldMarker(.term(clause), field: field.id, field.analyzer, segments)
    var counts: [String: Int] = [:]
    for document in continuation.documents {
      try stop.check()
      // Of a document that cannot be read, another one shows the spelling as well.
      for value in try texts(document, field.id) ?? [] {
        let marks = try marker.marks(in: [value])
        for occurrence in marks.occurrences {
          guard let word = marks.text.utf8Text(occurrence.range) else { continue }
          counts[field.analyzer.spelling(of: term, in: word), default: 0] += 1
        }
      }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? term
  }

  /// Returns the word of `fields` that is the nearest to one that no document has there; nil if
  /// none is near.
  ///
  /// - Parameters:
  ///   - texts: Reads the documents.
  ///   - stop: Ends the search for it.
  func nearest(
    to word: String, in fields: [IndexSchema.Field], _ state: IndexState, _ texts: FieldTexts,
    _ stop: SearchStop
  ) throws(SearchError) -> String? {
    guard let (field, found) = try correction(of: word, in: state, schema, fields, stop: stop)
    else { return nil }
    let spelling = try Self.spelling(of: found, in: field, state.segments, texts, stop)
    return field.spelled(spelling, as: found.term, like: word)
  }
}

extension IndexSchema.Field {
  /// Returns a word in small letters if `word` is, and it is the same term then: not in a field
  /// that tells capitals apart, and not for the I of Turkish.
  func spelled(_ spelling: String, as term: [UInt8], like word: String) -> String {
    let small = spelling.lowercased()
    guard word == word.lowercased(), small != spelling,
      // The small letter of İ is two signs.
      small.unicodeScalars.count == spelling.unicodeScalars.count,
      analyzer.words(in: small).contains(where: { $0.text.utf8.elementsEqual(term) })
    else { return spelling }
    return small
  }
}

extension String {
  /// Returns the text in a range of bytes of UTF-8; nil if there is no such range.
  fileprivate func utf8Text(_ range: Range<Int>) -> String? {
    guard range.lowerBound >= 0, range.upperBound <= utf8.count else { return nil }
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    let end = utf8.index(start, offsetBy: range.count)
    return String(utf8[start..<end])
  }
}
