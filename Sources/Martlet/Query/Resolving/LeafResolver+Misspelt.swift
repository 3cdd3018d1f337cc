/// Words that a person may have misspelt.
extension LeafResolver {
  /// The fewest characters of a word in which one edit is expected, and in which two are. Shorter
  /// words are rarely misspelt, and have too many neighbours.
  private static let leastLengths = (ofOne: 5, ofTwo: 9)

  /// Returns the leaf of a word and of the words that may be meant by it; only that of the word if
  /// it is a stop word, short, a number or a code, or if the field has no words.
  func resolve(misspelt text: String, _ kind: Kind) -> Leaf {
    var leaf = resolve(text, kind)
    guard field.definition.kind == .text, leaf.words == .content,
      let misspelling = misspelling(of: text, isPrefix: kind.lastIsPrefix)
    else { return leaf }
    let clause = PatternClause(field: field.id, pattern: .misspelt(misspelling), boost: weight)
    leaf.clause = .any(of: [leaf.clause, .pattern(clause)].compactMap { $0 })
    return leaf
  }

  private func misspelling(of text: String, isPrefix: Bool) -> Misspelling? {
    let words = PatternText(text).words(field.analyzer)
    guard words.count == 1, case .pattern(let pattern) = words[0],
      case .text(let word)? = pattern.elements.first
    else { return nil }
    let scalars = String(decoding: word, as: UTF8.self).unicodeScalars
    guard scalars.count >= Self.leastLengths.ofOne, scalars.allSatisfy(Self.isLetter) else {
      return nil
    }
    return Misspelling(
      word: word, edits: scalars.count < Self.leastLengths.ofTwo ? 1 : 2, isPrefix: isPrefix)
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch WordClass.of(scalar.value) {
    case .letter, .hebrewLetter, .letterPictograph, .extend, .singleQuote: true
    default: false
    }
  }
}
