/// The parameters of the BM25 ranking formula.
///
///     score = idf · f / (f + k1 · (1 − b + b · length / average length))
///     idf   = ln(1 + (N − n + 0.5) / (n + 0.5))
///
/// where f is the word's frequency in the document's field, N the number of documents that have the
/// field and n the number of those that have the word. Robertson et al., "Okapi at TREC-3" (1994),
/// in the form that Lucene uses since version 8, without the constant factor k1 + 1.
public struct BM25: Sendable, Hashable {
  /// The saturation of word frequency: the larger the value, the more further occurrences count;
  /// 0 counts presence only.
  public var k1: Float { didSet { check() } }
  /// The strength of length normalisation: 0 for none, 1 for full proportion to the length.
  public var b: Float { didSet { check() } }

  /// - Precondition: `k1` is finite and not negative, `b` is from 0 to 1, also when they are set
  ///   later.
  public init(k1: Float = 1.2, b: Float = 0.75) {
    self.k1 = k1
    self.b = b
    check()
  }

  private func check() {
    requireOfProgram(k1.isFinite && k1 >= 0, "k1 must be finite and not negative, is \(k1)")
    requireOfProgram(b >= 0 && b <= 1, "b must be from 0 to 1, is \(b)")
  }

  /// Returns the weight of a word that `n` of `documentCount` documents have.
  ///
  /// Computed in 64 bits and rounded once, as Lucene does, so that scores agree to the last bit, on
  /// every platform.
  static func inverseDocumentFrequency(_ n: Int, of documentCount: Int) -> Float {
    let rest = Double(max(0, documentCount - n)) + 0.5
    return Float(NaturalLogarithm.of(1 + rest / (Double(n) + 0.5)))
  }
}
