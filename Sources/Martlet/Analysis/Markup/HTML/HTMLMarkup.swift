/// The markup at a `<` in HTML.
struct HTMLMarkup {
  /// The effect of the markup on the words around it.
  enum Effect {
    /// The markup has no effect: the word continues after it.
    case none
    /// The markup ends a word.
    case separates
    /// The markup ends a word and begins a part that is not shown.
    case hides(HTMLHiddenText)
    /// The markup begins the reading of the characters before it, after which the word continues.
    case begins(HTMLReading)
  }

  /// The offset after the markup, which is the end of the text if the markup is not closed.
  let end: Int
  let effect: Effect
  /// The tag, if the markup is one.
  let tag: HTMLTag?

  /// Reads the markup that starts with the `<` at `start`; nil if it is text.
  init?(in bytes: SourceBytes, at start: Int, upTo limit: Int) {
    let next = bytes[start &+ 1]
    guard start &+ 1 < limit else { return nil }
    if next.isASCIILetter {
      self.init(HTMLTag(in: bytes, at: start, upTo: limit), in: bytes)
    } else if next == UInt8(ascii: "/") {
      guard start &+ 2 < limit else { return nil }
      if bytes[start &+ 2].isASCIILetter {
        self.init(HTMLTag(in: bytes, at: start, upTo: limit), in: bytes)
      } else {
        self.init(upToBracketIn: bytes, from: start &+ 2, limit: limit)
      }
    } else if next == UInt8(ascii: "!") {
      self.init(declaration: bytes, at: start, upTo: limit)
    } else if next == UInt8(ascii: "?") {
      self.init(upToBracketIn: bytes, from: start &+ 2, limit: limit)
    } else {
      return nil
    }
  }

  private init(end: Int, effect: Effect, tag: HTMLTag? = nil) {
    self.end = end
    self.effect = effect
    self.tag = tag
  }

  private init(_ tag: HTMLTag, in bytes: SourceBytes) {
    let element = HTMLElement(named: tag.name, in: bytes)
    end = tag.end
    self.tag = tag
    if element.contains(.isHidden), !tag.isEnd, tag.isClosed, !tag.closesItself {
      effect = .hides(.content(of: tag.name, isScript: element.contains(.isScript)))
    } else if element.contains(.isReading), !tag.isEnd, tag.isClosed, !tag.closesItself {
      effect = .begins(HTMLReading(start: tag.end))
    } else {
      effect = element.contains(.separates) ? .separates : .none
    }
  }

  /// Reads a comment, a declaration, or CDATA. Only the signs of CDATA are left out, because feeds
  /// wrap HTML in it.
  private init(declaration bytes: SourceBytes, at start: Int, upTo limit: Int) {
    let cdata: StaticString = "<![CDATA["
    if bytes.matches("<!--", at: start), start &+ 4 <= limit {
      let first = start &+ 4
      // "<!-->" and "<!--->" are empty comments.
      let dashes = bytes[first] == UInt8(ascii: "-") ? 1 : 0
      if first &+ dashes < limit, bytes[first &+ dashes] == UInt8(ascii: ">") {
        self.init(end: first &+ dashes &+ 1, effect: .none)
      } else {
        self.init(end: first, effect: .hides(.comment))
      }
    } else if bytes.matches(cdata, at: start), start &+ cdata.utf8CodeUnitCount <= limit {
      self.init(end: start &+ cdata.utf8CodeUnitCount, effect: .none)
    } else {
      self.init(upToBracketIn: bytes, from: start &+ 2, limit: limit)
    }
  }

  /// Creates the markup that browsers treat as a comment up to `>`.
  private init(upToBracketIn bytes: SourceBytes, from start: Int, limit: Int) {
    let bracket = bytes.firstIndex(of: UInt8(ascii: ">"), from: start, to: limit)
    self.init(end: min(limit, bracket &+ 1), effect: .none)
  }
}
