/// Ready lists for beginnings of words that many postings stand behind, in one field.
///
/// Two sections that searches can do without. The first is a term dictionary without positions; see
/// ``TermDictionaryFormat``. Its terms are beginnings of words, each followed by ``terminator``, which no
/// UTF-8 text has: so a beginning comes after all longer ones that it is the beginning of, and lists can be
/// written as soon as they are complete. The second has their postings, without positions; see
/// ``PostingsFormat``.
///
/// A document's frequency in a list is the sum over all of the field's words that begin so, at most
/// 2^31 − 1; bounds are those of the sums. What is not listed has to be added up when it is asked for.
///
/// A beginning ends where a character of UTF-8 ends, and is a beginning of at least two words.
enum PrefixListsFormat {
  /// The last byte of each of the dictionary's terms.
  static let terminator: UInt8 = 0xFF

  /// Bytes of the longest beginning that is listed.
  static let longestByteCount = 12

  /// The dictionary's term for `prefix`.
  static func term(_ prefix: some Collection<UInt8>) -> [UInt8] { prefix + [terminator] }

  /// Whether a character of UTF-8 can begin with `byte`.
  @inline(__always)
  static func beginsCharacter(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }
}
