/// Lists for pairs of frequent words that stand next to each other, in one field with positions.
///
/// Three sections that searches can do without. ``SectionKind/bigramWords`` has the words, at most
/// ``mostWords``, in rising order, and gives them the numbers 0, 1, 2, …:
///
///     count       u32
///     ends        u32 × count     where each word ends, in bytes from the first word on
///     words
///
/// ``SectionKind/bigrams`` is a term dictionary without positions; see ``TermDictionaryFormat``. Its terms
/// are two bytes, the numbers of the first and the second word of a pair. ``SectionKind/bigramPostings``
/// has the pairs' postings, without positions; see ``PostingsFormat``. A document's frequency is the number
/// of positions at which it has the first word, and the second at the next position; bounds are those
/// of such frequencies.
///
/// Of the words that are listed, all pairs are that any document has: so what is not there stands nowhere.
/// Stems are not among the words, because phrases ask for what is written.
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
  /// The most words that have pairs, so that a word's number is one byte.
  static let mostWords = 255

  /// The dictionary's term for the pair of the words with these numbers.
  static func term(_ first: UInt8, _ second: UInt8) -> [UInt8] { [first, second] }

  /// The section that has `words`, which rise.
  static func encode(_ words: [[UInt8]]) -> ByteView {
    precondition(words.count <= mostWords, "\(words.count) words with pairs")
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
