/// The terms that the distinct words of a field give. Each word is analysed when it first occurs.
///
/// The term ID of a word is the number of a term in the field's table, or the index of a list in
/// ``termLists`` if the word does not give exactly one term at its own position.
/// Used by one thread.
final class TermIDCache {
  /// The bit that marks a term ID as an index into ``termLists``.
  static let listFlag: UInt32 = 1 << 31

  private let analyzer: Analyzer
  private let shortcut: WordShortcut
  private let terms: TermTable
  /// The words and their term IDs; the same table as `terms` when no other analyzer gives terms to
  /// the field.
  let words: TermTable
  /// The term IDs of the frequent words.
  let cache = WordCache()
  /// The terms of words that do not give exactly one term at their own position, list after list.
  ///
  /// A list has the number of terms, or ``skipped``; the number of positions after its own that the
  /// word covers; and for each term its number and its offset from the word's position. The offsets
  /// do not decrease.
  let termLists = GrowingArray<UInt32>()

  /// The value in place of the number of terms when the word was skipped because of its length.
  static let skipped = UInt32.max

  /// Creates a cache for words whose terms are in `terms`.
  ///
  /// - Parameter sharesTable: True if no other cache refers to the table's strings.
  init(_ analyzer: Analyzer, terms: TermTable, sharesTable: Bool) {
    self.analyzer = analyzer
    self.terms = terms
    words = sharesTable ? terms : TermTable()
    shortcut = analyzer.shortcut
    termLists.append(Self.skipped)
  }

  /// The seed of the words' hashes.
  @inline(__always)
  var seed: UInt64 { words.seed }

  /// The memory held in bytes, without the table of terms.
  var memory: Int {
    (words === terms ? 0 : words.memory) + cache.memory + termLists.memory
  }

  /// Returns the key under which the word with `key` is kept: in lower case if the analyzer ignores
  /// ASCII case.
  @inline(__always)
  func known(_ key: WordKey) -> WordKey {
    shortcut.ignoresASCIICase && key.isASCII ? key.lowercased : key
  }

  /// Returns the term ID of a word that has a key: a term's number, or an index into ``termLists``
  /// with ``listFlag``.
  @inline(never)
  func termID(of key: WordKey, _ count: Int, hash: UInt64) -> UInt32 {
    let record = words.record(of: key, count, hash: hash)
    let termID = words.termID(at: record)
    guard termID == TermTable.unknown else { return termID }
    return key.withBytes(count) { analyse($0, at: record) }
  }

  /// Returns the term ID of a word of any length.
  @inline(never)
  func termID(ofLong word: Span<UInt8>) -> UInt32 {
    guard word.count <= Limits.wordByteCount else { return Self.listFlag }
    let record = words.record(of: word)
    let termID = words.termID(at: record)
    return termID == TermTable.unknown ? analyse(word, at: record) : termID
  }

  @inline(never)
  private func analyse(_ word: Span<UInt8>, at record: Int) -> UInt32 {
    if words === terms && shortcut.leaves(word) {
      let termID = terms.number(at: record)
      words.setTermID(termID, at: record)
      return termID
    }
    let found = analyzer.terms(of: word, for: .indexing)
    let parts = found.map { term in
      let number = term.bytes.withBytes { terms.number(of: $0) }
      return (term: number, offset: UInt32(term.positionOffset))
    }
    // A term that is left out may have covered positions.
    let extent = found.reduce(0) { max($0, $1.positionOffset + $1.positionCount - 1) }
    var termID = Self.listFlag | UInt32(termLists.count)
    if parts.count == 1, parts[0].offset == 0, extent == 0 {
      termID = parts[0].term
    } else {
      let isSkipped = parts.isEmpty && analyzer.isSkipped(word, for: .indexing)
      termLists.append(isSkipped ? Self.skipped : UInt32(parts.count))
      termLists.append(UInt32(extent))
      // A user's filter may emit terms in any order, but positions must not decrease.
      for part in parts.ordered(by: { $0.offset < $1.offset }) {
        termLists.append(part.term)
        termLists.append(part.offset)
      }
    }
    words.setTermID(termID, at: record)
    return termID
  }
}
