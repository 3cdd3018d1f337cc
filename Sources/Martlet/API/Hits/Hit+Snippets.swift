/// The words of the query in the texts of a hit.
///
/// Words are marked by the query as it has searched, in the terms of the index: stems, synonyms,
/// phrases, patterns and misspelt words, and with fewer words if no document had all of them. What
/// the query excludes is never marked, and neither is what only a filter asks for.
extension Hit {
  /// Returns the text of a field with everything in it that the query matches.
  ///
  /// ```swift
  /// let title = try hit.highlights(in: "title")
  /// print(title.marked("[", "]"))
  /// ```
  ///
  /// The text is plain text: that of HTML or Markdown is what a person reads of it. If the field
  /// has several values, each is on lines of its own. It is empty if the document has none, or if
  /// the field is not stored; then pass the text to ``highlights(in:of:)``.
  ///
  /// - Parameter field: A field of texts or keywords.
  /// - Throws: `unknownField`; `invalidRequest` for a field of numbers or dates; the errors of
  ///   ``document()``.
  /// - Complexity: O(*n*), where *n* is the length of the text, and the time to read the document
  ///   for the first text of it.
  public func highlights(in field: FieldRef) throws(SearchError) -> HighlightedText {
    try highlighted(field, nil)
  }

  /// Returns a text of the application as if it were that of a field, with everything in it that
  /// the query matches.
  ///
  /// - Parameters:
  ///   - field: A field of texts or keywords, which says how words are found.
  ///   - text: The text, in the field's kind of text, such as HTML.
  /// - Throws: The errors of ``highlights(in:)``.
  public func highlights(
    in field: FieldRef, of text: String
  ) throws(SearchError) -> HighlightedText {
    try highlighted(field, text)
  }

  /// Returns the part of a field's text that says most about the query, with everything in it that
  /// the query matches.
  ///
  /// ```swift
  /// let snippet = try hit.snippet("text", length: 120)
  /// print(snippet.html())
  /// ```
  ///
  /// The best passage has the most distinct words of the query, the rare ones before the frequent
  /// ones. It begins and ends with a sentence where that fits, and otherwise between words. White
  /// space is one space. There is an ellipsis where a sentence was cut, and between two passages.
  /// If the query matches nothing in the field, the snippet is the beginning of the text.
  ///
  /// - Parameters:
  ///   - field: A field of texts or keywords.
  ///   - length: The greatest length of all passages, without ellipses. The default is 160
  ///     characters.
  ///   - passages: The most passages, up to 1,000. The default is 1.
  /// - Throws: The errors of ``highlights(in:)``.
  /// - Complexity: O(*n*), where *n* is the length of the text, and the time to read the document
  ///   for the first text of it.
  public func snippet(
    _ field: FieldRef, length: SnippetLength = 160, passages: Int = 1
  ) throws(SearchError) -> HighlightedText {
    let (passages, marks) = try found(field, nil, length, passages)
    return SnippetBuilder.text(of: passages, marks)
  }

  /// Returns the part of a text of the application that says most about the query, as if the text
  /// were that of a field.
  ///
  /// - Parameters:
  ///   - field: A field of texts or keywords, which says how words are found.
  ///   - text: The text, in the field's kind of text, such as HTML.
  ///   - length: The greatest length of all passages, without ellipses. The default is 160
  ///     characters.
  ///   - passages: The most passages, up to 1,000. The default is 1.
  /// - Throws: The errors of ``highlights(in:)``.
  public func snippet(
    _ field: FieldRef, of text: String, length: SnippetLength = 160, passages: Int = 1
  ) throws(SearchError) -> HighlightedText {
    let (passages, marks) = try found(field, text, length, passages)
    return SnippetBuilder.text(of: passages, marks)
  }

  /// Returns the passages of a snippet one by one, in the order of the text.
  ///
  /// - Parameters:
  ///   - field: A field of texts or keywords.
  ///   - text: The text, in the field's kind of text; nil for that of the stored document.
  ///   - length: The greatest length of all passages, without ellipses.
  ///   - count: The most passages, up to 1,000.
  /// - Throws: The errors of ``highlights(in:)``.
  public func passages(
    _ field: FieldRef, of text: String? = nil, length: SnippetLength = 320, count: Int = 3
  ) throws(SearchError) -> [HighlightedText] {
    let (passages, marks) = try found(field, text, length, count)
    return passages.map { SnippetBuilder.text(of: [$0], marks) }
  }

  @inline(never)
  private func highlighted(
    _ field: FieldRef, _ text: String?
  ) throws(SearchError) -> HighlightedText {
    let marks = try marks(in: field, of: text)
    return HighlightedText(marks.text, bytes: marks.ranges)
  }

  @inline(never)
  private func found(
    _ field: FieldRef, _ text: String?, _ length: SnippetLength, _ count: Int
  ) throws(SearchError) -> ([PassageFinder.Passage], FieldMarks) {
    let marks = try marks(in: field, of: text, countsWords: length.unit == .words)
    return (PassageFinder.passages(of: marks, length: length, count: count), marks)
  }
}
