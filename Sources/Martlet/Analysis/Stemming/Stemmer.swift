/// Reduces the inflected forms of a word to one stem, by the rules of one language.
///
/// A stem is a key to search by, not a word: *happily* becomes *happili*. Words are expected as
/// the algorithms' authors expect them: in lower case and composed (NFC); anything else is stemmed
/// by the same rules without harm. The algorithms are those of the Snowball project (Porter, 2001,
/// "Snowball: a language for stemming algorithms"), with their output letter for letter.
///
/// Left out are the rules for apostrophes that Snowball 3.1 added for Danish, German, Italian and
/// Norwegian: no word of the published vocabularies shows them.
///
/// Each conforming type is named after its language or its published algorithm, has no state, and
/// keeps its suffixes in static tables.
///
/// - Complexity: about linear in the word's length. With a `StemmingWord` that is loaded again and
///   again, `stem` needs hardly any memory of its own.
protocol Stemmer: Sendable {
  /// Replaces `word` by its stem, which can be empty.
  func stem(_ word: inout StemmingWord)
}

extension Stemmer {
  /// The stem of the word with these UTF-8 bytes; the same bytes if they are no word.
  ///
  /// Empty where the rules leave nothing, as Porter's do of *s*.
  func stem(utf8 bytes: [UInt8]) -> [UInt8] {
    var word = StemmingWord()
    guard word.load(utf8: bytes) else { return bytes }
    stem(&word)
    var stemmed: [UInt8] = []
    stemmed.reserveCapacity(bytes.count + 4)
    word.append(to: &stemmed)
    return stemmed
  }

  /// The stem of `word`.
  func stem(_ word: String) -> String {
    String(decoding: stem(utf8: Array(word.utf8)), as: UTF8.self)
  }
}
