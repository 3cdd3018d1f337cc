/// A word of a typed text that may be put right, with where it stands and what it is searched in.
///
/// Found among the tokens of the text, as a search reads them: words, also in quotes and in sets,
/// with the field in front of them or of the brackets around them. What documents must not have,
/// patterns, values, numbers, words with a `~` and operators are left out.
///
/// - Complexity: O(length) of the part of the text that a search reads.
struct TypedWord {
  /// The letters of the word in the text.
  var range: Range<String.Index>
  /// The name of the field that it is searched in; nil for all text fields.
  var field: String?
  /// True in quotes, where other forms of the word do not count.
  var isQuoted: Bool

  /// Returns the words of a text, in order.
  static func all(in text: String, _ schema: IndexSchema) -> [TypedWord] {
    var lexer = QueryLexer(
      LenientParser.scalars(of: text).scalars, fieldNames: schema.names(like:),
      mayHave: schema.mayHave(_:_:isRange:))
    var reader = Reader(text: text)
    while let token = lexer.next() { reader.read(token) }
    return reader.words
  }

  /// The field and the sign of the words within brackets, or of the next word.
  private struct Scope {
    var field: String?
    var isExcluded = false
  }

  private struct Reader {
    let text: String
    private(set) var words: [TypedWord] = []
    /// The scope of each open bracket, the outermost first.
    private var groups: [Scope] = []
    /// The scope of the next operand.
    private var next = Scope()
    private var wordCount = 0

    init(text: String) { self.text = text }

    mutating func read(_ token: QueryToken) {
      switch token.kind {
      case .scope(let name): return next.field = name
      case .exclude, .not: return next.isExcluded = true
      case .require, .problem: return
      case .open: return groups.append(next)
      case .close: next = groups.popLast() ?? Scope()
      case .word(_, .whole), .synonyms: append(token, isQuoted: false)
      case .phrase, .phrasePattern: append(token, isQuoted: true)
      default: wordCount += 1
      }
      next = groups.last ?? Scope()
    }

    private mutating func append(_ token: QueryToken, isQuoted: Bool) {
      let bytes = text.utf8
      let start = bytes.index(bytes.startIndex, offsetBy: token.range.lowerBound)
      let end = bytes.index(start, offsetBy: token.range.count)
      for piece in text[start..<end].split(whereSeparator: \.isWhitespace) {
        wordCount += 1
        guard wordCount <= QueryLimits.lenientWordCount, !next.isExcluded,
          let range = Self.letters(of: piece),
          isQuoted || QueryAlphabet.reservedWord(String(text[range])) == nil
        else { continue }
        words.append(TypedWord(range: range, field: next.field, isQuoted: isQuoted))
      }
    }

    /// Returns the range of the letters of a piece; nil if it has any elsewhere, digits or a
    /// wildcard.
    private static func letters(of piece: Substring) -> Range<String.Index>? {
      guard let start = piece.firstIndex(where: \.isLetter) else { return nil }
      let end = piece[start...].firstIndex { !$0.isLetter } ?? piece.endIndex
      var rest = piece[end...]
      // A boost, or the number of moves behind a quote.
      if let sign = rest.lastIndex(where: { "^~".contains($0) }) { rest = rest[..<sign] }
      let isOther = { (character: Character) in
        character.isLetter || character.isNumber || character == "*"
      }
      return piece[..<start].contains(where: isOther) || rest.contains(where: isOther)
        ? nil : start..<end
    }
  }
}
