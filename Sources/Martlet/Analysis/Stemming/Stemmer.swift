/// Reduces the inflected forms of a word to one stem, by the rules of one language.
///
/// A stem is a key for searching, not a word: *happily* becomes *happili*. Words are expected as
/// the algorithms' authors expect them, in lower case and composed (NFC); anything else is stemmed
/// by the same rules without harm. The algorithms are those of the Snowball project (Porter, 2001,
/// "Snowball: a language for stemming algorithms"), with the same output letter for letter.
///
/// The rules for apostrophes that Snowball 3.1 added for Danish, German, Italian and Norwegian are
/// left out: no word of the published vocabularies shows them.
///
/// Each conforming type is named after its language or its published algorithm, has no state, and
/// keeps its suffixes in static tables.
///
/// - Complexity: About linear in the word's length. With a `StemmingWord` that is loaded
///   repeatedly, `stem` needs hardly any memory of its own.
protocol Stemmer: Sendable {
  /// Replaces `word` by its stem, which may be empty.
  func stem(_ word: inout StemmingWord)
}

extension Stemmer {
  /// Returns the stem of the word with these UTF-8 bytes; the same bytes if they are not a word.
  ///
  /// The stem is empty if the rules leave nothing, as Porter's do for *s*.
  func stem(utf8 bytes: [UInt8]) -> [UInt8] {
    var word = StemmingWord()
    guard word.load(utf8: bytes) else { return bytes }
    stem(&word)
    var stemmed: [UInt8] = []
    stemmed.reserveCapacity(bytes.count + 4)
    word.append(to: &stemmed)
    return stemmed
  }

  /// Returns the stem of `word`.
  func stem(_ word: String) -> String {
    String(decoding: stem(utf8: Array(word.utf8)), as: UTF8.self)
  }
}
