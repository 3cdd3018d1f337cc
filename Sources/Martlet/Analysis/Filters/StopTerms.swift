/// Stop words as an analyzer's terms.
struct StopTerms: Sendable {
  private var terms: Set<[UInt8]> = []

  /// No stop words.
  init() {}

  /// The terms in `folded`, which are what an analyzer makes of the words.
  init(_ folded: [AnalyzedTerm]) { terms = Set(folded.map(\.bytes)) }

  var isEmpty: Bool { terms.isEmpty }

  /// Equal for equal words.
  var signature: String {
    let sorted = terms.sorted { $0.lexicographicallyPrecedes($1) }
    return "\(terms.count), \(Checksum.hash64(Array(sorted.joined(separator: [0]))))"
  }

  func contains(_ term: [UInt8]) -> Bool { terms.contains(term) }

  /// The terms as well.
  func union(_ other: StopTerms) -> StopTerms {
    var both = self
    both.terms.formUnion(other.terms)
    return both
  }

  /// `terms` without stop words; each goes together with its stem, and with whatever else stands
  /// at its position.
  func dropped(from terms: [AnalyzedTerm]) -> [AnalyzedTerm] {
    guard !isEmpty else { return terms }
    let gone = terms.filter { $0.form == .word && contains($0.bytes) }.map(\.positionOffset)
    return gone.isEmpty ? terms : terms.filter { !gone.contains($0.positionOffset) }
  }
}
