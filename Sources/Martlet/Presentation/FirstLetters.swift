/// A quick check that leaves out most words of a text before they are analysed.
///
/// The filters of the built-in analyzers change the case, the marks and the end of a word, and
/// leave its other letters as they are. So a word that begins with other letters than all terms of
/// the query gives none of them. Words of which this is not known pass.
struct FirstLetters: Sendable {
  /// True if every word passes.
  private(set) var allowsAll: Bool
  /// Bit *b* of the first or the second half: terms may begin with the ASCII byte *b*.
  private var ascii: (low: UInt64, high: UInt64) = (0, 0)
  /// The first letters of terms that are not ASCII.
  private var others: Set<UInt32> = []
  /// The letters with which terms begin, without case and marks.
  private var letters: [UInt32] = []
  /// The range of each term in ``letters``, at least one letter.
  private var leads: [Range<Int>] = []

  /// Creates the check for the words that `analyzer` turns into terms of these forms.
  init(_ forms: some Sequence<MarkedClauses.Form>, _ analyzer: Analyzer) {
    let ends = analyzer.filters.compactMap(\.rewrittenEnd)
    // A limit on the number of words of a document is counted in terms.
    allowsAll =
      ends.count < analyzer.filters.count || analyzer.limits.tokensPerDocument != .max
    let end = RewrittenEnd(
      ofWords: ends.reduce(0) { $0 + $1.ofWords }, ofStems: ends.reduce(0) { $0 + $1.ofStems })
    for form in forms where !allowsAll {
      if !insert(form, end) { allowsAll = true }
    }
  }

  /// Allows words that give terms of a form.
  ///
  /// - Returns: False if it is not known how such words begin.
  private mutating func insert(_ form: MarkedClauses.Form, _ end: RewrittenEnd) -> Bool {
    switch form {
    case .term(let bytes) where bytes.first == AnalyzedTerm.stemMarker:
      insert(bytes.dropFirst(), end.ofStems)
    case .term(let bytes): insert(bytes[...], end.ofWords)
    case .prefix(let bytes): insert(bytes[...], end.ofWords)
    case .pattern(let pattern): insert(pattern.prefix[...], end.ofWords)
    }
  }

  private mutating func insert(_ beginning: ArraySlice<UInt8>, _ end: Int) -> Bool {
    let scalars = String(decoding: beginning, as: UTF8.self).unicodeScalars.map(\.value)
    let start = letters.count
    for scalar in scalars.prefix(max(1, scalars.count - end)) {
      guard let letter = Self.letter(scalar) else { break }
      letters.append(letter.letter)
      if !letter.isAlone { break }
    }
    guard start < letters.count else { return false }
    leads.append(start..<letters.count)
    let first = letters[start]
    if first < 64 {
      ascii.low |= 1 &<< UInt64(first)
    } else if first < 128 {
      ascii.high |= 1 &<< UInt64(first & 63)
    } else {
      others.insert(first)
    }
    return true
  }

  /// Returns the letter without case and marks, and whether it is one letter; nil if nothing is
  /// left, or what may belong to another letter.
  @inline(__always)
  private static func letter(_ scalar: UInt32) -> (letter: UInt32, isAlone: Bool)? {
    guard ScalarFolding.isOrdinary(scalar), scalar != UInt32(UInt8(ascii: "'")),
      let letter = ScalarFolding.firstLetter(of: scalar),
      letter.letter != UInt32(UInt8(ascii: "'"))
    else { return nil }
    return letter
  }

  /// Returns true unless the word certainly gives none of the terms, and takes one position.
  ///
  /// - Parameter text: What the bytes of `word` are in.
  @inline(__always)
  func allows(_ word: FoundWord, in text: Span<UInt8>) -> Bool {
    if allowsAll || word.byteCount == 0 { return true }
    let byte = text[word.firstByte]
    guard byte < 0x80 else { return isLikely(text.extracting(word.bytes)) }
    let isCapital = byte &- UInt8(ascii: "A") < 26
    if containsFirst(UInt32(isCapital ? byte | 0x20 : byte)) {
      return isLikely(text.extracting(word.bytes))
    }
    // Words of ASCII alone, without signs, are most words of most texts.
    return !word.standsAlone && !Self.isOrdinary(text.extracting(word.bytes))
  }

  @inline(__always)
  private func containsFirst(_ letter: UInt32) -> Bool {
    if letter >= 0x80 { return others.contains(letter) }
    return (letter < 64 ? ascii.low : ascii.high) &>> UInt64(letter & 63) & 1 == 1
  }

  @inline(never)
  private func isLikely(_ word: Span<UInt8>) -> Bool {
    guard let first = Self.letter(DecodedScalar(word, at: 0).value) else { return true }
    guard containsFirst(first.letter) else { return !Self.isOrdinary(word) }
    for lead in leads where letters[lead.lowerBound] == first.letter {
      if begins(word, with: lead) { return true }
    }
    return !Self.isOrdinary(word)
  }

  /// Returns true unless the word certainly begins with other letters.
  private func begins(_ word: Span<UInt8>, with lead: Range<Int>) -> Bool {
    var (index, last) = (0, UInt32(0))
    // Two letters that may stand for an umlaut, which is one letter of a term.
    var hasUmlaut = false
    for position in lead {
      guard index < word.count else { return hasUmlaut }
      let scalar = DecodedScalar(word, at: index)
      guard let letter = Self.letter(scalar.value) else { return true }
      if letter.letter == UInt32(UInt8(ascii: "e")), Self.isUmlautVowel(last) { hasUmlaut = true }
      guard letter.letter == letters[position] else { return hasUmlaut }
      if !letter.isAlone { return true }
      last = letter.letter
      index += scalar.byteCount
    }
    return true
  }

  private static func isUmlautVowel(_ letter: UInt32) -> Bool {
    letter == UInt32(UInt8(ascii: "a")) || letter == UInt32(UInt8(ascii: "o"))
      || letter == UInt32(UInt8(ascii: "u"))
  }

  /// Returns true if a word has nothing in which several words might be joined.
  @inline(__always)
  private static func isOrdinary(_ word: Span<UInt8>) -> Bool {
    var index = 0
    while index < word.count {
      let byte = word[index]
      if byte < 0x80 {
        if byte == UInt8(ascii: "'") { return false }
        index &+= 1
      } else {
        let scalar = DecodedScalar(word, at: index)
        guard ScalarFolding.isOrdinary(scalar.value) else { return false }
        index &+= scalar.byteCount
      }
    }
    return true
  }
}
