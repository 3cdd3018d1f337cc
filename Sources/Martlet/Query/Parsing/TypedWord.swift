/// A word of a typed text that may be put right, with where it stands and what it is searched in.
///
/// Found by looking at the signs around words, without reading the whole language: a word that is
/// missed here is only not put right. Words with other signs than these, such as patterns, numbers,
/// words with a `~` or a `-` before them, and operators are none.
///
/// - Complexity: O(length) of the part of the text that a search reads.
struct TypedWord {
  /// The letters of the word in the text.
  var range: Range<String.Index>
  /// The name of the field in front of it, or in front of the quotes or brackets around it.
  var field: String?
  /// True in quotes, where other forms of the word do not count.
  var isQuoted: Bool

  /// Returns the words of a text, in order.
  ///
  /// - Parameter fieldName: Returns the field of the schema that a name before a colon stands for.
  static func all(in text: String, fieldName: @escaping (String) -> String?) -> [TypedWord] {
    let most = QueryLimits.lenientWordCount
    let pieces = text.split(maxSplits: most, whereSeparator: \.isWhitespace).prefix(most)
    var reader = Reader(fieldName: fieldName)
    return pieces.compactMap { piece in
      let word = reader.word(of: piece)
      guard let word, isReadable(word, in: text) else { return nil }
      return word
    }
  }

  private static func isReadable(_ word: TypedWord, in text: String) -> Bool {
    let letters = text[word.range]
    let length = text.utf8.distance(from: text.startIndex, to: word.range.upperBound)
    return !letters.isEmpty && length <= QueryLimits.lenientByteCount
      && letters.allSatisfy(\.isLetter)
      && (word.isQuoted || QueryAlphabet.reservedWord(String(letters)) == nil)
  }

  /// The quotes and brackets that are open between two pieces of a text.
  private struct Reader {
    let fieldName: (String) -> String?
    var field: String?
    var isQuoted = false
    var isGrouped = false

    mutating func word(of piece: Substring) -> TypedWord? {
      var rest = removingSigns(before: piece)
      let (end, endsQuote, endsGroup) = Self.end(of: rest)
      rest = rest[..<end]
      let word = TypedWord(range: rest.startIndex..<end, field: field, isQuoted: isQuoted)
      if endsQuote { isQuoted = false }
      if endsGroup { isGrouped = false }
      if !isQuoted, !isGrouped { field = nil }
      return word
    }

    /// Returns what follows the signs and the field's name at the beginning of a piece.
    private mutating func removingSigns(before piece: Substring) -> Substring {
      var rest = piece
      while let first = rest.first {
        if Self.isQuote(first) {
          isQuoted = true
        } else if "([{".contains(first) {
          isGrouped = true
        } else if !isQuoted, let colon = rest.firstIndex(of: ":"),
          let name = fieldName(String(rest[..<colon]))
        {
          field = name
          rest = rest[colon...]
        } else if !"+^'‘".contains(first) {
          break
        }
        rest = rest.dropFirst()
      }
      return rest
    }

    /// Returns the end of the word that a piece begins with, and what ends behind it.
    private static func end(
      of piece: Substring
    ) -> (index: String.Index, endsQuote: Bool, endsGroup: Bool) {
      var rest = piece
      // A boost, or the number of moves after a quote and of clauses after a bracket.
      if let sign = rest.lastIndex(where: { "^~".contains($0) }), sign > rest.startIndex,
        rest[sign...].dropFirst().allSatisfy({ $0.isNumber || ".=".contains($0) }),
        rest[sign] == "^" || ")\"”".contains(rest[rest.index(before: sign)])
      {
        rest = rest[..<sign]
      }
      var (endsQuote, endsGroup) = (false, false)
      while let last = rest.last, ".,;!?)]}'’".contains(last) || isQuote(last) {
        if isQuote(last) { endsQuote = true }
        if ")]}".contains(last) { endsGroup = true }
        rest.removeLast()
      }
      return (rest.endIndex, endsQuote, endsGroup)
    }

    private static func isQuote(_ character: Character) -> Bool {
      character.unicodeScalars.first.map(QueryAlphabet.isQuote) ?? false
    }
  }
}
