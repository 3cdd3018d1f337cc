/// What the distinct words of a field give: each is analysed when it is seen for the first time.
///
/// A meaning is the number of a term in the field's table. Used by one thread.
@safe
final class WordMeanings {
  /// Set in a meaning that is a place in ``compounds``, and not a term's number.
  static let compoundFlag: UInt32 = 1 << 31

  private let analyzer: Analyzer
  private let shortcut: WordShortcut
  private let terms: TermTable
  /// The words and their meanings; the same table as ``terms`` when no other analyzer gives terms
  /// to the field.
  let words: TermTable
  /// What the frequent words give.
  let cache = WordCache()
  /// What words give that do not give exactly one term at their own position, one behind the other:
  /// the number of terms, or ``skipped``, and for each its number and its offset from the word's
  /// position, which do not fall.
  let compounds = GrowingArray<UInt32>()

  /// Stands for the number of terms when there are none because the word's length is beyond a limit.
  static let skipped = UInt32.max

  /// Bytes that no word of an ordinary text has; longer ones are skipped without being kept.
  private static let longestWord = 8 * Limits.termByteCount

  /// Meanings of words that give terms in `terms`.
  ///
  /// - Parameter sharesTable: whether these are the only meanings that the table's strings have.
  init(_ analyzer: Analyzer, terms: TermTable, sharesTable: Bool) {
    self.analyzer = analyzer
    self.terms = terms
    words = sharesTable ? terms : TermTable()
    shortcut = analyzer.shortcut
    compounds.append(Self.skipped)
  }

  /// What the hashes of words are made with.
  @inline(__always)
  var seed: UInt64 { words.seed }

  /// Bytes of memory held, without the table of terms.
  var memory: Int {
    (words === terms ? 0 : words.memory) + cache.memory + compounds.memory
  }

  /// The key by which a word of `count` bytes is known.
  @inline(__always)
  func known(_ key: WordKey) -> WordKey {
    shortcut.ignoresASCIICase && key.isASCII ? key.lowercased : key
  }

  /// A term's number, or a place in ``compounds`` with ``compoundFlag``.
  @inline(never)
  func meaning(of key: WordKey, _ count: Int, hash: UInt64) -> UInt32 {
    let place = words.place(of: key, count, hash: hash)
    let meaning = words.meaning(at: place)
    guard meaning == TermTable.unknown else { return meaning }
    return unsafe key.withBytes(count) { unsafe analyse($0, at: place) }
  }

  /// The same for a word of any length.
  @unsafe @inline(never)
  func meaning(ofLong word: UnsafeBufferPointer<UInt8>) -> UInt32 {
    guard word.count <= Self.longestWord else { return Self.compoundFlag }
    let place = unsafe words.place(of: word)
    let meaning = words.meaning(at: place)
    return meaning == TermTable.unknown ? unsafe analyse(word, at: place) : meaning
  }

  @unsafe @inline(never)
  private func analyse(_ word: UnsafeBufferPointer<UInt8>, at place: Int) -> UInt32 {
    // SAFETY: the word is only read, and each term's bytes are copied into the table.
    if unsafe words === terms && shortcut.leaves(word) {
      let meaning = terms.number(at: place)
      words.setMeaning(meaning, at: place)
      return meaning
    }
    let found = unsafe analyzer.terms(of: word, for: .indexing)
    let parts = found.map { term in
      let number = unsafe term.bytes.withUnsafeBufferPointer { unsafe terms.number(of: $0) }
      return (term: number, offset: UInt32(term.positionOffset))
    }
    var meaning = Self.compoundFlag | UInt32(compounds.count)
    if parts.count == 1, parts[0].offset == 0 {
      meaning = parts[0].term
    } else {
      let isSkipped = unsafe parts.isEmpty && analyzer.isSkipped(word, for: .indexing)
      compounds.append(isSkipped ? Self.skipped : UInt32(parts.count))
      // A user's filter emits in any order, but the positions of a term must not fall.
      for part in parts.sorted(by: { $0.offset < $1.offset }) {
        compounds.append(part.term)
        compounds.append(part.offset)
      }
    }
    words.setMeaning(meaning, at: place)
    return meaning
  }
}
