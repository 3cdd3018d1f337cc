/// What the distinct words of a field give: each is analysed when it is seen for the first time.
///
/// Numbers of terms in the field's one table. Used by one thread.
@safe
final class WordMeanings {
  /// Set in a meaning that is a place in ``compounds``, and not a term's number.
  static let compoundFlag: UInt32 = 1 << 31

  /// What a word gives when that is not exactly one term at its own position.
  struct Compound {
    /// The terms in the order of their positions.
    var parts: [(term: UInt32, offset: UInt32)]
    /// Whether there are none because the word's length is beyond a limit.
    var isSkipped = false
  }

  private let analyzer: Analyzer
  private let words = TermTable()
  private let meanings = GrowingArray<UInt32>()
  /// What words give that do not give exactly one term.
  private(set) var compounds: [Compound] = []

  init(_ analyzer: Analyzer) { self.analyzer = analyzer }

  /// Bytes of memory held.
  var memory: Int { words.memory + meanings.memory + compounds.count * 64 }

  /// A term's number in `terms`, or a place in ``compounds`` with ``compoundFlag``.
  @unsafe @inline(__always)
  func meaning(of word: UnsafeBufferPointer<UInt8>, in terms: TermTable) -> UInt32 {
    let (number, isNew) = unsafe words.insert(word)
    if isNew { unsafe analyse(word, terms) }
    return meanings[number]
  }

  @unsafe @inline(never)
  private func analyse(_ word: UnsafeBufferPointer<UInt8>, _ terms: TermTable) {
    // SAFETY: the word is only read, and each term's bytes are copied into the table.
    let found = unsafe analyzer.terms(of: word, for: .indexing)
    var parts = found.map { term in
      let number = unsafe term.bytes.withUnsafeBufferPointer { unsafe terms.insert($0).number }
      return (term: UInt32(truncatingIfNeeded: number), offset: UInt32(term.positionOffset))
    }
    if parts.count == 1, parts[0].offset == 0 {
      meanings.append(parts[0].term)
      return
    }
    // A user's filter emits in any order, but the positions of a term must not fall.
    parts.sort { $0.offset < $1.offset }
    let isSkipped = unsafe parts.isEmpty && analyzer.isSkipped(word, for: .indexing)
    meanings.append(UInt32(compounds.count) | Self.compoundFlag)
    compounds.append(Compound(parts: parts, isSkipped: isSkipped))
  }
}
