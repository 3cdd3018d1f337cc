extension Query {
  /// Returns a query for documents with a word that a pattern matches as a whole.
  ///
  /// ```swift
  /// let berries = Query.matching("*berry")
  /// let grey = Query.matching("gr?y", in: "title")
  /// ```
  ///
  /// `*` stands for any characters or none, and `?` for one character. A backslash makes the next
  /// character stand for itself. The rest is folded as the field's words are: in most fields, case
  /// and accents do not matter. Stems are not words here.
  ///
  /// All words that the pattern matches count as one: the score is that of a word that occurs
  /// wherever one of them does. There is no limit on their number.
  ///
  /// Signs and spaces separate words as in a document, so that `"e-*"` asks for the word *e*.
  /// Scripts without spaces between words are found by pairs of letters: in them, `"*都庁*"` is the
  /// phrase, and only what stands between wildcards has to be together. In a keyword field, the
  /// pattern is compared with the whole value, and adds nothing to the score. In a number or date
  /// field, wildcards are an error when the search begins (``SearchError/Code/unsuitableValue``),
  /// except a star at the end: `"12*"` is the value. A pattern of wildcards alone is
  /// ``everything``. Spaces before a pattern are ignored.
  ///
  /// - Complexity: the more characters of its own a pattern has, the fewer of the index's words are
  ///   compared with it: for one between two stars, all are.
  public static func matching(_ pattern: String, in field: FieldRef? = nil) -> Query {
    matching(WildcardPattern(pattern), in: field)
  }

  /// Returns a query for documents with a word that has `text` at its beginning, at its end or in
  /// between. See ``matching(_:in:)``; no character of the text is a wildcard.
  public static func containing(_ text: String, in field: FieldRef? = nil) -> Query {
    matching(WildcardPattern([.any, .text(Array(text.utf8)), .any]), in: field)
  }

  /// Returns a query for documents with a word that a few edits make of `word`.
  ///
  /// ```swift
  /// let artist = Query.fuzzy("michelangleo", in: "artist")
  /// ```
  ///
  /// An edit inserts, removes or replaces a character, or swaps two neighbours. The word is folded
  /// as the field's words are, and stems are not words here.
  ///
  /// All words found count as one, as in ``matching(_:in:)``. Documents with the word itself score
  /// higher by the highest score that these words can have. So in one field, a document with other
  /// words only is never above one with the right word, however often it has them.
  ///
  /// Of a text with several words, each has to be found. Scripts without spaces between words are
  /// searched as ``phrase(_:in:lastIsPrefix:)`` does. In a keyword field, the word is compared with
  /// the whole value, which therefore must have no space, and adds nothing to the score. In a
  /// number or date field it is an error when the search begins
  /// (``SearchError/Code/unsuitableValue``).
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - edits: The highest number of edits, from 0 to 2; nil for 1 in words of up to 8 characters,
  ///     and 2 in longer ones.
  ///   - field: The field to search; nil for every text field.
  /// - Precondition: `edits` is from 0 to 2.
  public static func fuzzy(
    _ word: String, edits: Int? = nil, in field: FieldRef? = nil
  ) -> Query {
    requireOfProgram(
      edits.map(fuzzyEdits.contains) ?? true,
      "expected a number of edits in \(fuzzyEdits), found \(edits ?? 0)")
    let words = word.unicodeScalars.split(whereSeparator: QueryAlphabet.isSpace).map(String.init)
    guard !words.isEmpty else { return .word(word, in: field) }
    return .all(words.map { Query(nodes: [.fuzzy($0, edits: edits, field: field)]) })
  }

  /// The numbers of edits that a fuzzy word may have.
  static let fuzzyEdits = 0...2

  /// Returns the query of a pattern, in the simplest form.
  static func matching(_ pattern: WildcardPattern, in field: FieldRef?) -> Query {
    let pattern = pattern.dropping(QueryAlphabet.isSpace)
    guard pattern.hasWildcards else {
      return .word(String(decoding: pattern.prefix, as: UTF8.self), in: field)
    }
    guard pattern.hasText else { return .everything }
    if let prefix = pattern.solePrefix {
      return .prefix(String(decoding: prefix, as: UTF8.self), in: field)
    }
    return Query(nodes: [.pattern(pattern, field: field)])
  }
}
