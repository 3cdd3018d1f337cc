extension String {
  /// The most scalars of a character that are shown. Emoji of families have eleven, and words of
  /// any language fewer; what has more is made to spoil a screen.
  private static let longestCharacter = 16

  /// The number of columns that the text takes in a terminal.
  package var terminalWidth: Int {
    // Long lists are mostly ASCII.
    utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.terminalWidth }
  }

  /// Returns the text with spaces added up to `width` columns.
  package func padded(to width: Int, _ alignment: TextTable.Alignment = .left) -> String {
    let padding = String(repeating: " ", count: max(0, width - terminalWidth))
    return alignment == .left ? self + padding : padding + self
  }

  /// Returns the text, or its beginning with an ellipsis, in at most `width` columns.
  package func shortened(to width: Int) -> String {
    guard terminalWidth > width else { return self }
    guard width > 0 else { return "" }
    var rest = width - 1
    return prefix { character in
      rest -= character.terminalWidth
      return rest >= 0
    } + "…"
  }

  /// Returns the text without what a terminal would obey, or could not show: control characters are
  /// escaped, and a character has at most 16 scalars, whatever marks are put on it.
  func fitForTerminal() -> String {
    let text = escapingControls()
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    return text.reduce(into: "") { fit, character in
      if character.utf8.count <= Self.longestCharacter {
        fit.append(character)
      } else {
        fit.unicodeScalars.append(
          contentsOf: character.unicodeScalars.prefix(Self.longestCharacter))
      }
    }
  }
}

extension Character {
  /// The number of columns in a terminal.
  package var terminalWidth: Int {
    let scalars = unicodeScalars
    guard let first = scalars.first else { return 0 }
    // A picture that is made of several scalars is as wide as one.
    if scalars.count > 1, first.properties.isEmoji,
      scalars.contains(where: { $0 == "\u{FE0F}" || $0.properties.isEmojiPresentation })
    {
      return 2
    }
    return scalars.reduce(0) { $0 + $1.terminalWidth }
  }
}

extension Unicode.Scalar {
  /// The number of columns in a terminal: 2 for what Unicode calls wide or full width (Standard
  /// Annex 11) and for emoji, 0 for marks on a character and for signs that are not seen.
  fileprivate var terminalWidth: Int {
    if value < 0x300 { return 1 }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18AFF,
      0x1B000...0x1B2FF, 0x20000...0x3FFFD:
      // Tone marks and the like are among them.
      return properties.generalCategory == .nonspacingMark ? 0 : 2
    // Vowels and final consonants of Hangul stand in the columns of the first consonant.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return properties.isEmojiPresentation ? 2 : 1
    }
  }
}
