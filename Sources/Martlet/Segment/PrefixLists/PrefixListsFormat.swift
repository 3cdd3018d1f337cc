/// Precomputed lists for prefixes of words that have many postings, in one field.
///
/// Two optional sections: they only make searches faster. The first is a term dictionary without
/// positions; see ``TermDictionaryFormat``. Its terms are prefixes of words, each followed by
/// ``terminator``, which no UTF-8 text has. So a prefix sorts after all longer prefixes that start
/// with it, and lists can be written as soon as they are complete. The second section has their
/// postings, without positions; see ``PostingsFormat``.
///
/// A document's frequency in a list is the sum over all of the field's words with the prefix, at
/// most 2^31 − 1. Bounds are computed from the sums. A prefix that is not listed has to be summed
/// at query time.
///
/// A prefix ends at the end of a UTF-8 character, and is a prefix of at least two words.
enum PrefixListsFormat {
  /// The last byte of each of the dictionary's terms.
  static let terminator: UInt8 = 0xFF

  /// The length of the longest listed prefix, in bytes.
  static let longestByteCount = 12

  /// Returns the dictionary's term for `prefix`.
  static func term(_ prefix: some Collection<UInt8>) -> [UInt8] { prefix + [terminator] }

  /// Returns true if a UTF-8 character can begin with `byte`.
  @inline(__always)
  static func beginsCharacter(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }
}
