/// The text of a pattern or of a misspelt word, separated into words as the analyzer of a field
/// does.
///
/// Letters that the text does not have take the place of wildcards, so that `gr?y` is one word, and
/// `*.txt` is one as *notes.txt* is. Words are folded. What an analyzer finds by pairs of letters,
/// as in Chinese and Korean, is no word with wildcards or mistakes, but a phrase.
struct PatternText {
  enum Word: Equatable {
    /// A text that stands for itself.
    case plain(String)
    /// Texts that follow each other, each with the wildcards before it, and the wildcards at the
    /// end.
    case apart([Piece], end: Gap)
    /// A folded word, with or without wildcards.
    case pattern(WildcardPattern)
  }

  /// The wildcards between two texts: so many letters, or at least so many.
  struct Gap: Equatable {
    var count = 0
    var isOpen = false
  }

  /// A text without wildcards.
  struct Piece: Equatable {
    /// The wildcards before it.
    var gap: Gap
    var text: String
  }

  private let text: String
  /// The letters in place of `?` and `*`; nil for a text without wildcards, all words of which may
  /// be misspelt.
  private let letters: (one: Unicode.Scalar, any: Unicode.Scalar)?

  /// Creates the text of a misspelt word.
  init(_ text: String) {
    self.text = text
    letters = nil
  }

  init(_ pattern: WildcardPattern) {
    // Letters of Linear A: no analyzer changes them or separates them from others.
    let known = Set(pattern.description.unicodeScalars)
    let free = (0x10600...0x10700).lazy.compactMap(Unicode.Scalar.init).filter {
      !known.contains($0)
    }
    var letters = free.makeIterator()
    let (one, any) = (letters.next() ?? "\u{10600}", letters.next() ?? "\u{10601}")
    text = pattern.elements.reduce(into: "") { text, part in
      switch part {
      case .text(let bytes): text += String(decoding: bytes, as: UTF8.self)
      case .one: text.unicodeScalars.append(one)
      case .any: text.unicodeScalars.append(any)
      }
    }
    self.letters = (one, any)
  }

  /// Returns the words, in order.
  func words(_ analyzer: Analyzer) -> [Word] {
    var words: [Word] = []
    var plain: Range<Int>?
    text.withBytes { bytes in
      analyzer.forEachWord(in: bytes, for: .phrase) { found, lent in
        let word = String(decoding: Array(copying: lent.extracting(found.bytes)), as: UTF8.self)
        if isPattern(word, found) {
          words += phrases(in: plain)
          plain = nil
          words.append(.pattern(pattern(analyzer.folded(word))))
        } else {
          plain = (plain?.lowerBound ?? found.start)..<max(found.end, plain?.upperBound ?? 0)
        }
      }
    }
    return words + phrases(in: plain)
  }

  private func isWildcard(_ scalar: Unicode.Scalar) -> Bool {
    scalar == letters?.one || scalar == letters?.any
  }

  private func isPattern(_ word: String, _ found: FoundWord) -> Bool {
    let scalars = word.unicodeScalars
    if found.standsAlone, scalars.contains(where: Self.isPaired) { return false }
    return letters == nil || scalars.contains(where: isWildcard) && !scalars.allSatisfy(isWildcard)
  }

  /// Returns true for a letter of a script in which words are found by pairs of letters.
  static func isPaired(_ scalar: Unicode.Scalar) -> Bool {
    switch WordClass.of(scalar.value) {
    case .unit, .hangul, .katakana, .katakanaSymbol: true
    default: false
    }
  }

  /// Returns what stands between the wildcards in a range of the text's bytes.
  private func phrases(in range: Range<Int>?) -> [Word] {
    guard let range else { return [] }
    let part = String(decoding: Array(text.utf8)[range], as: UTF8.self)
    var (pieces, gap, text) = ([Piece](), Gap(), "")
    func endPiece() {
      guard !text.isEmpty else { return }
      pieces.append(Piece(gap: gap, text: text))
      (gap, text) = (Gap(), "")
    }
    for scalar in part.unicodeScalars {
      guard isWildcard(scalar) else {
        text.unicodeScalars.append(scalar)
        continue
      }
      endPiece()
      if scalar == letters?.one { gap.count += 1 } else { gap.isOpen = true }
    }
    endPiece()
    guard let first = pieces.first else { return [] }
    if pieces.count == 1, first.gap.count == 0, gap.count == 0 { return [.plain(first.text)] }
    return [.apart(pieces, end: gap)]
  }

  /// Returns the pattern of a folded word.
  private func pattern(_ bytes: [UInt8]) -> WildcardPattern {
    var pattern = WildcardPattern()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case letters?.one: pattern.append(.one)
      case letters?.any: pattern.append(.any)
      default: pattern.append(scalar)
      }
    }
    return pattern
  }
}
