/// The pairs of a word and a beginning that have lists in a segment, or are to have them.
///
/// - Complexity: O(words · beginnings) of memory.
struct PrefixPairSet: Sendable {
  /// The most words, so that a word's number and a flag fit a byte.
  static let mostWords = 127

  /// The pairs, in the order of their terms.
  let pairs: [PrefixPair]
  /// Their terms in a dictionary of pairs.
  let terms: [[UInt8]]
  /// The words, each once.
  let words: [[UInt8]]
  /// The beginnings in rising order, so that one comes before the longer ones that start with it.
  let beginnings: [[UInt8]]
  /// For each beginning and each word, the pair's index plus 1; 0 if it is none.
  private let numbers: [UInt32]

  /// - Precondition: There are at most ``mostWords`` words.
  init(_ pairs: some Sequence<PrefixPair>) {
    let terms = Dictionary(pairs.map { (PrefixPairsFormat.term($0), $0) }) { first, _ in first }
    let ordered = terms.ordered { $0.key.lexicographicallyPrecedes($1.key) }
    self.pairs = ordered.map(\.value)
    self.terms = ordered.map(\.key)
    words = Set(self.pairs.map(\.word)).ordered { $0.lexicographicallyPrecedes($1) }
    beginnings = Set(self.pairs.map(\.beginning)).ordered { $0.lexicographicallyPrecedes($1) }
    precondition(words.count <= Self.mostWords, "\(words.count) words of pairs")
    var numbers = [UInt32](repeating: 0, count: words.count * beginnings.count)
    let columns = Dictionary(uniqueKeysWithValues: words.enumerated().map { ($1, $0) })
    let rows = Dictionary(uniqueKeysWithValues: beginnings.enumerated().map { ($1, $0) })
    for (index, pair) in self.pairs.enumerated() {
      guard let word = columns[pair.word], let row = rows[pair.beginning] else { continue }
      numbers[row * words.count + word] = UInt32(clamping: index + 1)
    }
    self.numbers = numbers
  }

  /// Returns the index of the pair of a beginning and a word, given by their indices; nil if it is
  /// not one of the pairs.
  @inline(__always)
  func pair(_ beginning: Int, _ word: Int) -> Int? {
    let number = Int(numbers[beginning &* words.count &+ word])
    return number > 0 ? number &- 1 : nil
  }
}
