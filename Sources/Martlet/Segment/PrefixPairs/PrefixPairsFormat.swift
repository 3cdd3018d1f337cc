/// Lists for pairs of a frequent word and a beginning of the next word, in one field with
/// positions: what a phrase asks for while its last word has one or two letters, as in "the c".
///
/// Two optional sections: they only make searches faster. ``SectionKind/prefixPairs`` is a term
/// dictionary without positions; see ``TermDictionaryFormat``. Its terms are beginnings, each
/// followed by ``PrefixListsFormat/terminator`` and the word that stands before.
/// ``SectionKind/prefixPairPostings`` has their postings, without positions; see
/// ``PostingsFormat``. A document's frequency is the number of positions at which it has the word,
/// with any word that begins so at the next position. Bounds are computed from these frequencies.
///
/// A pair without a list has to be searched: it may be one that is not worth a list. A beginning is
/// one or two characters, and ends at the end of a UTF-8 character. Stems are neither words nor
/// have beginnings.
///
/// Example: the list of "the c" is that of the term 63 FF 74 68 65.
enum PrefixPairsFormat {
  /// The number of characters of the longest beginning, and its bytes in UTF-8.
  static let mostCharacters = 2
  static let longestByteCount = 8

  /// Returns the dictionary's term for a pair.
  static func term(_ pair: PrefixPair) -> [UInt8] {
    PrefixListsFormat.term(pair.beginning) + pair.word
  }

  /// Returns the pair that `term` stands for; nil if it cannot be one.
  static func pair(_ term: [UInt8]) -> PrefixPair? {
    guard let end = term.firstIndex(of: PrefixListsFormat.terminator), end + 1 < term.count,
      end <= longestByteCount,
      1...mostCharacters ~= term[..<end].count(where: PrefixListsFormat.beginsCharacter),
      term[end + 1] != AnalyzedTerm.stemMarker
    else { return nil }
    return PrefixPair(word: Array(term[(end + 1)...]), beginning: Array(term[..<end]))
  }
}

/// A word, and a beginning of the word after it.
struct PrefixPair: Hashable, Sendable {
  let word: [UInt8]
  let beginning: [UInt8]
}
