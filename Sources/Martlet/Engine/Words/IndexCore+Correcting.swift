/// Finding the word that was meant.
extension IndexCore {
  /// The most edits of a word of this many characters. Shorter words are rarely misspelt, and have
  /// too many neighbours.
  private static func edits(ofLength count: Int) -> Int { count < 5 ? 0 : count < 9 ? 1 : 2 }

  /// The factor by which a word has to be more frequent than a known one that it replaces.
  private static let leastRatio = 100

  /// Returns `text` with its misspelt words put right; nil if there is nothing to put right.
  ///
  /// - Parameter texts: Reads the documents.
  /// - Throws: `corrupted`; `cancelled`, as `stop` says.
  func suggestion(
    for text: String, in state: IndexState, _ schema: IndexSchema, _ stop: SearchStop,
    _ texts: FieldTexts
  ) throws(SearchError) -> String? {
    var result = text
    // From the end, so that earlier ranges stay valid.
    for typed in TypedWord.all(in: text, schema).reversed() {
      let range = typed.range
      let word = String(text[range])
      let name = typed.field.map { FieldRef($0) }
      // At the end of the text, a word may be the beginning of a right one.
      if range.upperBound == text.endIndex,
        try count(.prefix(word, in: name), in: state, schema, stop) > 0
      {
        continue
      }
      let fields = typed.field.map { name in schema.fields.filter { $0.definition.name == name } }
      guard
        let (field, correction) = try correction(
          of: word, isQuoted: typed.isQuoted, in: state, schema, fields, stop: stop)
      else { continue }
      let spelled = try Self.spelling(of: correction, in: field, state.segments, texts, stop)
      let suggested = field.spelled(spelled, as: correction.term, like: word)
      let isOperator = QueryAlphabet.reservedWord(suggested) != nil
      result.replaceSubrange(range, with: isOperator ? suggested.lowercased() : suggested)
    }
    return result == text ? nil : result
  }

  /// Returns the most frequent word of some text fields that the fewest edits make of `word`, with
  /// its field; nil if there is none, or if `word` is about as frequent there.
  ///
  /// - Parameters:
  ///   - isQuoted: True if only the word as it is written counts, and none of its other forms.
  ///   - fields: The fields; nil for all text fields.
  /// - Throws: `corrupted`; `cancelled`, as `stop` says.
  /// - Complexity: a scan of the dictionaries for each number of edits, most of which is skipped.
  func correction(
    of word: String, isQuoted: Bool = false, in state: IndexState, _ schema: IndexSchema,
    _ fields: [IndexSchema.Field]? = nil, stop: SearchStop = SearchStop()
  ) throws(SearchError) -> (field: IndexSchema.Field, word: Continuation)? {
    try stop.check()
    let most = Self.edits(ofLength: word.unicodeScalars.count)
    // A word that the analyzers or a search leave out is not unknown.
    let resolver = QueryResolver(schema)
    guard most > 0, resolver.hasWords(.word(word)), resolver.words(of: .word(word)) != .stop else {
      return nil
    }
    let fields = (fields ?? schema.textFields).filter { $0.definition.kind == .text }
    let asked = Query.any(
      fields.map { field in
        let name = FieldRef(field.definition.name)
        return isQuoted ? .phrase(word, in: name) : .word(word, in: name)
      })
    return try reading(state) { (state) throws(SearchError) in
      let known = try Searcher.count(resolver.resolve(asked), in: state.segments, stop: stop)
      for edits in 1...(known > 0 ? 1 : most) {
        guard
          let best = try self.mostFrequent(word, edits: edits, in: state.segments, fields, stop),
          best.word.documentCount > known * Self.leastRatio
        else { continue }
        return best
      }
      return nil
    }
  }

  private func mostFrequent(
    _ word: String, edits: Int, in segments: SegmentSet, _ fields: [IndexSchema.Field],
    _ stop: SearchStop
  ) throws(SearchError) -> (field: IndexSchema.Field, word: Continuation)? {
    var best: (field: IndexSchema.Field, term: [UInt8], count: Int)?
    for field in fields {
      guard let folded = Self.folded(word, field.analyzer) else { continue }
      let counts = try Self.counts(.fuzzy(folded, edits: edits), field, segments, stop)
      for (term, count) in counts where term != folded {
        let isBetter =
          best.map { known in
            count != known.count
              ? count > known.count : term.lexicographicallyPrecedes(known.term)
          } ?? true
        if isBetter { best = (field, term, count) }
      }
    }
    guard let best else { return nil }
    let documents = try Self.documents(best.term, best.field, nil, segments, stop)
    return (
      best.field,
      Continuation(term: best.term, documentCount: best.count, documents: documents)
    )
  }

  /// Returns the word as the terms of a field are written; nil if it is not one word there.
  private static func folded(_ word: String, _ analyzer: Analyzer) -> [UInt8]? {
    let words = PatternText(word).words(analyzer)
    guard words.count == 1, case .pattern(let pattern) = words[0],
      case .text(let bytes)? = pattern.elements.first
    else { return nil }
    return bytes
  }

  /// Returns the number of live documents with each word that `pattern` describes.
  private static func counts(
    _ pattern: TermPattern, _ field: IndexSchema.Field, _ segments: SegmentSet, _ stop: SearchStop
  ) throws(SearchError) -> [[UInt8]: Int] {
    var counts: [[UInt8]: Int] = [:]
    for segment in segments.segments {
      guard let terms = segment.reader.field(field.id) else { continue }
      var found: [(info: TermInfo, ordinal: Int)] = []
      try terms.dictionary.forEachWord(of: pattern, willRead: stop.spend) { info, ordinal in
        found.append((info, ordinal))
      }
      for (info, ordinal) in found {
        let list = try terms.list(
          info, terms.boundLengths, documentCount: segment.reader.documentCount)
        let count = try LiveCount.count(list, segment.live, terms.boundLengths, stop)
        if count > 0 { counts[try terms.dictionary.cursor(at: ordinal).bytes, default: 0] += count }
      }
    }
    return counts
  }
}
