extension TextSource {
  /// Returns the text of `value` that is searched, which is the text that a person reads. The words
  /// are in the same order as in the value; the white space between them may differ.
  ///
  /// - Complexity: O(bytes).
  public func text(of value: String) -> String {
    if isPlain { return value }
    let text = ReadText(keepsMap: false)
    read(value, into: text)
    return text.string
  }

  /// Replaces `text` by what this source reads in `value`.
  func read(_ value: String, into text: ReadText) {
    value.withBytes { read($0, into: text) }
  }

  /// Lends the text of `original` to `body`: `original` itself for ``plain``, otherwise the bytes
  /// of `text`, which is replaced.
  ///
  /// For tokenizers. Valid UTF-8 gives valid UTF-8. A range of what is lent is a range of
  /// `original` for ``plain``; for other sources, `text` maps it.
  ///
  /// - Complexity: O(1) for ``plain``, otherwise O(bytes).
  func withText(
    of original: Span<UInt8>, in text: ReadText, _ body: (Span<UInt8>) -> Void
  ) {
    if isPlain { return body(original) }
    read(original, into: text)
    text.withBytes(body)
  }

  /// Replaces `text` by what this source reads in `original`.
  @inline(never)
  func read(_ original: Span<UInt8>, into text: ReadText) {
    text.begin(originalCount: original.count)
    guard !original.isEmpty else { return }
    SourceBytes.withBytes(of: original) { bytes in
      switch reader {
      case .plain: text.copy(0..<bytes.count, of: bytes)
      case .html(let attributes):
        HTMLReader(bytes: bytes, text: text, attributes: attributes).read(0..<bytes.count)
      case .markdown: MarkdownReader.read(bytes, into: text)
      case .custom(let pieces):
        Self.read(pieces(String(copying: original)), of: bytes, into: text)
      }
    }
  }

  /// Joins the pieces of a custom source.
  private static func read(_ pieces: [TextPiece], of bytes: SourceBytes, into text: ReadText) {
    var position = 0
    for piece in pieces {
      let start = min(max(piece.range.lowerBound, position), bytes.count)
      let end = min(max(piece.range.upperBound, start), bytes.count)
      let utf8 = Array(piece.text.utf8)
      text.stepCount &+= utf8.count
      let isVerbatim =
        utf8.count == end - start && utf8.indices.allSatisfy { utf8[$0] == bytes[start + $0] }
      if isVerbatim {
        text.copy(start..<end, of: bytes)
      } else {
        text.replace(start..<end, with: utf8)
      }
      position = start
    }
  }
}
