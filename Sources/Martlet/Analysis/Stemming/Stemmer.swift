/// Reduces the inflected forms of a word to one stem, by the rules of one language.
///
/// A stem is a key to search by, not a word: *happily* becomes *happili*. Words are expected as
/// the algorithms' authors expect them: in lower case and composed (NFC); anything else is stemmed
/// by the same rules without harm. The algorithms are those of the Snowball project (Porter, 2001,
/// "Snowball: a language for stemming algorithms"), with their output letter for letter.
///
/// Each conforming type is named after its language or its published algorithm, has no state, and
/// keeps its suffixes in static tables.
///
/// - Complexity: about linear in the word's length; no allocation when `StemmingWord` is reused.
protocol Stemmer: Sendable {
  /// Replaces `word` by its stem, which can be empty.
  func stem(_ word: inout StemmingWord)
}

extension Stemmer {
  /// The stem of the word with these UTF-8 bytes; the same bytes if they are no word.
  ///
  /// Empty where the rules leave nothing, as Porter's do of *s*.
  func stem(utf8 bytes: some Collection<UInt8>) -> [UInt8] {
    var word = StemmingWord()
    guard word.load(utf8: bytes) else { return Array(bytes) }
    stem(&word)
    var stemmed: [UInt8] = []
    stemmed.reserveCapacity(bytes.count + 4)
    word.append(to: &stemmed)
    return stemmed
  }

  /// The stem of `word`.
  func stem(_ word: String) -> String {
    String(decoding: stem(utf8: word.utf8), as: UTF8.self)
  }
}
