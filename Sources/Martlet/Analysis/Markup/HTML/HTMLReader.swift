/// Reads the words of HTML as a browser shows them.
///
/// Searches only for `<`, `&` and, in Markdown, `{`; everything between is text and copied
/// unchanged. No tree is built and open elements are not remembered, so depth does not matter.
/// Departs from browsers where words would be lost or gained: the text of titles and text areas may
/// have tags, which are left out, `<script/>` is empty, as in XHTML, and the readings that ruby
/// shows over characters are left out, because they would stand between the characters of a word.
///
/// - Complexity: O(bytes), each read no more than twice.
struct HTMLReader {
  let bytes: SourceBytes
  let text: ReadText
  var attributes: HTMLAttributes = []
  /// True if `{{…}}` is a macro, as in Markdown.
  var hasMacros = false

  /// Reads `range` and adds its words to the text.
  ///
  /// - Returns: The hidden part that does not end within the range, if there is one.
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

  /// Applies the effect of `markup` to the words.
  ///
  /// - Returns: The offset at which the text continues; nil if a hidden part does not end.
  private func pass(_ markup: HTMLMarkup, at start: Int, upTo end: Int) -> Int? {
    text.stepCount &+= markup.end &- start
    switch markup.effect {
    case .none: break
    case .separates: text.separate(at: start)
    case .begins(let reading):
      if let next = reading.end(in: bytes, upTo: end) {
        text.stepCount &+= next &- markup.end
        return next
      }
      text.separate(at: start)
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

  /// Adds the characters of a reference. That to a soft hyphen, which is invisible, is left out, so
  /// that even a tokenizer without Unicode rules finds the word; a soft hyphen itself is text.
  private func add(_ reference: CharacterReference) {
    if reference.scalar != 0xAD { text.replace(with: reference) }
  }

  /// Adds the texts of the attributes that are included, each separate from the text around it.
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

  /// Adds the shown parts of a macro.
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
