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
    var value = value
    // SAFETY: `read` copies what it keeps of the bytes.
    value.withUTF8 { unsafe read($0, into: text) }
  }

  /// Returns the text of `original`: `original` itself for ``plain``, otherwise the bytes of
  /// `text`, which is replaced.
  ///
  /// For tokenizers. Valid UTF-8 gives valid UTF-8. A range of the result is a range of `original`
  /// for ``plain``; for other sources, `text` maps it.
  ///
  /// - Complexity: O(1) for ``plain``, otherwise O(bytes).
  @unsafe @inline(__always)
  func text(
    of original: UnsafeBufferPointer<UInt8>, in text: ReadText
  ) -> UnsafeBufferPointer<UInt8> {
    if isPlain { return unsafe original }
    unsafe read(original, into: text)
    return unsafe text.bytes
  }

  /// Replaces `text` by what this source reads in `original`.
  @unsafe @inline(never)
  func read(_ original: UnsafeBufferPointer<UInt8>, into text: ReadText) {
    text.begin(originalCount: original.count)
    guard let base = original.baseAddress, !original.isEmpty else { return }
    // SAFETY: the caller lends the bytes for the duration of this call.
    let bytes = unsafe SourceBytes(base, count: original.count)
    switch reader {
    case .plain: text.copy(0..<bytes.count, of: bytes)
    case .html(let attributes):
      HTMLReader(bytes: bytes, text: text, attributes: attributes).read(0..<bytes.count)
    case .markdown: MarkdownReader.read(bytes, into: text)
    case .custom(let pieces):
      let string = unsafe String(decoding: original, as: UTF8.self)
      Self.read(pieces(string), of: bytes, into: text)
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
