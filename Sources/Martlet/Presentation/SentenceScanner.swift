/// Finds where sentences begin in a text, without knowledge of its language.
///
/// A sentence begins after a full stop, a question mark or an exclamation mark and white space, or
/// after one of the full stops that need no space, as in Chinese. It also begins on a new line,
/// unless that goes on with a small letter, and after an empty line in any case. A stop between a
/// single capital letter and a name, after a title such as Dr or Mrs, or before a small letter,
/// ends no sentence. Titles are known by their having no vowel.
///
/// - Complexity: O(bytes).
struct SentenceScanner {
  /// The reason for which the next letter may begin a sentence.
  private enum Reason {
    case none, stop, space, line, paragraph
  }

  private var reason = Reason.none
  /// The number of letters of the last word, and whether its first one is a capital.
  private var wordLength = 0
  private var isCapital = false
  /// True if all letters of the last word are consonants of ASCII, and small ones after the first.
  private var isTitle = false

  /// Calls `body` with the offset of each sentence that begins after `start`, and with the end of
  /// the one before it, up to the first letter at `limit` or after it.
  static func forEachSentence(
    in text: Span<UInt8>, from start: Int, upTo limit: Int,
    _ body: (_ start: Int, _ endBefore: Int) -> Void
  ) {
    var scanner = SentenceScanner()
    var (index, end) = (start, start)
    while index < text.count {
      let scalar = DecodedScalar(text, at: index)
      let value = Unicode.Scalar(scalar.value) ?? "\u{FFFD}"
      if value.isSpace {
        scanner.takeSpace(value)
      } else {
        if scanner.begins(with: value), index > start { body(index, end) }
        if index >= limit { return }
        scanner.take(value)
        end = index + scalar.byteCount
      }
      index += scalar.byteCount
    }
  }

  private mutating func takeSpace(_ scalar: Unicode.Scalar) {
    switch (reason, scalar) {
    case (.paragraph, _), (.line, "\n"): reason = .paragraph
    case (.none, "\n"), (.line, _): reason = .line
    case (.space, "\n"), (.stop, "\n"): reason = .paragraph
    case (.stop, _), (.space, _): reason = .space
    case (.none, _): wordLength = 0
    }
  }

  /// Returns true if a sentence begins with `scalar`.
  private func begins(with scalar: Unicode.Scalar) -> Bool {
    switch reason {
    case .none, .stop: false
    case .paragraph: true
    case .space, .line: !scalar.properties.isLowercase
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar) {
    switch scalar {
    case ".":
      // The stop after an initial or a title is a part of the name.
      reason = isCapital && (wordLength == 1 || isTitle) ? .none : .stop
      wordLength = 0
    case "!", "?", "…", "؟", "۔", "।":
      reason = .stop
      wordLength = 0
    case "。", "！", "？", "｡": reason = .space
    case "\"", "'", ")", "]", "}", "»", "”", "’", "」", "』", "）":
      // They belong to what they close.
      if reason == .line || reason == .paragraph { reason = .none }
    default:
      if reason != .none || wordLength == 0 {
        wordLength = 0
        isCapital = scalar.properties.isUppercase
        isTitle = isCapital && scalar.isCapitalConsonant
      } else if isTitle {
        isTitle =
          scalar.value >= 0x20 && Unicode.Scalar(scalar.value - 0x20)?.isCapitalConsonant == true
      }
      wordLength += 1
      reason = .none
    }
  }
}

extension Unicode.Scalar {
  /// True for the white space of ASCII.
  fileprivate var isSpace: Bool { value == 0x20 || value &- 9 < 5 }

  /// True for a capital letter of ASCII that is no vowel.
  fileprivate var isCapitalConsonant: Bool {
    switch self {
    case "A", "E", "I", "O", "U", "Y": false
    default: ("A"..."Z").contains(self)
    }
  }
}
