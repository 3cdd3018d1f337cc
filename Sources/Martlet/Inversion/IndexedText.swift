/// A text as the index has it: its terms, their positions, and its length.
///
/// The text is inverted like a document that has nothing else, so a document with the same text has
/// the same terms at the same positions, and the same length.
struct IndexedText: Hashable {
  /// A distinct term with its positions, in rising order.
  struct Term: Hashable {
    var bytes: [UInt8]
    var positions: [UInt32]
  }

  /// The terms in the order of their bytes. Stems are left out, except those of words that are not
  /// in the index themselves.
  private(set) var terms: [Term]
  /// The terms that a text with the same words would have if a sign joined one of them: `c++` and
  /// `c#` beside `c`. They do not count in the length, because they share the position of the word.
  let joinedTerms: [[UInt8]]
  /// The number of tokens, as the index counts it.
  let length: Int

  /// Inverts a text as the analyzer of a field does.
  ///
  /// - Complexity: O(text).
  init(_ text: String, _ analyzer: Analyzer) {
    let inverter = FieldInverter(
      definition: FieldDefinition(name: "", kind: .text), analyzer: analyzer)
    inverter.beginDocument(0)
    inverter.take(text)
    length = inverter.endDocument()
    let found = inverter.positions().filter { !$0.positions.isEmpty }
      .map { Term(bytes: $0.term, positions: $0.positions) }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    terms = found
    joinedTerms = analyzer.joinedParts.contains(.signs) ? Self.joinedTerms(of: found) : []
    removeStems()
  }

  private static func joinedTerms(of terms: [Term]) -> [[UInt8]] {
    let known = Set(terms.map(\.bytes))
    var joined: [[UInt8]] = []
    for term in terms where !term.isStem {
      joined.append(term.bytes + Array("++".utf8))
      joined.append(term.bytes + Array("#".utf8))
      joined.append(Array(".".utf8) + term.bytes)
    }
    return joined.filter { !known.contains($0) }
  }

  /// Removes the stems at positions that have another term.
  ///
  /// The stems of a document depend on the language that it names; its words do not.
  private mutating func removeStems() {
    let words = terms.filter { !$0.isStem }
    guard words.count < terms.count else { return }
    let covered = Set(words.flatMap(\.positions))
    terms = words + terms.filter { $0.isStem && !covered.isSuperset(of: $0.positions) }
  }
}

extension IndexedText.Term {
  /// True for a stem, which has a mark of its own.
  fileprivate var isStem: Bool { bytes.first == AnalyzedTerm.stemMarker }
}
