/// Finds the words within an identifier or another word that consists of several: `user_id`,
/// `camelCase`, `www.example.com`.
///
/// Comes before folding, because it depends on capitals.
struct WordPartFilter: TermFilter {
  let parts: WordParts

  /// The maximum number of parts. If there are more, only the whole word is found.
  private static let partLimit = 32

  init(_ parts: WordParts) { self.parts = parts }

  var signature: String { "parts 2 (\(parts.rawValue))" }
  var summary: String { "parts of words (\(parts.names))" }

  func apply(_ term: AnalyzedTerm, for use: TokenUse, into terms: inout [AnalyzedTerm]) {
    guard term.form == .word else {
      terms.append(term)
      return
    }
    let pieces = pieces(of: term.bytes)
    var whole = term
    whole.positionCount = max(1, pieces.count)
    var joined = whole
    if parts.contains(.apostrophes) { joined.bytes = Self.withoutApostrophes(term.bytes) }
    let hasJoined = joined != whole && !joined.bytes.isEmpty
    if use != .query || !hasJoined { terms.append(whole) }
    guard use == .indexing || use == .query else { return }
    if hasJoined { terms.append(joined) }
    guard pieces.first != term.bytes else { return }
    for (index, piece) in pieces.enumerated() {
      terms.append(AnalyzedTerm(bytes: piece, positionOffset: term.positionOffset + index))
    }
  }

  /// Returns the parts in order; none if there are too many.
  fileprivate func pieces(of word: [UInt8]) -> [[UInt8]] {
    let scalars = Array(String(decoding: word, as: UTF8.self).unicodeScalars)
    // A letter goes with the marks behind it, as it does if they are one scalar.
    let starts = scalars.indices.filter {
      $0 == 0 || WordClass.of(scalars[$0].value) != .extend
    }
    let kinds = starts.map { LetterKind(scalars[$0]) }
    var pieces: [[UInt8]] = []
    var piece: [UInt8] = []
    for (index, start) in starts.enumerated() {
      let isSeparator = isSeparator(scalars[start], at: index, kinds)
      if (isSeparator || startsPart(index, kinds)), !piece.isEmpty {
        pieces.append(piece)
        piece = []
        if pieces.count == Self.partLimit { return [] }
      }
      if isSeparator { continue }
      let end = index + 1 < starts.count ? starts[index + 1] : scalars.count
      for scalar in scalars[start..<end] { piece += scalar.utf8 }
    }
    return piece.isEmpty ? pieces : pieces + [piece]
  }

  private func isSeparator(
    _ scalar: Unicode.Scalar, at index: Int, _ kinds: [LetterKind]
  ) -> Bool {
    switch scalar {
    case "_": parts.contains(.underscores)
    case ".":
      parts.contains(.periods) && index > 0 && index + 1 < kinds.count
        && kinds[index - 1].isLetter && kinds[index + 1].isLetter
    default: false
    }
  }

  /// Returns true if a capital at `index` begins a part: `userId`, `utf8Text`, the `R` of
  /// `HTTPRequest`.
  private func startsPart(_ index: Int, _ kinds: [LetterKind]) -> Bool {
    guard parts.contains(.camelCase), index > 0, kinds[index] == .capital else { return false }
    if kinds[index - 1] == .small || kinds[index - 1] == .digit { return true }
    return kinds[index - 1] == .capital && index + 1 < kinds.count && kinds[index + 1] == .small
  }

  private enum LetterKind {
    case capital, small, digit, other

    init(_ scalar: Unicode.Scalar) {
      switch scalar {
      case "A"..."Z": self = .capital
      case "a"..."z": self = .small
      case "0"..."9": self = .digit
      case "\0"..."\u{BF}": self = .other
      default:
        let bytes = Array(scalar.utf8)
        self =
          if ![.letter, .hebrewLetter].contains(WordClass.of(scalar.value)) {
            .other
          } else {
            Folding.caseOnly.fold(bytes) == Folding.exact.fold(bytes) ? .small : .capital
          }
      }
    }

    var isLetter: Bool { self == .capital || self == .small }
  }

  private static func withoutApostrophes(_ word: [UInt8]) -> [UInt8] {
    String(decoding: word, as: UTF8.self).unicodeScalars.reduce(into: []) { bytes, scalar in
      if !StemmingScript.isApostrophe(scalar) { bytes += scalar.utf8 }
    }
  }
}

extension Analyzer {
  /// Returns the part of a word that gives a term, or the word without its article; the whole word
  /// if no part does.
  func spelling(of term: String, in word: String) -> String {
    let bytes = Array(word.utf8)
    var pieces: [[UInt8]] = []
    if filters.contains(where: { $0 is ElisionFilter }) {
      pieces = ElisionFilter.rest(of: bytes).map { [$0] } ?? []
    }
    if let filter = filters.first as? WordPartFilter { pieces += filter.pieces(of: bytes) }
    let part = pieces.first { piece in
      piece.withBytes { terms(of: $0, for: .indexing) }
        .contains { $0.form == .word && $0.text == term }
    }
    return part.map { String(decoding: $0, as: UTF8.self) } ?? word
  }
}
