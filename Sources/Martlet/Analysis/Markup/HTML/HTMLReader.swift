/// Reads the words of HTML, as a browser shows them.
///
/// Looks only for `<`, `&` and, in Markdown, `{`; everything between is text and copied as it is. No
/// tree is built and nothing is remembered about open elements, so depth does not matter. Departs
/// from browsers where words would be lost or gained: the text of titles and text areas may have
/// tags, which are left out, and `<script/>` is empty, as in XHTML.
///
/// - Complexity: O(bytes), each looked at no more than twice.
struct HTMLReader {
  let bytes: SourceBytes
  let text: ReadText
  var attributes: HTMLAttributes = []
  /// True when `{{…}}` is a macro, as in Markdown.
  var hasMacros = false

  /// Reads `range`.
  ///
  /// - Returns: what is hidden from the end of the range on, if its end has not come.
  @discardableResult
  func read(_ range: Range<Int>) -> HTMLHiddenText? {
    let end = range.upperBound
    let brace = UInt8(ascii: hasMacros ? "{" : "<")
    var start = range.lowerBound
    var index = start
    text.stepCount &+= range.count
    while true {
      index = bytes.firstIndex(
        of: UInt8(ascii: "<"), UInt8(ascii: "&"), brace, from: index, to: end)
      guard index < end else { break }
      switch bytes[index] {
      case UInt8(ascii: "<"):
        guard let markup = HTMLMarkup(in: bytes, at: index, upTo: end) else { break }
        text.copy(start..<index, of: bytes)
        start = index
        guard let next = pass(markup, at: index, upTo: end) else { return hiddenText(markup) }
        (start, index) = (next, next)
        continue
      case UInt8(ascii: "&"):
        guard let reference = CharacterReference(in: bytes, at: index, upTo: end, .text) else {
          break
        }
        text.copy(start..<index, of: bytes)
        add(reference)
        (start, index) = (reference.range.upperBound, reference.range.upperBound)
        continue
      default:
        guard let macro = MarkdownMacro(in: bytes, at: index, upTo: end) else { break }
        text.copy(start..<index, of: bytes)
        read(macro, at: index)
        (start, index) = (macro.end, macro.end)
        continue
      }
      index &+= 1
    }
    text.copy(start..<end, of: bytes)
    return nil
  }

  /// Does what `markup` does to the words.
  ///
  /// - Returns: where the text goes on; nil if what it hides does not end.
  private func pass(_ markup: HTMLMarkup, at start: Int, upTo end: Int) -> Int? {
    text.stepCount &+= markup.end &- start
    switch markup.effect {
    case .none: break
    case .separates: text.separate(at: start)
    case .hides(let hidden):
      if case .content = hidden { text.separate(at: start) }
      let next = hidden.end(in: bytes, from: markup.end, upTo: end)
      text.stepCount &+= (next ?? end) &- markup.end
      return next
    }
    if !attributes.isEmpty, let tag = markup.tag, !tag.isEnd, tag.isClosed {
      readAttributes(of: tag)
    }
    return markup.end
  }

  private func hiddenText(_ markup: HTMLMarkup) -> HTMLHiddenText? {
    if case .hides(let hidden) = markup.effect { hidden } else { nil }
  }

  /// A soft hyphen is not seen: it is left out, so that even a tokenizer that knows no Unicode finds
  /// the word.
  private func add(_ reference: CharacterReference) {
    if reference.scalar != 0xAD { text.replace(with: reference) }
  }

  /// Adds the texts of the attributes that are wanted, each apart from what is around it.
  private func readAttributes(of tag: HTMLTag) {
    text.stepCount &+= tag.end &- tag.name.upperBound
    tag.attributes(in: bytes) { attribute in
      let name = attribute.name
      let isWanted =
        name.count == 3 && bytes.matches("alt", at: name.lowerBound)
        && attributes.contains(.alternativeTexts)
        || name.count == 5 && bytes.matches("title", at: name.lowerBound)
          && attributes.contains(.titles)
      if isWanted { readValue(attribute.value) }
    }
  }

  /// Adds what is shown of a macro.
  private func read(_ macro: MarkdownMacro, at start: Int) {
    let shown = macro.shown
    text.stepCount &+= macro.end &- start
    if shown.isEmpty { text.separate(at: start) }
    for (number, range) in shown.enumerated() {
      if number > 0 { text.separate(at: range.lowerBound) }
      HTMLReader(bytes: bytes, text: text).read(range)
    }
  }

  private func readValue(_ value: Range<Int>) {
    guard !value.isEmpty else { return }
    text.separate(at: value.lowerBound)
    var start = value.lowerBound
    var index = start
    while true {
      index = bytes.firstIndex(of: UInt8(ascii: "&"), from: index, to: value.upperBound)
      guard index < value.upperBound else { break }
      let reference = CharacterReference(in: bytes, at: index, upTo: value.upperBound, .attribute)
      guard let reference else {
        index &+= 1
        continue
      }
      text.copy(start..<index, of: bytes)
      add(reference)
      (start, index) = (reference.range.upperBound, reference.range.upperBound)
    }
    text.copy(start..<value.upperBound, of: bytes)
    text.separate(at: value.upperBound)
  }
}
