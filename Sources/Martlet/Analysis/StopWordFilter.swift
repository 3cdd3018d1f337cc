/// Drops words as a step of an analyzer.
///
/// A word that is a stop word goes together with its stem. Nothing goes when the word may be the
/// beginning of another one.
struct StopWordFilter: TermFilter {
  private let terms: Set<[UInt8]>
  let signature: String

  /// Drops the terms in `folded`, which are what the steps before this one make of the words.
  init(_ folded: [AnalyzedTerm]) {
    terms = Set(folded.map(\.bytes))
    let sorted = terms.sorted { $0.lexicographicallyPrecedes($1) }
    let hash = Checksum.hash64(Array(sorted.joined(separator: [0])))
    signature = "stopWords(\(terms.count), \(hash))"
  }

  func apply(_ term: AnalyzedTerm, for use: TokenUse, into result: inout [AnalyzedTerm]) {
    guard use == .prefix || !terms.contains(term.bytes) else { return }
    result.append(term)
  }
}
