/// Lists for pairs of adjacent frequent words, in one field with positions.
///
/// Three optional sections: they only make searches faster. ``SectionKind/bigramWords`` has the
/// words, at most ``mostWords``, in rising order, and numbers them 0, 1, 2, …:
///
///     count       u32
///     ends        u32 × count     end of each word, in bytes from the first word
///     words
///
/// ``SectionKind/bigrams`` is a term dictionary without positions; see ``TermDictionaryFormat``.
/// Its terms are two bytes, the numbers of the first and the second word of a pair.
/// ``SectionKind/bigramPostings`` has the pairs' postings, without positions; see
/// ``PostingsFormat``. A document's frequency is the number of positions at which it has the first
/// word, with the second at the next position. Bounds are computed from these frequencies.
///
/// All pairs of the listed words that occur in any document are present, so a pair without a list
/// occurs nowhere. Stems are not among the words, because phrases match words as they are written.
///
/// Example, the words "of" and "the":
///
///     02 00 00 00     count
///     02 00 00 00     end of the first
///     05 00 00 00     end of the second
///     6F 66           "of"
///     74 68 65        "the"
///
/// and "of the" is the term 00 01.
enum BigramsFormat {
  /// The largest number of words, so that a word's number is one byte.
  static let mostWords = 255

  /// Returns the dictionary's term for the pair of the words with these numbers.
  static func term(_ first: UInt8, _ second: UInt8) -> [UInt8] { [first, second] }

  /// Returns the dictionary's term for a pair of `wordCount` words: the number of the first one
  /// times their number, and that of the second.
  static func term(_ pair: Int, wordCount: Int) -> [UInt8] {
    let (first, second) = pair.quotientAndRemainder(dividingBy: wordCount)
    return term(UInt8(truncatingIfNeeded: first), UInt8(truncatingIfNeeded: second))
  }

  /// Returns the section of `words`, which must be in rising order.
  static func encode(_ words: [[UInt8]]) -> ByteView {
    precondition(
      words.count <= mostWords, "\(words.count) words with pairs, expected at most \(mostWords)")
    let section = ByteWriter()
    section.append(UInt32(words.count))
    var end = 0
    for word in words {
      end += word.count
      section.append(UInt32(end))
    }
    for word in words { section.append(word) }
    return section.finish()
  }
}
